"""The append-only log."""
