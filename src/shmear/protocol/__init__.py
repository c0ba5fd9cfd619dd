"""What is said over a table's socket: `messages`, hands and views on the `wire`, and the `schema` of it all."""
