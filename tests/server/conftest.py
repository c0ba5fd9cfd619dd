"""A PostgreSQL of the tests' own, and for each test a fresh database in it or a fresh SQLite file."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from live import Server
from postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return request.getfixturevalue("postgres").url()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def shared_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(str(tmp_path_factory.mktemp("live") / "tables.db")) as server:
        yield server


@pytest.fixture(scope="session")
def shared_postgresql(postgres: Postgres) -> Iterator[Server]:
    with Server(postgres.url()) as server:
        yield server


@pytest.fixture
def sqlite_server(shared_sqlite: Server) -> Iterator[Server]:
    """A running server on SQLite; a defect that it logs fails the test."""
    with shared_sqlite.watched():
        yield shared_sqlite


@pytest.fixture
def postgresql_server(shared_postgresql: Server) -> Iterator[Server]:
    """A running server on PostgreSQL; a defect that it logs fails the test."""
    with shared_postgresql.watched():
        yield shared_postgresql


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> Server:
    """A running server on each kind of database."""
    return request.getfixturevalue(f"{request.param}_server")
