"""Uses the parts of the system that programs with NumPy use: threads of OpenBLAS and a pool of processes; then plays
the first action."""
import multiprocessing
import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "64"
import numpy  # noqa: E402  OpenBLAS starts its threads when it is loaded


def norm(size: int) -> float:
    matrix = numpy.random.rand(size, size)
    return float(numpy.linalg.norm(matrix @ matrix))


def main() -> None:
    assert norm(1000) > 0
    with multiprocessing.Pool(4) as pool:
        assert min(pool.map(norm, [200] * 8)) > 0
    first = True
    for line in sys.stdin:
        word = line.split()
        if word[0] == "tribunal":
            print("ready numpy 1", flush=True)
        elif word[0] == "ask":
            with open("/proc/self/status", encoding="utf-8") as status:
                if first:
                    print("# " + next(each for each in status if each.startswith("Seccomp:")).strip(), flush=True)
            first = False
            print("move", word[1], word[3], flush=True)
        elif word[0] == "quit":
            return


if __name__ == "__main__":
    main()
