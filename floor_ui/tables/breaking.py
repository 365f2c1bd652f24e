"""The page on which a table is broken: who sits there, which tables may take them, who may not share one; the draw."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import uuid4

from django.http import QueryDict

from floor_ui.fields import cents
from poker.codec import decode_state
from poker.refusal import Refusal
from poker.waiting.codec import decode_told
from poker.waiting.events import TableBroken
from rulings.wording.sayings import money
from tables.lists.asking import lists_now
from tables.lists.breaking import Apart, Breaking
from tables.lists.doors import free_chairs, game_of
from tables.lists.past import broken_last
from tables.models import Staff, Table

WHYS = ("Too few players", "End of the day", "Tables are put together", "Not enough dealers")


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody at the table. chips: "" where no tablet counts them."""

    key: str
    name: str
    seat: int
    chips: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Taker:
    """A table of the same game, with its open chairs."""

    name: str
    chairs: tuple[int, ...]
    taken: int
    ticked: bool


class BreakPage:
    """One table at a moment; `ticked` are the tables that are to take the players."""

    def __init__(self, table: Table, now: datetime, ticked: list[str] | None = None) -> None:
        self.table, self.now = table, now
        self.state = decode_state(bytes(table.stream.state))
        self.lists = lists_now(table.room_id).lists
        self.command_id = str(uuid4())
        self.players = [
            Player(
                key=seat.player,
                name=seat.name,
                seat=seat.number,
                chips=money(seat.stack) if seat.stack is not None else "",
            )
            for seat in self.state.seats
            if seat.taken
        ]
        self.takers = [self._taker(one, ticked) for one in self._others]

    @property
    def playing(self) -> bool:
        """Whether a hand is on."""
        return self.state.hand is not None

    @property
    def chairs(self) -> int:
        """Open chairs at the ticked tables."""
        return sum(len(one.chairs) for one in self.takers if one.ticked)

    @property
    def over(self) -> int:
        """How many get no chair."""
        return max(len(self.players) - self.chairs, 0)

    @property
    def whys(self) -> tuple[str, ...]:
        """Why tables are broken."""
        return WHYS

    @cached_property
    def apart(self) -> list[tuple[str, str, str]]:
        """Who may not share a game with whom, and where that one sits (S-016)."""
        ticked = {one.name for one in self.takers if one.ticked}
        return Apart(self.table, [one for one in self._others if one.name in ticked]).told()

    @cached_property
    def last(self) -> tuple[TableBroken, datetime] | None:
        """The last draw of this table: as it fell, and when."""
        entry = broken_last(self.table)
        if entry is None:
            return None
        event = decode_told(entry.name, entry.version, entry.data)
        assert isinstance(event, TableBroken)
        return event, entry.at

    @property
    def by(self) -> str:
        """Who let it be drawn."""
        entry = broken_last(self.table)
        number = entry.actor.removeprefix("staff.") if entry else ""
        staff = Staff.objects.filter(pk=int(number)).first() if number.isdecimal() else None
        return staff.alias if staff else number

    @cached_property
    def _others(self) -> list[Table]:
        rows = Table.objects.select_related("stream", "plaque").filter(room=self.table.room_id)
        game = game_of(self.table)
        others = rows.exclude(pk=self.table.pk).order_by("name")
        return [one for one in others if one.is_open and game_of(one) == game]

    def _taker(self, table: Table, ticked: list[str] | None) -> Taker:
        chairs = tuple(free_chairs(table, self.lists, self.now))
        taken = sum(1 for seat in table.view["seats"] if seat["player"])
        tick = table.name in ticked if ticked is not None else bool(chairs)
        return Taker(name=table.name, chairs=chairs, taken=taken, ticked=tick)


def breaking_of(table: Table, form: QueryDict) -> Breaking:
    """What a form asks for. Refuses `bad_money`, `no_break_reason`."""
    said = {name: str(text) for name, text in form.items()}
    reason = " ".join((said.get("written") or said.get("reason", "")).split())[:200]
    if not reason:
        raise Refusal("no_break_reason", "S-003", table=table.name)
    stakes = {
        name[6:]: cents(text)
        for name, text in said.items()
        if name[:6] == "stake-" and text.strip()
    }
    return Breaking(
        table=table.name,
        to=tuple(dict.fromkeys(form.getlist("to"))),
        reason=reason,
        stakes=stakes,
        together=said.get("together") == "yes",
    )
