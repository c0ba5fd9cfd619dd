"""Compile the kernel ahead of time, so that nobody waits for it in a game: ``python -m shmear.search``."""

from shmear.search.warm import warm_up

if __name__ == "__main__":
    warm_up()
