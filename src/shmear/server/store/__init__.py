"""The store of the live table: an append-only log of events for each table, in SQLite or PostgreSQL.

What was accepted at a table is stored before anybody hears of it, and the table is what its log says. Any number of
servers may write to one PostgreSQL: of two that write the same entry one is told that it was too late.
"""

from shmear.server.store.database import locate
from shmear.server.store.errors import StoreTrouble
from shmear.server.store.model import Append, Entry, FinishedMatch, Summary
from shmear.server.store.store import Store

__all__ = ["Store", "StoreTrouble", "Entry", "Summary", "FinishedMatch", "Append", "locate"]
