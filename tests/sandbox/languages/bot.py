"""Uses the parts of the system that Python programs use, then plays the first action."""
import asyncio
import concurrent.futures
import multiprocessing
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time


def use_the_system() -> None:
    threads = [threading.Thread(target=time.sleep, args=(0.001,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    subprocess.run(["/bin/sh", "-c", "true | cat"], check=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert list(pool.map(abs, (-1, 1))) == [1, 1]
    with multiprocessing.get_context("fork").Pool(2) as workers:
        assert workers.map(abs, (-1, 1)) == [1, 1]
    with multiprocessing.get_context("spawn").Pool(1) as workers:
        assert workers.map(abs, (-1,)) == [1]
    asyncio.run(asyncio.wait_for(asyncio.to_thread(time.sleep, 0.001), 20))
    one, other = socket.socketpair()
    one.send(b"x")
    assert other.recv(1) == b"x"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        client.send(b"x")
    with tempfile.TemporaryFile() as file:
        file.write(os.urandom(16))


def main() -> None:
    first = True
    for line in sys.stdin:
        word = line.split()
        if word[0] == "tribunal":
            use_the_system()
            print("ready python 1", flush=True)
        elif word[0] == "ask":
            if first:
                with open("/proc/self/status", encoding="utf-8") as status:
                    print("# " + [line.strip() for line in status if line.startswith("Seccomp:")][0])
            first = False
            print(f"move {word[1]} {word[3]}", flush=True)
        elif word[0] == "quit":
            return


if __name__ == "__main__":
    main()
