"""Run by Alembic for every command: on the connection, and in the transaction, of `migrate`."""

from alembic import context

from shmear.server.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
