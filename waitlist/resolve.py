"""Checks of a waitlist command against the room: admission, seat availability, seat priority."""

from collections.abc import Callable
from datetime import datetime
from secrets import token_urlsafe
from typing import Any

from msgspec.structs import replace

from journal.unix_time import milliseconds
from players.identity import keys_of
from players.models import Player
from players.roster import player_known, player_named
from players.standing import refuse_if_barred
from poker.codec import decode_state
from poker.refusal import Refusal
from poker.seat_locks import open_seats, refuse_locked
from staff.models import Room
from tables.admission import refuse_too_young
from tables.game_keys import waitlist_key_of
from tables.models import Table
from tables.seating_warnings import refuse_apart
from waitlist.rules import commands as c
from waitlist.rules.seat_draw import assign_seats
from waitlist.rules.seat_priority import SeatClaim
from waitlist.rules.seniority import SeniorityRank
from waitlist.rules.state import CHANGES, Waitlist, WaitlistEntry, Waitlists
from waitlist.seat_priority import SeatPriority, seated

NEW_PLAYER = "new"  # key of a player named by alias only, who is created if new, unless the command is refused


def resolve(
    command: c.WaitlistCommand, waitlists: Waitlists, room_id: int, now: datetime
) -> c.WaitlistCommand:
    """Return the command with the fields that the room fills in: alias, seniority, and who has priority.

    Raises `Refusal`: `player_unknown`, `player_barred`, `player_excluded`, `player_suspended`, `too_young`,
    `players_apart`, `on_this_list` (even for the second key of a merged player), and the refusals of a seat or a
    must-move chain.
    """
    resolver = _RESOLVERS.get(type(command))
    return resolver(command, waitlists, room_id, now) if resolver else command


def _add_player(
    command: c.AddPlayer, waitlists: Waitlists, room_id: int, now: datetime
) -> c.WaitlistCommand:
    new = command.player == NEW_PLAYER
    player = player_named(key="", alias=command.name) if new else require_player(command.player)
    refuse_ineligible(player, room_id, now)
    listed = [pair for key in keys_of(player) for pair in waitlists.of(key)]
    for waitlist, _ in listed:
        if waitlist.key == command.key:
            raise Refusal("on_this_list", "", name=player.alias, title=waitlist.title)
    target = waitlists.waitlist(command.key)
    if target is not None and target.kind in CHANGES:
        _refuse_without_seat(target, player, room_id)
    token = listed[0][1].token if listed else token_urlsafe(24)  # a player has one status page
    return replace(command, player=player.key, name=player.alias, token=token)


def _refuse_without_seat(waitlist: Waitlist, player: Player, room_id: int) -> None:
    """Refuse a change request from a player who is not at that table or in that game.

    Raises `Refusal`: `not_at_that_table`, `not_in_that_game`.
    """
    tables = {table for table, _ in seated(room_id).get(player.key, ())}
    if waitlist.kind == "seat_change":
        if waitlist.of not in tables:
            raise Refusal("not_at_that_table", "", name=player.alias, table=waitlist.of)
    elif not any(waitlist_key_of(table_named(room_id, table)) == waitlist.of for table in tables):
        raise Refusal("not_in_that_game", "", name=player.alias)


def _resolve_seat_assignment(
    command: c.CallPlayer | c.ConfirmSeated, waitlists: Waitlists, room_id: int, now: datetime
) -> c.CallPlayer | c.ConfirmSeated:
    waitlist, entry = require_entry(waitlists, command.number)
    player = require_player(entry.player)
    refuse_ineligible(player, room_id, now)
    table = table_named(room_id, command.table)
    if waitlist.kind == "seat_change":
        if command.table != waitlist.of:
            raise Refusal("not_at_that_table", "", name=entry.name, table=command.table)
        seat_of(room_id, player, waitlist.of)
    else:
        _refuse_second_seat(table, player)
        refuse_apart(table.listed.seats, player.key, entry.name)
    refuse_unless_open(table, command.seat, player, now)
    claims = SeatPriority(room_id, waitlists).at(
        command.table, command.seat, waitlist_key_of(table)
    )
    before = tuple(claim.name for claim in _claims_before(waitlists, waitlist, entry, claims))
    command = replace(command, before=before)
    if waitlist.kind != "table_change" or not isinstance(command, c.ConfirmSeated):
        return command
    origin, _ = seat_of(room_id, player, "", except_table=command.table)
    return replace(command, origin=origin)


def _claims_before(
    waitlists: Waitlists, waitlist: Waitlist, entry: WaitlistEntry, claims: tuple[SeatClaim, ...]
) -> list[SeatClaim]:
    """Return the claims with priority over an entry, except entries of the same game list, which the list orders."""
    order = waitlists.policy.order
    source = waitlist.kind if waitlist.kind in CHANGES else "list"
    earlier = []
    for claim in claims:
        if claim.number == entry.number:
            break
        if order.index(claim.source) > order.index(source):
            break
        if claim.line != waitlist.key or waitlist.kind in CHANGES:
            earlier.append(claim)
    return earlier


def _must_move(
    command: c.MustMove, waitlists: Waitlists, room_id: int, now: datetime
) -> c.WaitlistCommand:
    """Raises `Refusal`: `not_in_the_chain` for a player at no must-move table of the game."""
    player = require_player(command.player)
    refuse_ineligible(player, room_id, now)
    priority = SeatPriority(room_id, waitlists)
    senior = _senior(priority, command.key, player)
    table = table_named(room_id, command.to_table)
    _refuse_second_seat(table, player)
    refuse_apart(table.listed.seats, player.key, senior.name)
    refuse_unless_open(table, command.to_seat, player, now)
    order = waitlists.policy.order
    claims = priority.at(command.to_table, command.to_seat, command.key)
    first = [
        candidate
        for candidate in claims
        if order.index(candidate.source) < order.index("must_move")
    ]
    ahead = [
        candidate.name
        for candidate in priority.seniors(command.key)
        if candidate.place
        and (candidate.place < senior.place or not senior.place)
        and not priority.apart(table.name, candidate.player)
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
        before=tuple(candidate.name for candidate in first),
    )


def _decline(
    command: c.Decline, waitlists: Waitlists, room_id: int, now: datetime
) -> c.WaitlistCommand:
    player = require_player(command.player)
    senior = _senior(SeatPriority(room_id, waitlists), command.key, player)
    return replace(command, player=player.key, name=senior.name, since=senior.since)


def _senior(priority: SeatPriority, key: str, player: Player) -> SeniorityRank:
    for rank in priority.seniors(key):
        if rank.player == player.key:
            return rank
    raise Refusal("not_in_the_chain", "S-004", name=player.alias)


def _set_chain(
    command: c.SetChain, waitlists: Waitlists, room_id: int, now: datetime
) -> c.WaitlistCommand:
    """Raises `Refusal`: `no_such_table`, and `other_game` for a table of another plaque."""
    for name in (*command.main, *command.feeders):
        table = table_named(room_id, name)
        if waitlist_key_of(table) != command.key:
            raise Refusal("other_game", "S-004", table=name)
    return command


def _break_table(
    command: c.BreakTable, waitlists: Waitlists, room_id: int, now: datetime
) -> c.WaitlistCommand:
    """Check the draw against the room: the same players sit at the table, and all drawn seats are still open.

    Raises `Refusal`: `draw_stale`, `other_game`.
    """
    broken = table_named(room_id, command.table)
    seats: list[tuple[str, int]] = []
    for name in dict.fromkeys(table for table, _ in command.chairs):
        table = table_named(room_id, name)
        if waitlist_key_of(table) != waitlist_key_of(broken) or table == broken:
            raise Refusal("other_game", "S-003", table=name)
        seats += [(name, seat) for seat in free_seats(table, waitlists, now)]
    players = tuple(
        (assignment.player, assignment.name, assignment.seat) for assignment in command.drawn
    )
    is_consistent = assign_seats(players, command.chairs) == command.drawn
    if not is_consistent or sorted(players) != sorted(seated_players(broken)):
        raise Refusal("draw_stale")
    if not set(command.chairs) <= set(seats):
        raise Refusal("draw_stale")
    entries = {
        assignment.player: [w for _, w in waitlists.of(assignment.player)]
        for assignment in command.drawn
    }
    tokens = tuple(
        entries[assignment.player][0].token if entries[assignment.player] else token_urlsafe(24)
        for assignment in command.drawn
        if not assignment.table
    )
    return replace(command, key=waitlist_key_of(broken), tokens=tokens)


def seated_players(table: Table) -> list[tuple[str, str, int]]:
    """Return key, alias and seat of all players at a table."""
    seats = table.listed.seats
    return [(seat.player, seat.name, int(seat.seat)) for seat in seats if seat.player]


def free_seats(table: Table, waitlists: Waitlists, now: datetime) -> list[int]:
    """Return the seats that a player can take now: open, not reserved, and without a hand in progress."""
    state = decode_state(bytes(table.stream.state))
    reserved = {
        entry.seat
        for waitlist in waitlists.lists
        for entry in waitlist.entries
        if entry.table == table.name
    }
    dealt = {part.seat for part in state.hand.parts} if state.hand else set()
    return [
        seat
        for seat in open_seats(state, milliseconds(now))
        if seat not in reserved and seat not in dealt and state.is_open
    ]


_RESOLVERS: dict[
    type[c.WaitlistCommand], Callable[[Any, Waitlists, int, datetime], c.WaitlistCommand]
] = {
    c.AddPlayer: _add_player,
    c.CallPlayer: _resolve_seat_assignment,
    c.ConfirmSeated: _resolve_seat_assignment,
    c.MustMove: _must_move,
    c.Decline: _decline,
    c.SetChain: _set_chain,
    c.BreakTable: _break_table,
}


def refuse_ineligible(player: Player, room_id: int, now: datetime) -> None:
    """Refuse a player whom the house does not seat. Raises `Refusal` as `resolve` does."""
    refuse_if_barred(player, now)
    minimum_age = Room.objects.values_list("minimum_age", flat=True).filter(pk=room_id).first()
    refuse_too_young(player, minimum_age, now)


def _refuse_second_seat(table: Table, player: Player) -> None:
    """Raise `Refusal`: `at_that_table` if the player has a seat at the table."""
    keys = keys_of(player)
    for seat in table.listed.seats:
        if seat.player in keys:
            name = seat.name
            seat_number = seat.seat
            raise Refusal("at_that_table", "", name=name, table=table.name, seat=seat_number)


def refuse_unless_open(table: Table, number: int, player: Player, now: datetime) -> None:
    """Raise `Refusal`: `no_such_chair`, `chair_taken`, or `seat_locked` if it is locked up for another player."""
    seats = table.listed.seats
    if not 1 <= number <= len(seats):
        raise Refusal("no_such_chair", "", table=table.name, seat=number, seats=len(seats))
    if seats[number - 1].player:
        other = seats[number - 1].name
        raise Refusal("chair_taken", "S-013", table=table.name, seat=number, name=other)
    state = decode_state(bytes(table.stream.state)).seats[number - 1]
    refuse_locked(state, milliseconds(now), player.key)


def seat_of(room_id: int, player: Player, at: str, except_table: str = "") -> tuple[str, int]:
    """Return a player's table and seat at table `at` or, if `at` is empty, at any table except `except_table`.

    Raises `Refusal`: `not_seated`.
    """
    for table, seat in seated(room_id).get(player.key, ()):
        if table == at or (not at and table != except_table):
            return table, seat
    raise Refusal("not_seated", "S-013", name=player.alias)


def require_entry(waitlists: Waitlists, number: int) -> tuple[Waitlist, WaitlistEntry]:
    """Return an entry and its waitlist. Raises `Refusal`: `not_on_a_list`."""
    waitlist = waitlists.holding(number)
    entry = waitlist.find(number) if waitlist else None
    if waitlist is None or entry is None:
        raise Refusal("not_on_a_list", "", number=number)
    return waitlist, entry


def require_player(key: str) -> Player:
    """Return the player with a key. Raises `Refusal`: `player_unknown`."""
    player = player_known(key)
    if player is None:
        raise Refusal("player_unknown", "", player=key)
    return player


def table_named(room_id: int, name: str) -> Table:
    """Return the table with a name. Raises `Refusal`: `no_such_table`."""
    rows = Table.objects.select_related("stream", "plaque")
    table = rows.filter(room_id=room_id, name=name).first()
    if table is None:
        raise Refusal("no_such_table", "", table=name)
    return table
