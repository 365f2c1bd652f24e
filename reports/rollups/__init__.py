"""Rollups derived from the logs: a pure reducer per table, and one pass per room."""
