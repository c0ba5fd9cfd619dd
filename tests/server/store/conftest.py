from collections.abc import AsyncIterator

import pytest

from shmear.server.store import Store


@pytest.fixture
async def store(place: str) -> AsyncIterator[Store]:
    store = await Store.open(place)
    yield store
    await store.close()


@pytest.fixture
async def second(place: str, store: Store) -> AsyncIterator[Store]:
    """The store of another server on the same database."""
    second = await Store.open(place)
    yield second
    await second.close()
