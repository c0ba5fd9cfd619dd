"""The live table: people and bots at one table through the browser."""
