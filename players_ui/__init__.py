"""The registry of players: pages of the desk, and the import from a file."""
