"""Seat draws for players of the waitlists and others, in one transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from journal.log import Attempt
from journal.unix_time import milliseconds
from players.identity import keys_of
from players.roster import player_by_card_or_alias, player_known
from players.separation import SeparationIndex
from poker import codec
from poker.commands import Drawn, DrawSeats
from poker.refusal import Refusal
from poker.seat_locks import open_seats
from poker.state import Table as State
from tables.actions import TABLE, CommandResult, execute_inside_transaction
from tables.game_keys import waitlist_key_of
from tables.lifecycle import opening_command
from tables.models import Table
from tables.random_draws import shuffle
from tables.seating_warnings import seating_warning
from waitlist.actions import WAITLIST
from waitlist.resolve import refuse_ineligible
from waitlist.rules.commands import ConfirmSeated, WaitlistCommand
from waitlist.rules.state import WaitlistEntry, Waitlists
from waitlist.seat_availability import waitlist_reservations


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDraw:
    """The players of a seat draw."""

    numbers: Sequence[int] = ()  # waitlist entries
    others: Sequence[str] = ()  # card number or alias


def seats_draw(
    *,
    table: Table,
    draw: SeatDraw,
    command_id: str,
    actor: str,
    now: datetime,
    opens: bool = False,
) -> CommandResult:
    """Draw open seats at random for players, and remove them from the waitlists; all or nothing.

    The log has who drew, the players, and the seats in the order drawn. opens: also open the table under its plaque
    (S-005). Players who may not play are left out, and the result's warning names them. Raises `Refusal`:
    `draw_nobody`, `draw_left_out` if no one else is left, `not_on_a_list`, `draw_apart`, `draw_chairs` if there are
    more players than seats, `no_plaque`, and the refusals of waitlists and table.
    """
    lists_id = WAITLIST.id_of_room(table.room_id)
    seated_keys: list[str] = []
    left_out: dict[str, str] = {}

    def work() -> CommandResult:
        stream = TABLE.lock(table.pk)
        waitlists = WAITLIST.lock_state(lists_id)
        if result := TABLE.stored_result(stream, command_id):
            return result
        others = _players_by_card_or_alias(draw.others)
        other_numbers = [_entry_number(table, waitlists, entry.player) for entry in others]
        numbers = dict.fromkeys([*draw.numbers, *(number for number in other_numbers if number)])
        listed = [_find_entry(waitlists, number) for number in numbers]
        unlisted = [
            entry for entry, number in zip(others, other_numbers, strict=True) if not number
        ]
        left_out.update(_refused_players([*listed, *unlisted], table.room_id, now))
        listed = [entry for entry in listed if entry.player not in left_out]
        unlisted = [entry for entry in unlisted if entry.player not in left_out]
        players = [_drawn_player(entry.player, entry.name) for entry in listed] + unlisted
        seated_keys[:] = [entry.player for entry in players]
        if not players:
            raise _left_out(left_out) or Refusal("draw_nobody", "S-013", table=table.name)
        state = codec.decode_state(bytes(stream.state))
        _refuse_apart(state, players)
        drawn_numbers = {entry.number for entry in listed}
        drawable = _drawable_seats(
            table, waitlists, drawn_numbers, open_seats(state, _milliseconds(now))
        )
        if len(players) > len(drawable):
            raise Refusal("draw_chairs", "S-013", players=len(players), chairs=len(drawable))
        order = tuple(shuffle(drawable))
        confirmations = _confirmations(
            lists_id, zip(listed, order, strict=False), table, command_id, actor, now
        )
        drawn = execute_inside_transaction(
            table_id=table.pk,
            command_id=command_id,
            seen=None,
            command=DrawSeats(tuple(players), order),
            actor=actor,
            now=now,
            part_of=WAITLIST.name,
        )
        for confirmation in confirmations:
            WAITLIST.execute_inside_transaction(
                lists_id,
                confirmation.command,
                command_id=confirmation.command_id,
                actor=actor,
                now=now,
                part_of=TABLE.name,
            )
        if not opens:
            return drawn
        return execute_inside_transaction(
            table_id=table.pk,
            command_id=f"{command_id}.open",
            seen=None,
            command=opening_command(table=table, now=now),
            actor=actor,
            now=now,
        )

    result = TABLE.durably(table.pk, command_id, work)
    apart = seating_warning(result.view.seats, seated_keys)
    return replace(result, warning=_left_out(left_out) or apart)


def _confirmations(
    lists_id: int,
    seats: Iterable[tuple[WaitlistEntry, int]],
    table: Table,
    command_id: str,
    actor: str,
    now: datetime,
) -> list[Attempt[WaitlistCommand]]:
    """Return the waitlist's command for each drawn seat, resolved while the seats are still open. Raises `Refusal`."""
    stream = WAITLIST.lock(lists_id)
    waitlists = WAITLIST.state_of(stream)
    confirmations = []
    for position, (entry, seat) in enumerate(seats):
        attempt: Attempt[WaitlistCommand] = Attempt(
            stream=stream,
            command_id=f"{command_id}.{position}",
            command=ConfirmSeated(entry.number, table.name, seat, f"seat draw at {table.name}"),
            actor=actor,
            now=now,
        )
        confirmations.append(replace(attempt, command=WAITLIST.resolve(attempt, waitlists)))
    return confirmations


def _left_out(names: Mapping[str, str]) -> Refusal | None:
    """Return the warning about players who may not play; None for no such players. names: by key."""
    return Refusal("draw_left_out", "S-045", names=list(names.values())) if names else None


def _refused_players(
    drawn: Iterable[Drawn | WaitlistEntry], room_id: int, now: datetime
) -> dict[str, str]:
    """Return, by key, the names of those players who may not play."""
    refused = {}
    for entry in drawn:
        player = player_known(entry.player)
        try:
            if player is not None:
                refuse_ineligible(player, room_id, now)
        except Refusal:
            refused[entry.player] = entry.name
    return refused


def _entry_number(table: Table, waitlists: Waitlists, player: str) -> int:
    """Return the number of a player's entry on the list of the table's game; 0 if there is no entry."""
    game = waitlist_key_of(table)
    known_player = player_known(player)
    numbers = [
        entry.number
        for key in (keys_of(known_player) if known_player else [player])
        for waitlist, entry in waitlists.of(key)
        if waitlist.key == game and waitlist.kind in ("game", "interest")
    ]
    return numbers[0] if numbers else 0


def _find_entry(waitlists: Waitlists, number: int) -> WaitlistEntry:
    waitlist = waitlists.holding(number)
    entry = waitlist.find(number) if waitlist else None
    if waitlist is None or entry is None:
        raise Refusal("not_on_a_list", "", number=number)
    if waitlist.kind in ("seat_change", "table_change"):
        raise Refusal("draw_seated", "S-013", name=entry.name)
    return entry


def _refuse_apart(state: State, players: Sequence[Drawn]) -> None:
    """Refuse a draw that seats two separated players at one table (S-016)."""
    separations = SeparationIndex()
    names = {seat.player: seat.name for seat in state.seats if seat.taken}
    for drawn in players:
        if other := separations.clash(drawn.player, names):
            raise Refusal("draw_apart", "S-017", name=drawn.name, other=names[other])
        names[drawn.player] = drawn.name


def _drawn_player(key: str, alias: str) -> Drawn:
    player = player_known(key)
    return Drawn(player.key if player else key, player.alias if player else alias)


def _players_by_card_or_alias(texts: Iterable[str]) -> list[Drawn]:
    players = [player_by_card_or_alias(text) for text in texts if text.strip()]
    return [Drawn(player.key, player.alias) for player in players]


def _drawable_seats(
    table: Table, waitlists: Waitlists, drawn: set[int], free: list[int]
) -> list[int]:
    """Return the open seats except those reserved for players who are not in the draw."""
    reserved = {
        table_seat
        for table_seat, reservation in waitlist_reservations(waitlists).items()
        if reservation.number not in drawn
    }
    return [seat for seat in free if (table.name, seat) not in reserved]


def _milliseconds(now: datetime) -> int:
    return milliseconds(now)
