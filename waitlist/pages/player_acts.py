"""A player's actions on their own page: answer a call, leave a list, join another one, arrive."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated
from uuid import NAMESPACE_OID, uuid5

from poker.refusal import Refusal
from staff.keys import PLAYER_PHONE
from staff.models import Room
from waitlist.actions import load_waitlists
from waitlist.adding import Addition, add_to_lists
from waitlist.join_code import is_join_code
from waitlist.joining import count_code
from waitlist.rules.commands import HoldSeat, MarkArrived, PassCall, RemovePlayer, WaitlistCommand
from waitlist.rules.state import Waitlist, WaitlistEntry
from waitlist.seatings import waitlist_execute
from web.posted import Posted, command_id, line, number

LEFT = "left the list by phone"


class PlayerForm(Posted):
    """The posted fields.

    number: of the entry; list: the one to join; code: on the board, for a player who has arrived.
    """

    ask: Annotated[str, line(20)]
    command: Annotated[str, command_id(64)]
    number: Annotated[int, number(10)]
    list: Annotated[str, line(40)]
    code: Annotated[str, line(20)]


def player_act(form: PlayerForm, room: Room, token: str, now: datetime) -> int:
    """Run the posted action; return the number of the entry that it added, 0 for no entry.

    Raises `Refusal`: `not_on_a_list` for an entry of another page, `unknown_ask`, `join_off`, `join_at_desk` for a
    player who is not in the room, `join_code_wrong`, and the refusals of the commands.
    """
    entries = [
        (waitlist, entry)
        for waitlist in load_waitlists(room.pk).lists
        for entry in waitlist.entries
        if entry.token == token
    ]
    if form.ask == "join":
        return _join(form, room, entries, now)
    if form.ask == "arrive":
        _arrive(form, room, entries, now)
        return 0
    command = _COMMANDS.get(form.ask)
    if command is None:
        raise Refusal("unknown_ask", "", name=form.ask)
    if form.number not in {entry.number for _, entry in entries}:
        raise Refusal("not_on_a_list", "", number=form.number)
    _execute(room, command(form.number), _command_id(form, form.number), now)
    return 0


def _join(
    form: PlayerForm, room: Room, entries: list[tuple[Waitlist, WaitlistEntry]], now: datetime
) -> int:
    if not room.joins_by_phone:
        raise Refusal("join_off")
    if not any(entry.here for _, entry in entries):
        raise Refusal("join_at_desk")
    first = entries[0][1]
    result = add_to_lists(
        room_id=room.pk,
        addition=Addition(player=first.player, name=first.name, keys=[form.list]),
        command_id=_command_id(form, form.list),
        actor=PLAYER_PHONE,
        now=now,
    )
    waitlist = result.state.waitlist(form.list)
    added = [e.number for e in waitlist.entries if e.token == first.token] if waitlist else []
    return added[0] if added else 0


def _arrive(
    form: PlayerForm, room: Room, entries: list[tuple[Waitlist, WaitlistEntry]], now: datetime
) -> None:
    """Mark all entries as here. A player who reads the code on the board is in the room."""
    if not room.joins_by_phone:
        raise Refusal("join_off")
    count_code(now)
    if not is_join_code(room.pk, form.code, now):
        raise Refusal("join_code_wrong")
    for _, entry in entries:
        if not entry.here:
            _execute(room, MarkArrived(entry.number), _command_id(form, entry.number), now)


def _command_id(form: PlayerForm, about: object) -> str:
    """Return the id of a command. All forms of a page share one id, so that a second tap repeats the same command."""
    return str(uuid5(NAMESPACE_OID, f"{form.command}.{form.ask}.{about}"))


def _execute(room: Room, command: WaitlistCommand, command_id: str, now: datetime) -> None:
    waitlist_execute(
        room_id=room.pk, command_id=command_id, command=command, actor=PLAYER_PHONE, now=now
    )


def _leave(number: int) -> RemovePlayer:
    return RemovePlayer(number, LEFT)


_COMMANDS: dict[str, Callable[[int], WaitlistCommand]] = {
    "hold_seat": HoldSeat,
    "pass_on": PassCall,
    "take_off": _leave,
}
