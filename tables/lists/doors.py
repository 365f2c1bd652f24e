"""What the lists ask of the room before they decide: is the player welcome, is the chair there, who has it first."""

from collections.abc import Callable
from datetime import datetime
from secrets import token_urlsafe
from typing import Any

from msgspec.structs import replace

from players.identity import keys_of
from players.models import Player
from players.roster import player_known, player_named
from players.standing import refuse_unwelcome
from poker.codec import decode_state
from poker.locks import open_chairs, refuse_locked
from poker.refusal import Refusal
from poker.waiting import commands as c
from poker.waiting.claims import Claim
from poker.waiting.drawing import placed
from poker.waiting.seniority import Senior
from poker.waiting.state import CHANGES, Line, Lists, Waiting
from tables.lists.games import key_of
from tables.lists.offers import Offers, seated
from tables.models import Room, Table
from tables.warning import refuse_apart
from tables.welcome import refuse_too_young

NEW = "new"  # instead of a key: whoever has the alias, made when nobody has, and not when the name is refused


def opened(command: c.Ask, lists: Lists, room_id: int, now: datetime) -> c.Ask:
    """The command as the room has it, with all that no desk says: aliases, seniority, who has a chair first.

    Refuses `player_unknown`, `player_barred`, `player_excluded`, `player_suspended`, `too_young`, `players_apart`,
    `on_this_list` also for the second key of a player who was merged, and what a chair or a chain refuses.
    """
    door = _DOORS.get(type(command))
    return door(command, lists, room_id, now) if door else command


def _add_name(command: c.AddName, lists: Lists, room_id: int, now: datetime) -> c.Ask:
    new = command.player == NEW
    player = player_named(key="", alias=command.name) if new else known(command.player)
    _welcome(player, room_id, now)
    waits = [one for key in keys_of(player) for one in lists.of(key)]
    for line, _ in waits:
        if line.key == command.key:
            raise Refusal("on_this_list", "", name=player.alias, title=line.title)
    asked = lists.line(command.key)
    if asked is not None and asked.kind in CHANGES:
        _sits_there(asked, player, room_id)
    token = waits[0][1].token if waits else token_urlsafe(24)  # one page a player
    return replace(command, player=player.key, name=player.alias, token=token)


def _sits_there(line: Line, player: Player, room_id: int) -> None:
    """Only who has a chair changes it. Refuses `not_at_that_table`, `not_in_that_game`."""
    at = {table for table, _ in seated(room_id).get(player.key, ())}
    if line.kind == "seat_change":
        if line.of not in at:
            raise Refusal("not_at_that_table", "", name=player.alias, table=line.of)
    elif not any(game_of(table_named(room_id, table)) == line.of for table in at):
        raise Refusal("not_in_that_game", "", name=player.alias)


def _chair_given(command: c.CallName | c.Seated, lists: Lists, room_id: int, now: datetime) -> Any:
    line, one = named(lists, command.number)
    player = known(one.player)
    _welcome(player, room_id, now)
    table = table_named(room_id, command.table)
    if line.kind == "seat_change":
        if command.table != line.of:
            raise Refusal("not_at_that_table", "", name=one.name, table=command.table)
        sits(room_id, player, line.of)
    else:
        _not_twice(table, player)
        refuse_apart(table.view, player.key, one.name)
    _empty(table, command.seat, player, now)
    offered = Offers(room_id, lists).at(command.table, command.seat, game_of(table))
    before = tuple(claim.name for claim in _before(lists, line, one, offered))
    command = replace(command, before=before)
    if line.kind != "table_change" or not isinstance(command, c.Seated):
        return command
    origin, _ = sits(room_id, player, "", besides=command.table)
    return replace(command, origin=origin)


def _before(lists: Lists, line: Line, one: Waiting, offered: tuple[Claim, ...]) -> list[Claim]:
    """Who has the chair first, but names of the same list of a game: those the lists count themselves."""
    order = lists.policy.order
    source = line.kind if line.kind in CHANGES else "list"
    found = []
    for claim in offered:
        if claim.number == one.number:
            break
        if order.index(claim.source) > order.index(source):
            break
        if claim.line != line.key or line.kind in CHANGES:
            found.append(claim)
    return found


def _must_move(command: c.MustMove, lists: Lists, room_id: int, now: datetime) -> c.Ask:
    """Refuses `not_in_the_chain` for who sits at no must-move table of the game."""
    player = known(command.player)
    _welcome(player, room_id, now)
    offers = Offers(room_id, lists)
    senior = _senior(offers, command.key, player)
    table = table_named(room_id, command.to_table)
    _not_twice(table, player)
    refuse_apart(table.view, player.key, senior.name)
    _empty(table, command.to_seat, player, now)
    order = lists.policy.order
    claims = offers.at(command.to_table, command.to_seat, command.key)
    first = [one for one in claims if order.index(one.source) < order.index("must_move")]
    ahead = [
        one.name
        for one in offers.seniors(command.key)
        if one.place
        and (one.place < senior.place or not senior.place)
        and not offers.apart(table.name, one.player)
    ]
    return replace(
        command,
        player=player.key,
        name=senior.name,
        table=senior.table,
        seat=senior.seat,
        since=senior.since,
        entry=senior.entry,
        ahead=tuple(ahead),
        before=tuple(one.name for one in first),
    )


def _decline(command: c.Decline, lists: Lists, room_id: int, now: datetime) -> c.Ask:
    player = known(command.player)
    senior = _senior(Offers(room_id, lists), command.key, player)
    return replace(command, player=player.key, name=senior.name, since=senior.since)


def _senior(offers: Offers, key: str, player: Player) -> Senior:
    for one in offers.seniors(key):
        if one.player == player.key:
            return one
    raise Refusal("not_in_the_chain", "S-004", name=player.alias)


def _set_chain(command: c.SetChain, lists: Lists, room_id: int, now: datetime) -> c.Ask:
    """Refuses `no_such_table`, and `other_game` for a table of another plaque."""
    for name in (*command.main, *command.feeders):
        table = table_named(room_id, name)
        if game_of(table) != command.key:
            raise Refusal("other_game", "S-004", table=name)
    return command


def _break_table(command: c.BreakTable, lists: Lists, room_id: int, now: datetime) -> c.Ask:
    """The draw is of the room as it is: who sits there, and every chair that is open, as it fell.

    Refuses `draw_stale`.
    """
    broken = table_named(room_id, command.table)
    chairs: list[tuple[str, int]] = []
    for name in dict.fromkeys(table for table, _ in command.chairs):
        table = table_named(room_id, name)
        if game_of(table) != game_of(broken) or table == broken:
            raise Refusal("other_game", "S-003", table=name)
        chairs += [(name, seat) for seat in free_chairs(table, lists, now)]
    sitters = tuple((one.player, one.name, one.seat) for one in command.drawn)
    honest = placed(sitters, command.chairs) == command.drawn
    if not honest or sorted(sitters) != sorted(sitters_of(broken)):
        raise Refusal("draw_stale")
    if not set(command.chairs) <= set(chairs):
        raise Refusal("draw_stale")
    waits = {one.player: [w for _, w in lists.of(one.player)] for one in command.drawn}
    tokens = tuple(
        waits[one.player][0].token if waits[one.player] else token_urlsafe(24)
        for one in command.drawn
        if not one.table
    )
    return replace(command, key=game_of(broken), tokens=tokens)


def sitters_of(table: Table) -> list[tuple[str, str, int]]:
    """Key, alias and chair of everybody at a table."""
    seats = table.view.get("seats", [])
    return [(one["player"], one["name"], int(one["seat"])) for one in seats if one["player"]]


def free_chairs(table: Table, lists: Lists, now: datetime) -> list[int]:
    """Chairs that a player can sit down in now: open, kept for nobody, and in no hand that is dealt."""
    state = decode_state(bytes(table.stream.state))
    kept = {one.seat for line in lists.lines for one in line.places if one.table == table.name}
    dealt = {part.seat for part in state.hand.parts} if state.hand else set()
    return [
        seat
        for seat in open_chairs(state, int(now.timestamp() * 1000))
        if seat not in kept and seat not in dealt and state.is_open
    ]


_DOORS: dict[type[c.Ask], Callable[[Any, Lists, int, datetime], c.Ask]] = {
    c.AddName: _add_name,
    c.CallName: _chair_given,
    c.Seated: _chair_given,
    c.MustMove: _must_move,
    c.Decline: _decline,
    c.SetChain: _set_chain,
    c.BreakTable: _break_table,
}


def _welcome(player: Player, room_id: int, now: datetime) -> None:
    refuse_unwelcome(player, now)
    least = Room.objects.values_list("minimum_age", flat=True).filter(pk=room_id).first()
    refuse_too_young(player, least, now)


def _not_twice(table: Table, player: Player) -> None:
    """Refuses `at_that_table`."""
    keys = keys_of(player)
    for seat in table.view.get("seats", []):
        if seat["player"] in keys:
            name, at = seat["name"], seat["seat"]
            raise Refusal("at_that_table", "", name=name, table=table.name, seat=at)


def _empty(table: Table, number: int, player: Player, now: datetime) -> None:
    """Refuses `no_such_chair`, `chair_taken`, and `seat_locked` for anybody but the one for whom it is locked up."""
    seats = table.view.get("seats", [])
    if not 1 <= number <= len(seats):
        raise Refusal("no_such_chair", "", table=table.name, seat=number, seats=len(seats))
    if seats[number - 1]["player"]:
        other = seats[number - 1]["name"]
        raise Refusal("chair_taken", "S-013", table=table.name, seat=number, name=other)
    state = decode_state(bytes(table.stream.state)).seats[number - 1]
    refuse_locked(state, int(now.timestamp() * 1000), player.key)


def sits(room_id: int, player: Player, at: str, besides: str = "") -> tuple[str, int]:
    """Table and chair of a player: at this table, or at any but `besides`. Refuses `not_seated`."""
    for table, seat in seated(room_id).get(player.key, ()):
        if table == at or (not at and table != besides):
            return table, seat
    raise Refusal("not_seated", "S-013", name=player.alias)


def named(lists: Lists, number: int) -> tuple[Line, Waiting]:
    """A name and its list. Refuses `not_on_a_list`."""
    line = lists.holding(number)
    one = line.find(number) if line else None
    if line is None or one is None:
        raise Refusal("not_on_a_list", "", number=number)
    return line, one


def known(key: str) -> Player:
    """Refuses `player_unknown`."""
    player = player_known(key)
    if player is None:
        raise Refusal("player_unknown", "", player=key)
    return player


def table_named(room_id: int, name: str) -> Table:
    """Refuses `no_such_table`."""
    rows = Table.objects.select_related("stream", "plaque")
    found = rows.filter(room_id=room_id, name=name).first()
    if found is None:
        raise Refusal("no_such_table", "", table=name)
    return found


def game_of(table: Table) -> str:
    """The key of a table's list; "" without a plaque."""
    return key_of(table.plaque.name) if table.plaque else ""
