"""``python -m shmear`` is the ``shmear`` command."""

from shmear.cli import main

if __name__ == "__main__":
    main()
