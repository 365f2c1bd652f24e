"""Who has an open chair before the list, the must-move strip, and the lists of changes, as the desk shows them."""

from dataclasses import dataclass
from functools import cached_property

from desk_ui import words
from desk_ui.hall import Game, Hall, OpenSeat
from players.identity import keys_of
from players.roster import player_known
from poker.waiting.claims import Claim
from poker.waiting.seniority import Senior
from poker.waiting.state import CHANGES, Chain, Line, Waiting
from tables.models import Table
from tables.occupied import seatings
from tables.warning import beside, sits_too

FROM = {
    "seat_change": "asked for another seat",
    "table_change": "asked for another table",
    "must_move": "must-move",
    "list": "from the list",
}
ANSWERS = (
    ("stays", "stays there, and is passed over"),
    ("last", "goes behind everybody who sits there"),
    ("leaves", "has to leave the game"),
)


@dataclass(frozen=True, kw_only=True)
class First:
    """Whoever has a chair first. counted: whether the room knows his chips."""

    claim: Claim
    seat: OpenSeat
    counted: bool

    @property
    def said(self) -> str:
        """Where he comes from: "must-move, T21 seat 4, since 19:58"."""
        at = f", {self.claim.table} seat {self.claim.seat}" if self.claim.table else ""
        return f"{FROM[self.claim.source]}{at}, since {words.clock(self.claim.since)}"

    @property
    def key(self) -> str:
        """What the key says."""
        what = "Move" if self.claim.source in ("must_move", "table_change") else "Seat"
        return f"{what} {self.claim.name} {'to' if what == 'Move' else 'in'} {self.seat.short}"


@dataclass(frozen=True, kw_only=True)
class Due:
    """One player of a must-move table."""

    senior: Senior
    since: str
    counted: bool

    @property
    def said(self) -> str:
        """Why he is offered no chair, or later."""
        return {"stays": "stays", "last": "last by choice", "leaves": "is to leave"}.get(
            self.senior.what or "", ""
        )


@dataclass(frozen=True, kw_only=True)
class Change:
    """One name on a list of changes; first: the open chair that is his, if any is."""

    line: Line
    one: Waiting
    place: int
    first: First | None

    @property
    def wish(self) -> str:
        """What would do."""
        if not self.one.wish:
            return "any"
        return ", ".join(f"S{w}" if w.isdecimal() else w for w in self.one.wish)


class Claimed:
    """Of one game at one desk."""

    def __init__(self, hall: Hall, game: Game | None, seats: list[OpenSeat]) -> None:
        """Asks nothing where there is neither a chain nor a list of changes."""
        self.hall, self.game = hall, game
        self.open = [seat for seat in seats if not seat.kept]
        self.chain: Chain | None = hall.lists.chain(game.key) if game else None
        of = {game.key, *(table.name for table in hall.tables_of(game.key))} if game else set()
        self.lines = [one for one in hall.lists.lines if one.kind in CHANGES and one.of in of]

    @cached_property
    def firsts(self) -> dict[str, First]:
        """By chair, who has it before the list of the game."""
        if self.game is None or not (self.chain or self.lines):
            return {}
        found = {}
        for seat in self.open:
            claims = self.hall.offers.at(seat.chairs.name, seat.seat, self.game.key)
            if claims and claims[0].source != "list":
                counted = (claims[0].table, claims[0].seat) in self._counted
                found[seat.at] = First(claim=claims[0], seat=seat, counted=counted)
        return found

    @cached_property
    def due(self) -> list[Due]:
        """Everybody at the must-move tables, in the order of seniority."""
        if self.game is None or self.chain is None:
            return []
        return [
            Due(
                senior=one,
                since=words.clock(one.since),
                counted=(one.table, one.seat) in self._counted,
            )
            for one in self.hall.offers.seniors(self.game.key)
        ]

    @property
    def main(self) -> OpenSeat | None:
        """The open chair of the main game that is filled next."""
        if self.chain is None:
            return None
        return next((one for one in self.open if one.chairs.name in self.chain.main), None)

    @property
    def next(self) -> Due | None:
        """Who moves next."""
        return next((one for one in self.due if one.senior.place == 1), None)

    @property
    def before(self) -> First | None:
        """Who has the chair of the main game before the must-move tables."""
        first = self.firsts.get(self.main.at) if self.main else None
        return first if first and first.claim.source != "must_move" else None

    @property
    def roles(self) -> list[tuple[str, str]]:
        """The tables of the game, with what each is in the chain."""
        if self.game is None:
            return []
        chain = self.chain
        return [
            (
                table.name,
                "main" if chain and table.name in chain.main else
                "feeds" if chain and table.name in chain.feeders else "",
            )
            for table in self.hall.tables_of(self.game.key)
        ]  # fmt: skip

    @property
    def answers(self) -> tuple[tuple[str, str], ...]:
        """What the house may do with who does not want to move."""
        return ANSWERS

    @property
    def changes(self) -> list[Change]:
        """Everybody who asked for another seat or table of this game."""
        firsts = {one.claim.number: one for one in reversed(self.firsts.values())}
        return [
            Change(line=line, one=one, place=place, first=firsts.get(one.number))
            for line in self.lines
            for place, one in enumerate(line.places, 1)
        ]

    @cached_property
    def _counted(self) -> set[tuple[str, int]]:
        """Tables and chairs whose stack the tablet counts."""
        names = [table.name for table in self.hall.tables_of(self.game.key)] if self.game else []
        rows = Table.objects.filter(room=self.hall.room_id, name__in=names).order_by()
        return {
            (name, int(seat["seat"]))
            for name, seats in rows.values_list("name", "stream__view__seats")
            for seat in seats or ()
            if seat["player"] and seat["stack"] is not None
        }


def told(hall: Hall, seat: OpenSeat | None, player: str, name: str, *, leaves: bool) -> list[str]:
    """What staff are told before somebody is seated: whom he may not sit with, and where he sits already, unless he
    leaves that chair.
    """
    if seat is None or not player:
        return []
    found = player_known(player)
    keys = keys_of(found) if found else [player]
    said, elsewhere = [], None
    for table in seatings(hall.room_id):
        if table.table_id == seat.chairs.table_id:
            apart = beside({"seats": table.seats}, player, name)
            said += [words.sentence(apart)] if apart else []
            continue
        for one in table.seats:
            if one["player"] in keys and not leaves:
                elsewhere = sits_too(name, table.name, int(one["seat"]))
    return [*said, words.sentence(elsewhere)] if elsewhere else said
