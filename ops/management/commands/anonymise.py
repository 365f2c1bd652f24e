"""The earlier name of `anonymize`, for scripts written for 0.1."""

from ops.management.commands.anonymize import Command

__all__ = ["Command"]
