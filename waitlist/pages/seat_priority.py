"""Priority on open seats, the must-move strip, and the seat and table changes of the desk."""

from dataclasses import dataclass
from functools import cached_property

from players.identity import numbers_of
from players.roster import player_known
from poker.codec import decode_state
from poker.state import Table as TableState
from tables.models import Table
from tables.seat_occupancy import seat_occupancy
from tables.seating_warnings import seat_elsewhere, separation_at_table
from waitlist import messages
from waitlist.pages.room_snapshot import GameSummary, OpenSeat, RoomSnapshot
from waitlist.rules.seat_priority import SeatClaim
from waitlist.rules.seniority import SeniorityRank
from waitlist.rules.state import CHANGES, MustMoveChain, Waitlist, WaitlistEntry
from web.messages.refusals import refusal_message

FROM = {
    "seat_change": "seat change",
    "table_change": "table change",
    "must_move": "must-move",
    "list": "from the list",
}
ANSWERS = (
    ("stays", "stays put and is passed over"),
    ("last", "goes to the bottom of the must-move order"),
    ("leaves", "must leave the game"),
)


@dataclass(frozen=True, kw_only=True)
class FirstClaim:
    """The player with priority on a seat."""

    claim: SeatClaim
    seat: OpenSeat
    counted: bool  # whether the player's chips are known

    @property
    def claim_text(self) -> str:
        """Return the source of the claim: "must-move, T21 seat 4, since 19:58"."""
        at = f", {self.claim.table} seat {self.claim.seat}" if self.claim.table else ""
        return f"{FROM[self.claim.source]}{at}, since {messages.format_time(self.claim.since)}"

    @property
    def button_label(self) -> str:
        what = "Move" if self.claim.source in ("must_move", "table_change") else "Seat"
        return f"{what} {self.claim.name} {'to' if what == 'Move' else 'in'} {self.seat.label}"


@dataclass(frozen=True, kw_only=True)
class MustMoveRow:
    """A player of a must-move table."""

    rank: SeniorityRank
    since: str
    counted: bool

    @property
    def note(self) -> str:
        """Return why the player is offered no seat, or a later one."""
        return {"stays": "stays put", "last": "bottom by choice", "leaves": "must leave"}.get(
            self.rank.what or "", ""
        )


@dataclass(frozen=True, kw_only=True)
class SeatChangeRow:
    """A seat change or table change request."""

    waitlist: Waitlist
    entry: WaitlistEntry
    position: int
    first_claim: FirstClaim | None  # the open seat the player has priority on, if any

    @property
    def wish_text(self) -> str:
        """Return the requested seats or tables."""
        if not self.entry.wish:
            return "any"
        return ", ".join(f"S{w}" if w.isdecimal() else w for w in self.entry.wish)


class SeatPriorityPanel:
    """Seat priority, must-move order and change requests of one game, for the desk page."""

    def __init__(
        self, snapshot: RoomSnapshot, game: GameSummary | None, seats: list[OpenSeat]
    ) -> None:
        """Priority is computed only for a game with a chain or change requests."""
        self.snapshot = snapshot
        self.game = game
        self.open_seats = [seat for seat in seats if not seat.reserved_for]
        self.chain: MustMoveChain | None = snapshot.lists.chain(game.key) if game else None
        scopes = (
            {game.key, *(table.name for table in snapshot.tables_of(game.key))} if game else set()
        )
        self.change_lists = [
            waitlist
            for waitlist in snapshot.lists.lists
            if waitlist.kind in CHANGES and waitlist.of in scopes
        ]

    @cached_property
    def first_claims(self) -> dict[str, FirstClaim]:
        """Return, by seat, the player with priority over the game's waitlist."""
        if self.game is None or not (self.chain or self.change_lists):
            return {}
        results = {}
        for seat in self.open_seats:
            claims = self.snapshot.seat_priority.at(seat.table.name, seat.seat, self.game.key)
            if claims and claims[0].source != "list":
                counted = (claims[0].table, claims[0].seat) in self._counted
                results[seat.seat_id] = FirstClaim(claim=claims[0], seat=seat, counted=counted)
        return results

    @cached_property
    def must_move_rows(self) -> list[MustMoveRow]:
        """Return the players at the must-move tables in order of seniority."""
        if self.game is None or self.chain is None:
            return []
        return [
            MustMoveRow(
                rank=rank,
                since=messages.format_time(rank.since),
                counted=(rank.table, rank.seat) in self._counted,
            )
            for rank in self.snapshot.seat_priority.seniors(self.game.key)
        ]

    @property
    def main_seat(self) -> OpenSeat | None:
        """Return the open seat of the main game that is filled next."""
        if self.chain is None:
            return None
        return next(
            (open_seat for open_seat in self.open_seats if open_seat.table.name in self.chain.main),
            None,
        )

    @property
    def next_to_move(self) -> MustMoveRow | None:
        """Return the next player to move."""
        return next(
            (
                must_move_row
                for must_move_row in self.must_move_rows
                if must_move_row.rank.place == 1
            ),
            None,
        )

    @property
    def prior_claim(self) -> FirstClaim | None:
        """Return the player with priority on the main game's seat over the must-move tables."""
        first = self.first_claims.get(self.main_seat.seat_id) if self.main_seat else None
        return first if first and first.claim.source != "must_move" else None

    @property
    def roles(self) -> list[tuple[str, str]]:
        """Return the tables of the game with their roles in the chain."""
        if self.game is None:
            return []
        roles = {}
        if self.chain:
            roles.update(dict.fromkeys(self.chain.feeders, "feeds"))
            roles.update(dict.fromkeys(self.chain.main, "main"))
        tables = self.snapshot.tables_of(self.game.key)
        return [(table.name, roles.get(table.name, "")) for table in tables]

    @property
    def decline_options(self) -> tuple[tuple[str, str], ...]:
        """Return the options for a player who declines to move."""
        return ANSWERS

    @property
    def changes(self) -> list[SeatChangeRow]:
        """Return the seat and table change requests of this game."""
        firsts = {entry.claim.number: entry for entry in reversed(self.first_claims.values())}
        return [
            SeatChangeRow(
                waitlist=waitlist,
                entry=entry,
                position=position,
                first_claim=firsts.get(entry.number),
            )
            for waitlist in self.change_lists
            for position, entry in enumerate(waitlist.entries, 1)
        ]

    @cached_property
    def _counted(self) -> set[tuple[str, int]]:
        """Return the tables and seats whose stack the tablet counts."""
        names = (
            [table.name for table in self.snapshot.tables_of(self.game.key)] if self.game else []
        )
        rows = Table.objects.filter(room=self.snapshot.room_id, name__in=names).order_by()
        return {
            (name, seat)
            for name, state in rows.values_list("name", "stream__state")
            for seat in _counted_seats(decode_state(bytes(state)))
        }


def _counted_seats(table: TableState) -> list[int]:
    """Return the taken seats whose stack is known."""
    stacks = {seat.number: seat.stack for seat in table.seats if seat.player}
    if table.hand is not None:
        dealt = {part.seat: part.stack for part in table.hand.parts if part.seat in stacks}
        stacks |= dealt
    return [seat for seat, stack in stacks.items() if stack is not None]


def seating_warnings(
    snapshot: RoomSnapshot, seat: OpenSeat | None, player: str, name: str, *, leaves: bool
) -> list[str]:
    """Return warnings before a player is seated: separated players at the table, or another seat.

    `leaves`: the player leaves the other seat.
    """
    if seat is None or not player:
        return []
    known = player_known(player)
    table_id = seat.table.table_id
    refusals = [
        separation_at_table(table.seats, player, name)
        for table in seat_occupancy(snapshot.room_id)
        if table.table_id == table_id
    ]
    if known is not None and not leaves:
        refusals.append(seat_elsewhere(name, numbers_of(known), table_id))
    return [refusal_message(refusal) for refusal in refusals if refusal]
