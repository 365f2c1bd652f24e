"""Adding a player to one or several waitlists in one transaction: all of them, or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from players.registry import PlayerInput, player_change, validate
from players.roster import player_known, player_named
from tables.game_keys import title_of
from waitlist.actions import WAITLIST, WaitlistResult
from waitlist.addition_ids import addition_id, opening_id
from waitlist.rules.commands import AddPlayer, OpenWaitlist, WaitlistCommand
from waitlist.rules.state import Waitlists


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """A player and the lists to add them to.

    player: key in the logs, or `resolve.NEW_PLAYER`; here: in the room; phone: in E.164, stored if the player has none
    on file, "" for no number.
    """

    player: str
    name: str
    keys: Sequence[str]
    here: bool = True
    local: bool = False
    phone: str = ""


def add_to_lists(
    *, room_id: int, addition: Addition, command_id: str, actor: str, now: datetime
) -> WaitlistResult:
    """Add a player to each list, and open the list of a running game that has none.

    Raises `Refusal` as `AddPlayer` does, and then stores nothing. A repeated command id changes nothing.
    """
    lists_id = WAITLIST.id_of_room(room_id)

    def work() -> WaitlistResult:
        return add_inside_transaction(
            lists_id=lists_id,
            addition=addition,
            command_id=command_id,
            actor=actor,
            now=now,
        )

    return WAITLIST.durably(lists_id, command_id, work)


def add_inside_transaction(
    *,
    lists_id: int,
    addition: Addition,
    command_id: str,
    actor: str,
    now: datetime,
) -> WaitlistResult:
    """`add_to_lists` inside the caller's transaction."""
    stream = WAITLIST.lock(lists_id)
    if (stored := WAITLIST.stored_result(stream, command_id)) is not None:
        return stored
    room_id = WAITLIST.room_id_of(stream)
    result = WAITLIST.unchanged(stream)
    for at, key in enumerate(addition.keys):
        for command, sent_as in _commands(result.state, key, room_id, addition, command_id, at):
            result = WAITLIST.execute_inside_transaction(
                lists_id, command, command_id=sent_as, actor=actor, now=now
            )
    if addition.phone:
        _store_phone(addition, actor, now)
    return result


def checked_phone(text: str, now: datetime) -> str:
    """Return a typed number in E.164, "" for none. Raises `Refusal`: `phone_bad`."""
    values, refusals = validate(PlayerInput(phone=text), now)
    if refusals:
        raise refusals[0]
    return str(values["phone"])


def _store_phone(addition: Addition, actor: str, now: datetime) -> None:
    """Store the number of a player who has none. A number on file is changed only under Players, which records who did
    it.
    """
    player = player_known(addition.player) or player_named(key="", alias=addition.name)
    if not player.phone:
        player_change(
            player=player, player_input=PlayerInput(phone=addition.phone), by=actor, now=now
        )


def _commands(
    lists: Waitlists, key: str, room_id: int, addition: Addition, command_id: str, at: int
) -> list[tuple[WaitlistCommand, str]]:
    """Return the commands of one list with their ids. The first command has the id of the whole addition."""
    add_id = addition_id(command_id, key) if at else command_id
    add = AddPlayer(key, addition.player, addition.name, addition.here, addition.local)
    if lists.waitlist(key) is not None:
        return [(add, add_id)]
    return [(OpenWaitlist(key, title_of(key, room_id)), opening_id(command_id, key)), (add, add_id)]
