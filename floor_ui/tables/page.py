"""One table: its plaque, its chairs, what its log says of both, and what may be done."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import uuid4

from documents.plaque import said
from floor_ui.tables.listing import moment, short
from floor_ui.tables.lots import Line, lines
from floor_ui.tables.roles import ACTS, may_act
from floor_ui.tables.stake import REASONS
from poker import codec
from poker.stakes import Stakes
from poker.waiting.state import Lists, Waiting
from rulings.wording.game import game_name
from rulings.wording.sayings import money
from tables.chairs import Kept, keeping, kept_at
from tables.lists.asking import lists_now
from tables.lists.games import key_of
from tables.models import Plaque, Staff, Table

MISSED = {"small": "Small blind missed", "both": "Both blinds missed"}
ENTRY = {
    "wait": "Waits for the big blind",
    "post": "Posts next hand",
    "after_button": "Waits for the button",
}
STATES = {"in": "In the hand", "folded": "Folded", "dead": "Hand killed"}
WHYS = ("Game broke", "End of the day", "Table moved", "Not enough dealers")
KEPT = {"called": "Called", "held": "Held", "locked": "Locked up"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Something about a chair, with its icon."""

    text: str
    icon: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """One chair. away: since when; kept: for whom an empty one is kept."""

    number: int
    name: str
    chips: str
    marks: tuple[Mark, ...] = ()
    kept: Kept | None = None
    until: datetime | None = None

    @property
    def how(self) -> str:
        """Called, held or locked up."""
        return KEPT[self.kept.how] if self.kept else ""

    @property
    def is_open(self) -> bool:
        """Whether anybody may be given it."""
        return not self.name and self.kept is None

    @property
    def locked(self) -> bool:
        """Whether it is locked up, so that it can be opened again."""
        return self.kept is not None and self.kept.how == "locked"


class TablePage:
    """A table at a moment, for somebody who works here."""

    def __init__(self, table: Table, staff: Staff, now: datetime) -> None:
        self.table, self.staff, self.now = table, staff, now
        self.view: Mapping[str, Any] = table.view
        self.lists: Lists = lists_now(table.room_id).lists
        kept = kept_at(table.name, self.view["seats"], keeping(self.lists))
        self.chairs = [self._chair(seat, kept.get(seat["seat"])) for seat in self.view["seats"]]

    @property
    def command_id(self) -> str:
        """A new one for each form: sent twice, it is carried out once."""
        return str(uuid4())

    @property
    def brought(self) -> list[tuple[str, str]]:
        """Why the house may bring somebody."""
        return list(REASONS.items())

    @property
    def may(self) -> dict[str, bool]:
        """What the reader may do with tables."""
        return {act: may_act(self.staff, act) for act in ACTS}

    @property
    def is_open(self) -> bool:
        """Whether it plays."""
        return bool(self.view["table"]["open"])

    @property
    def playing(self) -> bool:
        """Whether a hand is on."""
        return bool(self.view["hand"]["started"])

    @property
    def hand(self) -> int:
        """The number of the hand that is on, or of the next one."""
        return int(self.view["hand"]["number"])

    @property
    def since(self) -> datetime | None:
        """When it was opened or closed."""
        return moment(self.view["table"].get("since", 0))

    @property
    def why(self) -> str:
        """Why it was closed."""
        return str(self.view["table"].get("why", ""))

    @property
    def dealer(self) -> str:
        """Who deals the hand."""
        return self.view["dealer"]["name"] if self.view["dealer"] else ""

    @property
    def dealt_since(self) -> datetime | None:
        """Since when."""
        return moment(self.view["dealer"]["since"]) if self.view["dealer"] else None

    @property
    def taken(self) -> int:
        """How many sit."""
        return sum(1 for chair in self.chairs if chair.name)

    @property
    def is_short(self) -> bool:
        """Whether so few sit that it is named."""
        return short(self.is_open, self.taken, len(self.chairs))

    @property
    def open_chairs(self) -> list[Chair]:
        """Those that anybody may be given, at a closed table too."""
        return [chair for chair in self.chairs if chair.is_open]

    @property
    def sitting(self) -> list[Chair]:
        """Chairs with players."""
        return [chair for chair in self.chairs if chair.name]

    @property
    def has_button(self) -> bool:
        """Whether the button is drawn."""
        return any(seat["button"] for seat in self.view["seats"])

    @cached_property
    def stakes(self) -> Stakes | None:
        """What the plaque says: of an open table its own, of a closed one that under which it opens."""
        state = codec.decode_state(bytes(self.table.stream.state))
        if state.is_open:
            return state.stakes
        return self.table.plaque.to_stakes() if self.table.plaque else None

    @property
    def facts(self) -> list[tuple[str, tuple[str, ...]]]:
        """The four facts of the plaque (S-005) and its buy-in (S-007) with their lines; none without one."""
        if self.stakes is None:
            return []
        plaque = said(self.stakes)
        return [
            ("Game", (plaque.game, plaque.turns) if plaque.turns else (plaque.game,)),
            ("Limit", plaque.limit),
            ("Forced bets", plaque.forced),
            ("House charge", plaque.charge),
            ("Buy-in", (plaque.buy_in,)),
        ]

    @property
    def game(self) -> str:
        """What is dealt now; of a closed table what its plaque is called."""
        if self.is_open and self.view["game"]:
            return game_name(self.view["game"])
        return self.table.plaque.name if self.table.plaque else ""

    @property
    def next_game(self) -> str:
        """What was put up during this hand."""
        coming = self.view.get("next_game")
        return game_name(coming) if coming else ""

    @property
    def whys(self) -> tuple[str, ...]:
        """Why a table is closed, mostly."""
        return WHYS

    @property
    def plaques(self) -> list[str]:
        """The house's plaques by name."""
        return list(Plaque.objects.order_by("name").values_list("name", flat=True).distinct())

    @property
    def waiting(self) -> list[tuple[str, list[tuple[Waiting, bool]]]]:
        """Names on the lists of this game, and whether they are proposed for a draw: who is here, while chairs last."""
        if self.table.plaque is None:
            return []
        key, left, found = key_of(self.table.plaque.name), len(self.open_chairs), []
        for line in self.lists.lines:
            if line.key != key or line.kind not in ("game", "interest") or not line.places:
                continue
            names = []
            for one in line.places:
                proposed = one.here and left > 0
                left -= proposed
                names.append((one, proposed))
            found.append((line.title, names))
        return found

    @property
    def lines(self) -> list[Line]:
        """What the log says of this table's chairs, button and plaque, the last first."""
        return lines(self.table)

    def _chair(self, seat: Mapping[str, Any], kept: Kept | None) -> Chair:
        chips = "" if seat["stack"] is None else money(seat["stack"])
        return Chair(
            number=seat["seat"],
            name=seat["name"] or "",
            chips=chips,
            marks=tuple(self._marks(seat)) if seat["player"] else (),
            kept=kept,
            until=moment(kept.until) if kept else None,
        )

    def _marks(self, seat: Mapping[str, Any]) -> Iterator[Mark]:
        if seat["button"]:
            yield Mark(text="Button")
        if self.playing and seat["state"] in STATES:
            yield Mark(text=STATES[seat["state"]])
        if seat["away"]:
            yield Mark(text=self._away(seat.get("away_at", 0)), icon="clock", tone="amber")
        if missed := MISSED.get(seat["missed"]):
            yield Mark(text=missed, icon="warn", tone="amber")
        if entry := ENTRY.get(seat["entry"]):
            yield Mark(text=entry)
        elif seat["new"]:
            yield Mark(text="New, owes a way in")

    def _away(self, at: int) -> str:
        since = moment(at)
        if since is None:
            return "Away"
        return f"Away {max(0, int((self.now - since).total_seconds())) // 60} min"
