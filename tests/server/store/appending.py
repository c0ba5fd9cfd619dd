"""Run by a test and killed by it: appends pairs of entries and prints each pair once it is acknowledged."""

import asyncio
import sys

from store_builders import append, summary

from shmear.server.store import Store


async def main(place: str) -> None:
    store = await Store.open(place)

    async def play(code: str) -> None:
        await store.create(summary(code))
        for seq in range(1, 1_000_000, 2):
            assert await store.append(append(seq, seq + 1, code=code))
            print(code, seq + 1, flush=True)

    await asyncio.gather(*(play(f"T{number}") for number in range(20)))


asyncio.run(main(sys.argv[1]))
