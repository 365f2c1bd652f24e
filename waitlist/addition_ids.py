"""Ids of the commands that add one player to several lists."""

from uuid import NAMESPACE_OID, uuid5


def addition_id(command_id: str, key: str) -> str:
    """Return the command id for one list of an addition.

    command_id: of the whole addition, which the first list uses; key: of the list.
    """
    return str(uuid5(NAMESPACE_OID, f"{command_id}.{key}"))


def opening_id(command_id: str, key: str) -> str:
    """Return the command id under which an addition opens a new list.

    command_id: of the whole addition; key: of the list.
    """
    return str(uuid5(NAMESPACE_OID, f"{command_id}.{key}.opened"))
