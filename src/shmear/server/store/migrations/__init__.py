"""Brings a database from whatever it is, empty too, to what `tables` says.

A change to `tables` comes with a new file in ``versions``: its `revision` is its own name, `down_revision` the one
before, and `upgrade` makes the change. A file that has been released is never changed. There is no way down: an older
server refuses a newer database.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text

from shmear.server.store.errors import StoreTrouble

_LOCK = 0x5348_4D45_4152  # any number that is ours: "SHMEAR"


def migrate(connection: Connection) -> None:
    """Runs the missing steps in the transaction of a connection. Two servers that start at once do it one by one.

    On SQLite the transaction has locked the file already. Raises `StoreTrouble` for a database that is newer than
    this program.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreTrouble("the database was written by another, probably newer Shmear; update this one") from error
