"""The tables of the database. `migrations` makes them; a test holds the two together."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("code", Text, primary_key=True),
    Column("created", Double, nullable=False),
    Column("host", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("phase", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("people", Integer, nullable=False),
    Column("open", Integer, nullable=False),
    Column("changed", Double, nullable=False),
    Index(None, "public", "changed"),
    Index(None, "host", "created"),
)

# The log is the truth: a table is what its entries say. The key decides between two servers that write at once.
events = Table(
    "events",
    metadata,
    Column("table_code", Text, ForeignKey("tables.code"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("table_code", "seq"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_code", Text, ForeignKey("tables.code"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("ended", Double, nullable=False),
    Column("title", Text, nullable=False),
    Column("record", Text, nullable=False),
    UniqueConstraint("table_code", "number"),
)

# A link that lets one person into a seat, once. The token itself is nowhere in the database.
links = Table(
    "links",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("table_code", Text, ForeignKey("tables.code"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", Text, nullable=False),
    Column("expires", Double, nullable=False),
    Column("used", Boolean, nullable=False),
    Index(None, "expires"),
)

# The servers that share this database. Who is present counts only while the server that said so is alive.
nodes = Table(
    "nodes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("alive_until", Double, nullable=False),
)

presence = Table(
    "presence",
    metadata,
    Column("table_code", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("node", Text, nullable=False),
    PrimaryKeyConstraint("table_code", "player", "node"),
    Index(None, "node"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
