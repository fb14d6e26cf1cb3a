"""Plays one tournament by both clocks, without additional load and with all cores busy with other work.

`./dev busy` runs this. Three bots that burn 7 ms of CPU time per decision have 20 ms for it. By the CPU clock nothing
may depend on the load: no faults, and the same content hashes. By the wall clock, time for which a bot waits for a
processor is not its fault either, and the results report such waits.
"""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from bots import scripted  # noqa: E402
from cup import plan  # noqa: E402

TRIBUNAL = os.environ["TRIBUNAL"]
BURN_MS = 7
MOVE_MS = 20
LOOPS_A_CORE = 4
LONGEST_S = 600  # a loop ends by itself, whatever happens to this script

BOT = scripted("burner", "word[3 + len(word[1]) % (len(word) - 3)]",
               ask=f"end = time.process_time() + {BURN_MS / 1000}\nwhile time.process_time() < end: pass")
HEAD = """[limits]
clock = "{clock}"
move_ms = {move_ms}
on_fault = "strikes"
startup_ms = 60000
"""


@contextlib.contextmanager
def busy_cores():
    loop = ["timeout", str(LONGEST_S), "sh", "-c", "while :; do :; done"]
    loops = [subprocess.Popen(loop) for _ in range(LOOPS_A_CORE * len(os.sched_getaffinity(0)))]
    try:
        yield
    finally:
        for process in loops:
            process.terminate()
        for process in loops:
            process.wait()


def play(folder: pathlib.Path, clock: str, load: str, deals: int) -> dict:
    file = folder / f"{clock}.toml"
    head = HEAD.format(clock=clock, move_ms=MOVE_MS)
    file.write_text(plan(head=head, deals=deals, name="busy", seed="busy", command=lambda _: "python3 burner.py"), encoding="utf-8")
    results = folder / f"{clock}-{load}"
    ended = subprocess.run([TRIBUNAL, "tournament", file, "--out", results, "--quiet"], check=False,
                           stdout=subprocess.DEVNULL)
    said = json.loads(subprocess.run([TRIBUNAL, "standings", results, "--json"], check=True,
                                     capture_output=True, text=True).stdout)
    rows = said["standings"]["rows"]
    faults = {}
    for row in rows:
        for kind, count in row["faults"].items():
            faults[kind] = faults.get(kind, 0) + count
    longest = max([row["move_us"]["max"] for row in rows if row["move_us"]], default=0) / 1000
    subprocess.run([TRIBUNAL, "verify", results], check=True, stdout=subprocess.DEVNULL)
    log = subprocess.run([TRIBUNAL, "export", results, "--logs", "-"], check=True, capture_output=True, text=True).stdout
    print("".join(line + "\n" for line in log.splitlines() if clock == "cpu" and '"fault"' in line), end="")
    if "crowding" in said:
        print(said["crowding"])
    print(f"{clock:4}  {load:5}  games {said['played_games']}  void {said['void_games']}  faults {faults or 'none'}  "
          f"longest decision {longest:.1f} ms  content {said['content_sha256'][:16]}", flush=True)
    return {"ended": ended.returncode, "faults": faults, "content": said["content_sha256"], "waits": said.get("crowding", "")}


def main() -> int:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "burner.py").write_text(BOT, encoding="utf-8")
        print(f"{BURN_MS} ms of CPU time a decision, {MOVE_MS} ms allowed; load average {os.getloadavg()[0]:.1f}")
        played = {(clock, "as is"): play(folder, clock, "as-is", deals) for clock in ("cpu", "wall")}
        with busy_cores():
            played |= {(clock, "busy"): play(folder, clock, "busy", deals) for clock in ("cpu", "wall")}
    alone, busy = played["cpu", "as is"], played["cpu", "busy"]
    problems = []
    if alone["ended"] or busy["ended"]:
        problems.append("by the CPU clock a tournament was not played to its end")
    if alone["faults"] or busy["faults"]:
        problems.append("by the CPU clock there are faults")
    if alone["content"] != busy["content"]:
        problems.append("by the CPU clock other games were played on the busy machine")
    wall = played["wall", "busy"]
    if wall["ended"] or wall["faults"]:
        problems.append("by the wall clock bots were at fault for processors that others had")
    if not wall["waits"]:
        problems.append("by the wall clock no bot waited for a processor: the load was too low to show anything")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
