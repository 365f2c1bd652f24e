"""The earlier name of `rebuild_projections`, for scripts written for 0.1."""

from journal.management.commands.rebuild_projections import Command

__all__ = ["Command"]
