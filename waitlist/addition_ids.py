"""Ids of the commands that add one player to several lists."""

from uuid import NAMESPACE_OID, uuid5


def addition_id(command_id: str, key: str) -> str:
    """Return the id under which a list after the first one is added to.

    command_id: of the whole, which the first list has; key: of the list.
    """
    return str(uuid5(NAMESPACE_OID, f"{command_id}.{key}"))


def opening_id(command_id: str, key: str) -> str:
    """Return the id under which an addition opens a list that there was not.

    command_id: of the whole addition; key: of the list.
    """
    return str(uuid5(NAMESPACE_OID, f"{command_id}.{key}.opened"))
