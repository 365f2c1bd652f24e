"""Seat priority: who is offered an open seat first. The only source for desk, map and seating checks."""

from collections.abc import Collection
from functools import cached_property

from journal.unix_time import milliseconds
from players.models import Player
from players.separation import SeparationIndex
from tables.models import SeatSession, Table
from tables.seat_occupancy import TableOccupancy, seat_occupancy
from tables.table_log import commands_of
from waitlist.rules.seat_priority import EmptySeat, SeatClaim, seat_priority
from waitlist.rules.seniority import SeatTenure, SeniorityRank, seniors
from waitlist.rules.state import CHANGES, MustMoveChain, Waitlists


class SeatPriority:
    """The claims on a room's seats at one moment. Rooms without chains and seat changes need no query."""

    def __init__(
        self, room_id: int, waitlists: Waitlists, tables: list[TableOccupancy] | None = None
    ) -> None:
        """tables: from `seat_occupancy`; saves reading them again."""
        self.room_id = room_id
        self.lists = waitlists
        self._tables = tables
        self._seniors: dict[str, tuple[SeniorityRank, ...]] = {}

    def at(self, table: str, seat: int, game: str) -> tuple[SeatClaim, ...]:
        """Return all claims on a seat, the highest priority first. game: key of the table's list.

        Players kept apart from a player at the table have no claim (S-016).
        """
        seat_claims = seat_priority(
            self.lists, EmptySeat(table, seat, game), self._seated, self.seniors(game)
        )
        return tuple(
            seat_claim
            for seat_claim in seat_claims
            if seat_claim.table == table or not self.apart(table, seat_claim.player)
        )

    def apart(self, table: str, player: str) -> str:
        """Return the key of a player at a table who is kept apart from this player; "" if there is none."""
        if not self._separations:
            return ""
        return self._separations.clash(player, self._player_keys.get(table, ()))

    @cached_property
    def _separations(self) -> SeparationIndex:
        return SeparationIndex()

    @cached_property
    def _occupancy(self) -> list[TableOccupancy]:
        return seat_occupancy(self.room_id) if self._tables is None else self._tables

    @cached_property
    def _player_keys(self) -> dict[str, list[str]]:
        return {
            table.name: [seat.player for seat in table.seats if seat.player]
            for table in self._occupancy
        }

    def seniors(self, game: str) -> tuple[SeniorityRank, ...]:
        """Return the players at the must-move tables of a game, the most senior first."""
        if game not in self._seniors:
            chain = self.lists.chain(game)
            self._seniors[game] = _seniors(self.room_id, chain) if chain else ()
        return self._seniors[game]

    @cached_property
    def _seated(self) -> dict[str, list[tuple[str, int]]]:
        if not any(waitlist.entries for waitlist in self.lists.lists if waitlist.kind in CHANGES):
            return {}
        return _seats_by_key(self._occupancy)


def seated(room_id: int) -> dict[str, list[tuple[str, int]]]:
    """Return tables and seats of all seated players, under each of their keys in the logs."""
    return _seats_by_key(seat_occupancy(room_id))


def _seats_by_key(tables: list[TableOccupancy]) -> dict[str, list[tuple[str, int]]]:
    seats_by_key: dict[str, list[tuple[str, int]]] = {}
    for table in tables:
        for seat in table.seats:
            if seat.player:
                seats_by_key.setdefault(seat.player, []).append((table.name, seat.seat))
    merged = Player.objects.exclude(merged_into=None).order_by("pk")
    for merged_id, surviving_id in merged.values_list("pk", "merged_into"):
        seats = seats_by_key.get(f"p{merged_id}") or seats_by_key.get(f"p{surviving_id}")
        if seats:
            seats_by_key[f"p{merged_id}"] = seats_by_key[f"p{surviving_id}"] = seats
    return seats_by_key


def _seniors(room_id: int, chain: MustMoveChain) -> tuple[SeniorityRank, ...]:
    tables = Table.objects.filter(room=room_id, name__in=(*chain.main, *chain.feeders))
    names = dict(tables.values_list("pk", "name"))
    feeding = [pk for pk, name in names.items() if name in chain.feeders]
    sessions = SeatSession.objects.filter(table__in=feeding, left=None)
    players = list(sessions.order_by().values_list("visit__player", flat=True))
    return seniors(chain, _tenures(names, players))


def _tenures(names: dict[int, str], players: Collection[int]) -> list[SeatTenure]:
    """Return all seat sessions of these players at these tables, with the commands that began and ended them."""
    rows = SeatSession.objects.filter(table__in=names, visit__player__in=players)
    sessions = list(rows.select_related("visit__player").order_by("pk"))
    positions = {
        (session.table_id, seq)
        for session in sessions
        for seq in (session.taken, session.left)
        if seq
    }
    commands = commands_of(positions) if positions else {}
    return [
        SeatTenure(
            player=session.visit.player.key,
            name=session.visit.player.alias,
            table=names[session.table_id],
            seat=session.seat,
            at=milliseconds(session.taken_at),
            taken=commands[session.table_id, session.taken][0],
            left=commands[session.table_id, session.left][0] if session.left else "",
            entry=session.taken,
            order=commands[session.table_id, session.taken][1],
        )
        for session in sessions
    ]
