"""The whole room in one file, while it works; and a room made again from such a file, whole or not at all."""


class NoBackup(Exception):
    """It cannot be done; the message is a sentence for whoever asked."""
