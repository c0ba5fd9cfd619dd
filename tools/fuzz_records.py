"""Damage records for a number of minutes and read them: never a traceback, always an error with a place.

    python tools/fuzz_records.py [--minutes 10] [--seed N]

A failure prints the seed and writes the text that did it to fuzz-failure.json.
"""

from __future__ import annotations

import argparse
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from shmear.testing.mutations import answer, mutated, random_record

HUGE = (
    ("one text of 100 MB", lambda: b'{"format": "' + b"x" * 100_000_000 + b'"}'),
    ("100 MB of brackets", lambda: b"[" * 100_000_000),
    ("100 MB of cards", lambda: b'{"format": "shmear-record", "version": 1, "rules": "pitch", "players": ["a", "b"], '
     b'"hands": [{"dealer": 0, "deal": [' + b'"AS",' * 20_000_000 + b'"AS"]}]}'),
)  # fmt: skip


def huge_lines() -> None:
    """Lines of 100 MB through the command itself."""
    with tempfile.TemporaryDirectory() as folder:
        for name, make in HUGE:
            path = Path(folder) / "huge.jsonl"
            path.write_bytes(make() + b"\n")
            done = subprocess.run(
                [sys.executable, "-m", "shmear", "score", "--json", str(path)],
                capture_output=True,
                text=True,
                check=False,
            )
            fine = done.returncode == 2 and done.stdout.startswith('{"error"') and "Traceback" not in done.stderr
            if not fine:
                sys.exit(f"{name}: exit code {done.returncode}\n{done.stdout[:500]}\n{done.stderr[:2000]}")
            print(f"{name}: {done.stdout.strip()[:150]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=None)
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else secrets.randbits(32)
    rng = random.Random(seed)
    print(f"seed {seed}")
    huge_lines()
    end = time.monotonic() + args.minutes * 60
    seen: Counter[str] = Counter()
    while time.monotonic() < end:
        record = random_record(rng)
        for _ in range(50):
            data = mutated(record, rng)
            try:
                error = answer(data)
            except BaseException:
                Path("fuzz-failure.json").write_bytes(data)
                print(f"seed {seed}: this text was answered wrongly; it is in fuzz-failure.json")
                raise
            seen["legal" if error is None else str(error.action).partition("[")[0]] += 1
    for name, count in seen.most_common():
        print(f"{count:>9,} {name}")
    print(f"{sum(seen.values()):,} records read, none answered with anything but a result or an error with a place")


if __name__ == "__main__":
    main()
