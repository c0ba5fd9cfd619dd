"""Shmear: every game of Smear, Shmear and Pitch at one table.

The layers, each importing only those before it: `cards`, `rules` (a game as data), `game` (the referee),
`record` (matches in and out), `bots`, `terminal`, `cli`. See docs/design.md.
"""

__version__ = "0.1.0"
