"""Slurm, as Debian packages it, on this machine only: a controller and two nodes on loopback, each with its own core,
processes and /tmp."""
import os
import shutil
import signal
import subprocess
import tempfile
import time
from typing import Any, Callable, Dict, List

CONFIGURATION = """
ClusterName=tribunal
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=16817
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
# A task that requeues itself waits as long as its credential is valid: by default 120 s.
AuthInfo=socket={folder}/munge/socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=2
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=10
MailProg=/bin/true
NodeName=d[1-2] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[16818-16819] CPUs=1 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=d[1-2] Default=YES MaxTime=INFINITE State=UP
"""
CORES = sorted(os.sched_getaffinity(0))


def wait_until(what: str, reached: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not reached():
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds} s, still waiting until {what}")
        time.sleep(0.1)


class Slurm:
    """During the block, `sbatch` and similar commands talk to it."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="tribunal-slurm-", dir="/var/tmp")
        self.running: Dict[str, "subprocess.Popen[bytes]"] = {}
        self.outer = os.environ.get("SLURM_CONF")

    def __enter__(self) -> "Slurm":
        os.chmod(self.folder, 0o755)
        for name in ("state", "d1", "d2", "d1-tmp", "d2-tmp", "munge"):
            os.mkdir(os.path.join(self.folder, name))
        configuration = os.path.join(self.folder, "slurm.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=self.folder))
        os.environ["SLURM_CONF"] = configuration
        self.start_munge()
        self.start("controller", ["slurmctld", "-D", "-f", configuration])
        for node in ("d1", "d2"):
            self.start_node(node)
        wait_until("both nodes are up", lambda: self.tell("sinfo", "-h", "-N", "-t", "idle").count("\n") == 2, 60)
        return self

    def __exit__(self, *_: Any) -> None:
        for name in reversed(list(self.running)):
            self.kill(name)
        if self.outer is None:
            os.environ.pop("SLURM_CONF")
        else:
            os.environ["SLURM_CONF"] = self.outer
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, name: str, words: List[str]) -> None:
        with open(os.path.join(self.folder, name + ".err"), "ab") as log:
            self.running[name] = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def start_munge(self) -> None:
        folder = os.path.join(self.folder, "munge")
        with open(os.path.join(folder, "key"), "wb") as key:
            key.write(os.urandom(1024))
        os.chmod(os.path.join(folder, "key"), 0o400)
        subprocess.run(["chown", "-R", "munge:", folder], check=True)
        files = [f"--{name}={folder}/{file}" for name, file in
                 (("key-file", "key"), ("socket", "socket"), ("pid-file", "pid"), ("log-file", "log"), ("seed-file", "seed"))]
        self.start("munge", ["setpriv", "--reuid=munge", "--regid=munge", "--init-groups", "/usr/sbin/munged", "--foreground", *files])
        wait_until("munge listens", lambda: os.path.exists(folder + "/socket"), 30)

    def start_node(self, node: str) -> None:
        """Its processes are in a namespace: if the first is killed, all are, as when a machine loses its power."""
        core = CORES[(int(node[1:]) - 1) % len(CORES)]
        inside = f"mount --bind {self.folder}/{node}-tmp /tmp && exec taskset -c {core} slurmd -D -N {node}"
        self.start(node, ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child", "sh", "-c", inside])

    def kill(self, name: str) -> None:
        process = self.running.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait()

    @staticmethod
    def tell(*words: str) -> str:
        return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout

    def tasks(self, state: str) -> List[str]:
        """The tasks in a state such as R (running), numbered as Slurm does: JOB_TASK."""
        return self.tell("squeue", "-h", "-r", "-t", state, "-o", "%i").split()

    def is_idle(self) -> bool:
        return not self.tell("squeue", "-h").strip()
