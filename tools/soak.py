"""The long form of the live table's tests, one part after another, with what each did at the end: `make soak`.

python tools/soak.py [PART …]
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Part(NamedTuple):
    """Some tests that have a long form."""

    name: str
    what: str
    tests: tuple[str, ...]


PARTS = (
    Part("shuffle", "a million deals", ("tests/fair/test_fair_uniform.py",)),
    Part("matches", "every game at every number of players on both stores", ("tests/server/test_matches.py",)),
    Part("leaks", "200 matches, every byte read", ("tests/server/test_leaks.py",)),
    Part("crashes", "100 kills, and 100 of one server of two", ("tests/server/test_crash.py",)),
    Part("faults", "a database that stops, a disk that is full", ("tests/server/test_store_faults.py",)),
    Part("fuzz", "100,000 messages", ("tests/server/test_fuzz_socket.py",)),
    Part("rest", "what the REST part answers to anything", ("tests/server/test_rest.py",)),
)


def main() -> int:
    wanted = sys.argv[1:]
    unknown = set(wanted) - {part.name for part in PARTS}
    if unknown:
        print(f"no part named {', '.join(sorted(unknown))}; there are {', '.join(part.name for part in PARTS)}")
        return 2
    rows: list[tuple[str, ...]] = []
    failed = False
    for part in PARTS:
        if wanted and part.name not in wanted:
            continue
        print(f"== {part.name}: {part.what}", flush=True)
        row, ok = run(part)
        rows.append(row)
        failed = failed or not ok
    print()
    for name, ended, seconds, figures in rows:
        print(f"{name:8}  {ended:22}  {seconds:>7}  {figures}")
    return int(failed)


def run(part: Part) -> tuple[tuple[str, ...], bool]:
    """One part: its row of the table, and whether all of it passed."""
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", *part.tests]
    environment = {**os.environ, "SHMEAR_SOAK": "1"}
    said: list[str] = []
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout is not None, "it is a pipe"
        for line in tests.stdout:
            print(line, end="", flush=True)
            said.append(line.strip())
    ended = next((line for line in reversed(said) if re.search(r"\d+ (passed|failed|error)", line)), "nothing ran")
    figures = [line.lstrip(". ") for line in said if re.search(r"[^ ]: .*\d", line.lstrip(". ")) and " in " not in line]
    counts = re.sub(r" in [\d.]+s.*", "", ended.strip("= "))
    return (part.name, counts, f"{time.monotonic() - began:.0f} s", "; ".join(figures)), tests.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
