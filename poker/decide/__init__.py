"""Decisions: which events each command produces, or why it is refused."""
