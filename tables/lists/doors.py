"""What the lists ask of the room: is the player welcome, is the chair there and empty, and then he sits in it."""

from datetime import datetime
from secrets import token_urlsafe

from msgspec.structs import replace

from players.identity import keys_of
from players.models import Player
from players.roster import player_known
from players.standing import refuse_unwelcome
from poker import codec
from poker.commands import SeatPlayer
from poker.locks import refuse_locked
from poker.refusal import Refusal
from poker.waiting import commands as c
from poker.waiting.state import Line, Lists, Waiting
from tables.actions import execute_inside_transaction
from tables.models import Room, Table
from tables.welcome import refuse_too_young


def opened(command: c.Ask, lists: Lists, room_id: int, now: datetime) -> c.Ask:
    """The command as the room has it: the player's own alias, a token for his page.

    Refuses `player_unknown`, `player_barred`, `player_excluded`, `player_suspended`, `too_young`, `on_this_list` also
    for the second key of a player who was merged, and what `_chair` refuses.
    """
    if isinstance(command, c.AddName):
        player = _player(command.player)
        _welcome(player, room_id, now)
        waits = [one for key in keys_of(player) for one in lists.of(key)]
        for line, _ in waits:
            if line.key == command.key:
                raise Refusal("on_this_list", "", name=player.alias, title=line.title)
        token = waits[0][1].token if waits else token_urlsafe(24)  # one page a player
        return replace(command, player=player.key, name=player.alias, token=token)
    if isinstance(command, c.CallName | c.Seated):
        line, one = _name(lists, command.number)
        _welcome(_player(one.player), room_id, now)
        _chair(room_id, command.table, command.seat, line, one, now)
    return command


def seated(
    command: c.Ask, lists: Lists, room_id: int, command_id: str, actor: str, now: datetime
) -> None:
    """Seat whoever the lists have seated, in the caller's transaction.

    Refuses what the table refuses: `seat_taken`, `player_seated` and the others; and `change_at_the_table`: who has a
    seat already brings his chips along, which no list knows.
    """
    if not isinstance(command, c.Seated):
        return
    line, one = _name(lists, command.number)
    if line.kind in ("seat_change", "table_change"):
        raise Refusal("change_at_the_table", "", name=one.name)
    execute_inside_transaction(
        table_id=_table(room_id, command.table).pk,
        command_id=command_id,
        seen=None,
        command=SeatPlayer(seat=command.seat, player=one.player, name=one.name),
        actor=actor,
        now=now,
    )


def _welcome(player: Player, room_id: int, now: datetime) -> None:
    refuse_unwelcome(player, now)
    least = Room.objects.values_list("minimum_age", flat=True).filter(pk=room_id).first()
    refuse_too_young(player, least, now)


def _chair(room_id: int, name: str, number: int, line: Line, one: Waiting, now: datetime) -> None:
    """Refuses `no_such_table`, `no_such_chair`, `chair_taken`, `at_that_table`, and `seat_locked` for anybody but the
    one for whom a chair is locked up.
    """
    table = _table(room_id, name)
    seats = table.view.get("seats", [])
    if not 1 <= number <= len(seats):
        raise Refusal("no_such_chair", "", table=name, seat=number, seats=len(seats))
    if line.kind != "seat_change":
        keys = keys_of(_player(one.player))
        for seat in seats:
            if seat["player"] in keys:
                raise Refusal("at_that_table", "", name=one.name, table=name, seat=seat["seat"])
    if seats[number - 1]["player"]:
        other = seats[number - 1]["name"]
        raise Refusal("chair_taken", "S-013", table=name, seat=number, name=other)
    state = codec.decode_state(bytes(table.stream.state)).seats[number - 1]
    refuse_locked(state, int(now.timestamp() * 1000), one.player)


def _name(lists: Lists, number: int) -> tuple[Line, Waiting]:
    line = lists.holding(number)
    one = line.find(number) if line else None
    if line is None or one is None:
        raise Refusal("not_on_a_list", "", number=number)
    return line, one


def _player(key: str) -> Player:
    player = player_known(key)
    if player is None:
        raise Refusal("player_unknown", "", player=key)
    return player


def _table(room_id: int, name: str) -> Table:
    found = Table.objects.select_related("stream").filter(room_id=room_id, name=name).first()
    if found is None:
        raise Refusal("no_such_table", "", table=name)
    return found
