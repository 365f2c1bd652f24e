"""What one desk sees: games, one list or what is looked for in it, the picked seat, clocks, why the order changed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from desk_ui import words
from desk_ui.claimed import Claimed, told
from desk_ui.hall import Game, Hall, OpenSeat
from desk_ui.house import FIELDS, OWES, SOURCES, Field
from desk_ui.shapes import Strip, scale, strip
from players.aliases import same
from players.models import Player
from poker.waiting.estimate import Wait
from poker.waiting.state import Line, Waiting
from tables.lists.freed import HOUR
from tables.lists.told import off
from tables.models import ListChange, Staff

CHANGES = 20
SHOWN = 150  # names of a list at a time; the others by looking for them, or further on
OTHERS = 40  # names to choose from for a seat out of order; further ones have it on their own card
ELSEWHERE = 10  # names found on other lists
MINUTE = 60_000
COMMAND = "{command}"  # where each form gets a number of its own (`desk_ui.parts`)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a desk looks at: key of the list, `at` of the picked seat, number of the picked name, what is looked for,
    and the place with which the list begins.
    """

    key: str = ""
    at: str = ""
    number: str = ""
    find: str = ""
    start: str = ""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One name of the list. wait: None where nothing is known; limit: of its clock, milliseconds."""

    one: Waiting
    place: int
    joined: str
    wait: Wait | None
    strip: Strip | None
    limit: int
    note: tuple[str, ...]
    is_next: bool

    @property
    def chair(self) -> str:
        """What is called or held for."""
        return f"{self.one.table}·S{self.one.seat}" if self.one.table else ""


class DeskPage:
    """One list of a room at one moment, as far as a desk shows it."""

    command_id = COMMAND

    def __init__(self, hall: Hall, asked: Asked) -> None:
        self.hall, self.lists = hall, hall.lists
        games = hall.games
        self.game: Game | None = next(
            (game for game in games if game.key == asked.key), next(iter(games), None)
        )
        self.line = self.lists.line(self.game.key) if self.game else None
        self.places = self.line.places if self.line else ()
        self.find = " ".join(asked.find.replace("\0", " ").split())[:60]
        self.seats = hall.seats(self.game.key) if self.game else []
        self.picked = next((one for one in self.seats if one.at == asked.at and not one.kept), None)
        self.claimed = Claimed(hall, self.game, self.seats)
        self.first = self.claimed.firsts.get(self.picked.at) if self.picked else None
        self._next = next((o.number for o in self.places if o.here and o.state == "waiting"), 0)
        shown = self._found() if self.find else self._from(asked.start)
        picked = [one.number for one in self.places if str(one.number) == asked.number]
        made = self._rows({*shown, *picked, *self._first})
        self.rows = [made[number] for number in shown]
        self.chosen = made[picked[0]] if picked else None
        self.next = made.get(self._next)
        self.others = [row for row in map(made.get, self._first) if row and not row.is_next]

    @property
    def policy(self) -> list[tuple[Field, int]]:
        """How the lists are run, with what each number is now."""
        return [(field, getattr(self.lists.policy, field.name)) for field in FIELDS]

    @property
    def order(self) -> list[tuple[int, str]]:
        """Who is offered a chair before whom, by place."""
        return list(enumerate(self.lists.policy.order, 1))

    @property
    def sources(self) -> list[tuple[str, str]]:
        """Who may be offered a chair."""
        return list(SOURCES.items())

    @property
    def owes(self) -> list[tuple[str, str]]:
        """What another chair of the table may cost."""
        return list(OWES.items())

    @property
    def free(self) -> OpenSeat | None:
        """The seat that the list fills next: the picked one, else the first that nobody has before the list."""
        firsts = self.claimed.firsts
        if self.picked:
            return None if self.first else self.picked
        return next((one for one in self.seats if not one.kept and one.at not in firsts), None)

    @property
    def told(self) -> list[str]:
        """What is to be said before the next one is seated in the picked chair."""
        one = self.first.claim if self.first else self.next.one if self.next else None
        if one is None or (self.first and self.first.claim.source == "seat_change"):
            return []
        return told(self.hall, self.picked, one.player, one.name, leaves=bool(self.first))

    @property
    def before(self) -> int:
        """The place with which the names before these begin; 0 for none."""
        first = self.rows[0].place if self.rows and not self.find else 1
        return max(first - SHOWN, 1) if first > 1 else 0

    @property
    def after(self) -> int:
        """The place with which the names after these begin; 0 for none."""
        last = self.rows[-1].place if self.rows and not self.find else len(self.places)
        return last + 1 if last < len(self.places) else 0

    @property
    def more(self) -> int:
        """How many names are behind the last one that is shown."""
        return len(self.places) - self.after + 1 if self.after else 0

    @property
    def elsewhere(self) -> list[tuple[Line, int, Waiting]]:
        """Who is looked for, on other lists."""
        if not self.find:
            return []
        fits = _fitting(self.find)
        found = [
            (line, place, one)
            for line in self.lists.lines
            if line is not self.line
            for place, one in enumerate(line.places, 1)
            if fits(one)
        ]
        return found[:ELSEWHERE]

    @property
    def longest(self) -> int:
        """The end of the strips, in minutes."""
        times = [row.wait for row in self.rows if row.wait]
        return scale(max((time.minutes + time.error for time in times), default=0))

    @property
    def half(self) -> int:
        """Their middle."""
        return self.longest // 2

    @property
    def every(self) -> str:
        """How often a seat frees; of an interest list, when its game opens."""
        if self.game is None:
            return words.every(0)
        if self.game.to_go is not None:
            return words.opens_at_the_desk(self.game.to_go)
        key = self.game.key
        return words.every(self.hall.freed.get(key, 0), self.hall.watched.get(key, HOUR))

    @property
    def off(self) -> str:
        """How far the waits that were told on this list were off."""
        return words.off(off(self.hall.room_id, self.game.key)) if self.game else ""

    @property
    def clocks(self) -> list[tuple[Line, Row]]:
        """Who is called or has a seat held, on all lists, whose time is over first."""
        found = [
            (line, self._row(place, one, None, None, ()))
            for line in self.lists.lines
            for place, one in enumerate(line.places, 1)
            if one.state != "waiting"
        ]
        return sorted(found, key=lambda pair: pair[1].one.until)

    @property
    def changes(self) -> list[tuple[ListChange, str, str, str]]:
        """The last ones of this list: time, what, who."""
        if self.line is None:
            return []
        rows = ListChange.objects.filter(lists__room=self.hall.room_id, key=self.line.key)
        found = list(rows.exclude(event="name.added", reason="")[:CHANGES])
        names = _names(row.by for row in found)
        return [
            (
                row,
                words.clock(row.at),
                words.changed(row.event, row.before, row.to, row.table, row.seat, row.ahead),
                names.get(row.by, words.AUTO),
            )
            for row in found
        ]

    @cached_property
    def _first(self) -> list[int]:
        """The first names who have no chair yet, by number."""
        return [one.number for one in self.places if not one.table][: OTHERS + 1]

    def _from(self, start: str) -> list[int]:
        at = int(start) - 1 if start.isascii() and start.isdecimal() and len(start) < 6 else 0
        at = at if 0 <= at < len(self.places) else 0
        return [one.number for one in self.places[at : at + SHOWN]]

    def _found(self) -> list[int]:
        """Whose alias has it, whose place it is, or whose card."""
        fits, place = _fitting(self.find), self.find.removeprefix("#")
        found = [
            one.number for at, one in enumerate(self.places, 1) if str(at) == place or fits(one)
        ]
        return found[:SHOWN]

    def _rows(self, numbers: set[int]) -> dict[int, Row]:
        """The rows of these names, by number."""
        if self.line is None:
            return {}
        free = sum(not one.kept for one in self.seats)
        moved = self._moved(numbers)
        rank, found = 0, []
        for place, one in enumerate(self.places, 1):
            rank += one.state == "waiting"
            if one.number in numbers:
                time = self.hall.wait(self.line.key, rank, free)
                found.append((place, one, time if one.state == "waiting" else Wait(0, 0)))
        most = max((time.minutes + time.error for _, _, time in found if time), default=0)
        return {
            one.number: self._row(place, one, time, most, moved.get(one.number) or self._also(one))
            for place, one, time in found
        }

    def _row(
        self, place: int, one: Waiting, time: Wait | None, most: int | None, note: tuple[str, ...]
    ) -> Row:
        policy = self.lists.policy
        minutes = policy.call_minutes if one.state == "called" else policy.hold_minutes
        return Row(
            one=one,
            place=place,
            joined=words.clock(one.since),
            wait=time,
            strip=strip(time, most) if time and time.minutes and most and not time.more else None,
            limit=minutes * MINUTE,
            note=note,
            is_next=one.number == self._next,
        )

    def _moved(self, numbers: set[int]) -> dict[int, tuple[str, ...]]:
        """The last move of each name, by number."""
        rows = ListChange.objects.filter(lists__room=self.hall.room_id, event="name.moved")
        found = rows.filter(number__in=numbers).order_by("seq")
        return {
            row.number: (f"{row.before} to {row.to} at {words.clock(row.at)}", row.reason)
            for row in found
        }

    def _also(self, one: Waiting) -> tuple[str, ...]:
        for other, place in self.hall.on[one.player]:
            if other is not self.line:
                return (f"also on {other.title}", f"place {place} there")
        return ()


def _names(keys: Iterable[str]) -> dict[str, str]:
    """Aliases by how the log names staff; other programs by their own name."""
    all_ = set(keys)
    numbers = [int(key[6:]) for key in all_ if key[:6] == "staff." and key[6:].isdecimal()]
    programs = {key: key[4:] for key in all_ if key[:4] == "api."}
    return programs | {one.key: one.alias for one in Staff.objects.filter(pk__in=numbers)}


def _fitting(find: str) -> Callable[[Waiting], bool]:
    """Whether a name is one that is looked for: by a part of the alias, or the whole number of a card."""
    wanted = same(find)
    cards = Player.objects.filter(card_number__iexact=find).values_list("pk", flat=True)
    keys = {f"p{pk}" for pk in cards}
    return lambda one: one.player in keys or (bool(wanted) and wanted in same(one.name))
