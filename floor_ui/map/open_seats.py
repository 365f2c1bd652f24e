"""Open seats for the map's side panel: who is called to a seat, and who has priority on another."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from floor_ui.map.tiles import TableTile
from waitlist.rules.state import CHANGES, Waitlists
from waitlist.seat_availability import waitlist_reservations
from waitlist.seat_priority import SeatPriority

MAX_ROWS = 12
How = Literal["called", "held", "seat_change", "table_change", "must_move", "list"]


@dataclass(frozen=True, slots=True)
class SeatToFill:
    """A seat and the player who may have it, through a waitlist call or priority."""

    table: str
    seat: int
    game: str
    waitlist_key: str
    source: How
    name: str
    number: int
    player: str = ""  # key of the player with priority
    origin: str = ""  # table where that player sits now, or ""
    until: int = 0  # Unix milliseconds
    other_open_seats: int = 0  # other open seats at the table
    opens_after_hand: bool = (
        False  # a player can be called to it now, and seated when the hand is over (S-010)
    )

    @property
    def key(self) -> str:
        """Return a key that stays the same for the same seat and player."""
        return f"{self.table}.{self.seat}.{self.number or self.name}"

    @property
    def reason(self) -> str:
        """Return why the player has priority, and when the seat opens if its hand is still in progress."""
        source = {
            "called": "called",
            "held": "held",
            "list": "next up, here",
            "must_move": f"must-move, {self.origin}",
            "seat_change": "seat change",
            "table_change": f"table change, {self.origin}",
        }[self.source]
        return f"{source}, open after this hand" if self.opens_after_hand else source


@dataclass(frozen=True, slots=True)
class UnclaimedSeats:
    """A game with open seats that no player has a claim on."""

    game: str
    tables: tuple[tuple[str, int, bool], ...]  # name, number of open seats, whether short
    waiting: int = 0  # waitlist entries of the game that are not called to a seat
    away: int = 0  # entries of these without a present player

    @property
    def reason(self) -> str:
        """Return the reason, such as "no one waiting" or "1 waiting, not here"."""
        if not self.waiting:
            return "no one waiting"
        waiting_text = f"{self.waiting} waiting"
        if self.away == self.waiting:
            return f"{waiting_text}, {'not' if self.waiting == 1 else 'none'} here"
        return f"{waiting_text}, none for this seat"


@dataclass(frozen=True, slots=True)
class OpenSeatPanel:
    """The seats to fill: called and held seats, and open seats with a priority player."""

    seats: tuple[SeatToFill, ...]
    reserved_count: int  # called and held seats, including unlisted ones
    unclaimed: tuple[UnclaimedSeats, ...]
    more_tables: int  # tables not listed
    entry_count: int  # entries on all waitlists

    open_count: int  # seats open to any player

    @property
    def seat_count(self) -> int:
        """Return how many seats are not taken: open, called and held."""
        return self.open_count + self.reserved_count


def open_seat_panel(
    tiles: Collection[TableTile], waitlists: Waitlists, offers: SeatPriority
) -> OpenSeatPanel:
    """Return the open seats of these tables with the player who is called or has priority."""
    running = [tile for tile in tiles if tile.is_open]
    seat_to_fills = sorted(_reserved_seats(running, waitlists), key=lambda seat: seat.until)
    nexts: list[SeatToFill] = []
    unclaimed: list[TableTile] = []
    more = max(0, len(seat_to_fills) - MAX_ROWS)
    for tile in (table for table in running if table.open_seats):
        if not _has_claimants(tile.waitlist_key, waitlists):
            unclaimed.append(tile)
        elif len(seat_to_fills) + len(nexts) >= MAX_ROWS:
            more += 1  # not looked up, because finding a claim scans every waitlist entry
        elif seat := _priority_seat(tile, offers):
            nexts.append(seat)
        else:
            unclaimed.append(tile)
    return OpenSeatPanel(
        seats=(*seat_to_fills[:MAX_ROWS], *nexts),
        reserved_count=len(seat_to_fills),
        unclaimed=tuple(_unclaimed_seats(unclaimed, waitlists)),
        more_tables=more,
        open_count=sum(len(tile.open_seats) for tile in running),
        entry_count=sum(len(waitlist.entries) for waitlist in waitlists.lists),
    )


def _has_claimants(game: str, waitlists: Waitlists) -> bool:
    """Return whether any player can have a claim on a seat of this game."""
    if waitlists.chain(game) is not None:
        return True
    return any(
        waitlist.entries
        for waitlist in waitlists.lists
        if waitlist.key == game or waitlist.kind in CHANGES
    )


def _priority_seat(tile: TableTile, offers: SeatPriority) -> SeatToFill | None:
    """Return the first open seat with a claim on it. A seat that opens after the hand comes last."""
    for seat in sorted(tile.open_seats, key=lambda seat: seat in tile.after_hand):
        if claims := offers.at(tile.name, seat, tile.waitlist_key):
            first = claims[0]
            more = len(tile.open_seats) - 1
            return SeatToFill(
                table=tile.name,
                seat=seat,
                game=tile.game,
                waitlist_key=first.line or tile.waitlist_key,
                source=first.source,
                name=first.name,
                number=first.number,
                player=first.player,
                origin=first.table,
                other_open_seats=more,
                opens_after_hand=seat in tile.after_hand,
            )
    return None


def _reserved_seats(running: Iterable[TableTile], waitlists: Waitlists) -> Iterable[SeatToFill]:
    held = waitlist_reservations(waitlists)
    for tile in running:
        for seat in tile.reserved:
            if reservation := held.get((tile.name, seat)):
                how: How = "called" if reservation.kind == "called" else "held"
                yield SeatToFill(
                    table=tile.name,
                    seat=seat,
                    game=tile.game,
                    waitlist_key=reservation.waitlist_key,
                    source=how,
                    name=reservation.name,
                    number=reservation.number,
                    until=reservation.until,
                    opens_after_hand=seat in tile.after_hand,
                )


def _unclaimed_seats(tables: Iterable[TableTile], waitlists: Waitlists) -> Iterable[UnclaimedSeats]:
    by_game = sorted(tables, key=lambda tile: tile.game)
    for game, tiles in groupby(by_game, key=lambda tile: tile.game):
        game_tiles = list(tiles)
        keys = {tile.waitlist_key for tile in game_tiles}
        waiting = [
            entry
            for waitlist in waitlists.lists
            if waitlist.key in keys
            for entry in waitlist.entries
            if not entry.table
        ]
        yield UnclaimedSeats(
            game,
            tuple(
                (tile.name, len(tile.open_seats), tile.is_short) for tile in game_tiles[:MAX_ROWS]
            ),
            waiting=len(waiting),
            away=sum(not entry.here for entry in waiting),
        )
