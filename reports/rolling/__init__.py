"""How rollups follow the logs: a pure fold a table, and one pass a room."""
