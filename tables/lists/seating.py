"""Seated at the table instead of the desk: what the lists keep binds there too, and the name is off (S-013)."""

from collections.abc import Sequence

from poker.waiting.commands import Ask, SatDown, TakeOff
from poker.waiting.state import CHANGES, Lists
from tables.lists.asking import lists_ask_inside_transaction, lists_held
from tables.lists.carrying import LONGEST, By
from tables.lists.games import key_of
from tables.models import RoomLists, Table


def sat_down(
    lists_id: int, lists: Lists, table: Table, seat: int, keys: Sequence[str], by: By
) -> None:
    """The name is off the list of the table's game, and off any that calls it to this chair."""
    game = key_of(table.plaque.name) if table.plaque else ""
    for line in lists.lines:
        for one in line.places:
            called_here = (one.table, one.seat) == (table.name, seat)
            waits = line.key == game and line.kind not in CHANGES
            if one.player in keys and (called_here or waits):
                _ask(lists_id, by.room_id, SatDown(one.number, table.name, seat), one.number, by)


def twice_off(keys: Sequence[str], by: By) -> None:
    """Two players turned out to be one: of two names on one list the later one is off, in every room."""
    rooms = RoomLists.objects.order_by("room_id").values_list("room_id", "pk")
    for room_id, lists_id in rooms:
        for line in lists_held(lists_id).lines:
            mine = [one for one in line.places if one.player in keys]
            for one in mine[1:]:
                reason = f"the same player as place {line.at(mine[0].number)}"
                _ask(lists_id, room_id, TakeOff(one.number, reason), one.number, by)


def _ask(lists_id: int, room_id: int, command: Ask, number: int, by: By) -> None:
    lists_ask_inside_transaction(
        lists_id=lists_id,
        room_id=room_id,
        command_id=f"{by.command_id[:LONGEST]}.{number}",
        command=command,
        actor=by.actor,
        now=by.now,
    )
