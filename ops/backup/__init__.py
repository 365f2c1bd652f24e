"""Backup of the room to one file while the server runs, and restore from it, complete or not at all."""


class BackupError(Exception):
    """A backup or restore is not possible; the message is a sentence for the user."""


class NotTriedError(BackupError):
    """A restore can't be tried now, for a reason unrelated to the backup."""


class NoSpaceError(NotTriedError):
    """A disk is full."""
