"""Pages of the player registry, for the desk, and the import from a file."""
