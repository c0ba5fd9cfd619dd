"""What can go wrong with a store that is nobody's mistake, in words for the people at the table."""

from __future__ import annotations

import errno
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree


class StoreTrouble(Exception):
    """The store cannot do its work now: a full disk, a database that cannot be reached.

    The message is a sentence without a full stop that a player can understand; what the driver or the system said is
    in ``__cause__``. A write that ends with this may have been stored all the same if the connection broke while it
    was being committed: read the log again before going on.
    """


@contextmanager
def told() -> Generator[None, None, None]:
    """Turns errors of driver and system that mean trouble into `StoreTrouble`; mistakes of ours stay as they are."""
    try:
        yield
    except (DBAPIError, NoConnectionFree, OSError) as error:
        if (words := _words(error)) is None:
            raise
        raise StoreTrouble(words) from error
    except Exception as error:
        # A driver that fails while it connects raises its own errors, which SQLAlchemy has not wrapped.
        state = getattr(error, "sqlstate", None)
        if (words := _of_sqlstate(state)) is None:
            raise
        raise StoreTrouble(words) from error


UNREACHABLE = "the database cannot be reached"
FULL = "the disk is full"
BUSY = "the database is busy"
READ_ONLY = "the database cannot be written to"
DAMAGED = "the database is damaged"
UNREADABLE = "the database file cannot be opened"
DISK = "the disk cannot be read or written"
REFUSED = "the database refuses this user or password"


def _words(error: BaseException) -> str | None:
    if isinstance(error, NoConnectionFree):
        return BUSY
    if isinstance(error, OSError):
        return _of_system(error)
    chain: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in chain:
        chain.append(cause)
        cause = cause.orig if isinstance(cause, DBAPIError) else cause.__cause__
    for cause in chain:
        words = _of_sqlite(getattr(cause, "sqlite_errorname", None)) or _of_sqlstate(getattr(cause, "sqlstate", None))
        if words is None and isinstance(cause, OSError):
            words = _of_system(cause)
        if words is not None:
            return words
    return UNREACHABLE if isinstance(error, DBAPIError) and error.connection_invalidated else None


def _of_system(error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return FULL
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return READ_ONLY
        case errno.EEXIST | errno.ENOTDIR | errno.EISDIR:
            return UNREADABLE
        case errno.EIO:
            return DISK
        case _:
            return UNREACHABLE  # refused, reset, timed out, a name that is not known


_SQLITE = {
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_PERM": READ_ONLY,
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_PROTOCOL": BUSY,
    "SQLITE_CANTOPEN": UNREADABLE,
    "SQLITE_IOERR": DISK,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": "the file is not a database",
}


def _of_sqlite(name: str | None) -> str | None:
    """Words for SQLite's code of a result: SQLITE_IOERR_WRITE is a kind of SQLITE_IOERR."""
    return _SQLITE.get("_".join(name.split("_")[:2])) if name else None


_SQLSTATE = {
    "53100": FULL,
    "25006": READ_ONLY,
    "3D000": "this database does not exist",
    "40001": BUSY,
    "40P01": BUSY,
    "55P03": BUSY,
    "57014": BUSY,
}
_SQLSTATE_CLASS = {
    "08": UNREACHABLE,
    "28": REFUSED,
    "53": "the database has no room left for more work",
    "57": UNREACHABLE,
    "58": "the database has trouble with its disk",
    "XX": DAMAGED,
}


def _of_sqlstate(state: object) -> str | None:
    """Words for PostgreSQL's code of an error (its manual, appendix A)."""
    if not isinstance(state, str):
        return None
    return _SQLSTATE.get(state) or _SQLSTATE_CLASS.get(state[:2])
