"""What the desk sees: games, one list, the picked seat, clocks, and why the order changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from desk_ui import words
from desk_ui.house import FIELDS, OWES, SOURCES, Field
from desk_ui.shapes import Dot, Strip, chairs_around, scale, strip
from poker.waiting.estimate import Wait, wait
from poker.waiting.state import Line, Lists, Waiting
from tables.chairs import Chairs, chairs
from tables.lists.asking import lists_now
from tables.lists.freed import empty_since, freed
from tables.lists.games import key_of, plaques
from tables.models import ListChange, Room, Staff

CHANGES = 20
MINUTE = 60_000


@dataclass(frozen=True, kw_only=True)
class OpenSeat:
    """An empty chair at an open table; kept: for whom a list keeps it."""

    chairs: Chairs
    seat: int
    kept: str
    empty: str

    @property
    def at(self) -> str:
        """As an address has it: T14.3."""
        return f"{self.chairs.name}.{self.seat}"

    @property
    def short(self) -> str:
        """T14·S3."""
        return f"{self.chairs.name}·S{self.seat}"

    @property
    def dots(self) -> list[Dot]:
        """The chairs around the table."""
        return chairs_around(self.chairs.seats, self.seat)


@dataclass(frozen=True, kw_only=True)
class Game:
    """A list, or a game that runs and has none yet. wait: of whoever joins now."""

    key: str
    title: str
    tables: int
    open_seats: int
    waiting: int
    wait: Wait | None
    to_go: int | None  # names until an interest list's game opens

    @property
    def about(self) -> str:
        """How many tables it has."""
        if self.to_go is not None:
            return "interest list"
        return (
            f"{self.tables} table{'' if self.tables == 1 else 's'}" if self.tables else "no table"
        )


@dataclass(frozen=True, kw_only=True)
class Row:
    """One name of the list. wait: None where nothing is known; left: of the clock, as m:ss."""

    one: Waiting
    place: int
    joined: str
    wait: Wait | None
    strip: Strip | None
    left: str
    limit: int
    note: tuple[str, ...]
    is_next: bool

    @property
    def chair(self) -> str:
        """What is called or held for."""
        return f"{self.one.table}·S{self.one.seat}" if self.one.table else ""


class DeskPage:
    """One room at one moment; `key` of the list, `at` of the picked seat, `number` of the picked name."""

    def __init__(
        self, room: Room, staff: Staff, now: datetime, *, key: str, at: str, number: str
    ) -> None:
        self.room, self.staff, self.now = room, staff, now
        self.milliseconds = int(now.timestamp() * 1000)
        self.lists: Lists = lists_now(room.pk).lists
        self.tables = chairs(room.pk, self.lists)
        self.freed = freed(room.pk, now)
        self._empty = empty_since(room.pk, now)
        self.games = [self._game(key_, title) for key_, title in self._keys().items()]
        self.game = next((g for g in self.games if g.key == key), next(iter(self.games), None))
        self.line = self.lists.line(self.game.key) if self.game else None
        self._on: dict[str, list[tuple[Line, int]]] = {}
        for line in self.lists.lines:
            for place, one in enumerate(line.places, 1):
                self._on.setdefault(one.player, []).append((line, place))
        self.seats = self._seats(self.game.key) if self.game else []
        self.picked = next((one for one in self.seats if one.at == at and not one.kept), None)
        self.rows = self._rows(self.line) if self.line else []
        chosen = [row for row in self.rows if str(row.one.number) == number]
        self.chosen = chosen[0] if chosen else None
        self.next = next((row for row in self.rows if row.is_next), None)

    @property
    def command_id(self) -> str:
        """A new one for each form: sent twice, it is carried out once."""
        return str(uuid4())

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
    def resting(self) -> list[str]:
        """Games that the house has a plaque for, and no list."""
        known = {game.key for game in self.games}
        return [name for name in plaques() if key_of(name) not in known]

    @property
    def waiting(self) -> int:
        """Places on all lists."""
        return sum(len(line.places) for line in self.lists.lines)

    @property
    def people(self) -> int:
        """Who waits, each counted once."""
        return len(self._on)

    @property
    def free(self) -> OpenSeat | None:
        """The seat that is filled next: the picked one, else the first that is kept for nobody."""
        return self.picked or next((one for one in self.seats if not one.kept), None)

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
        """How often a seat frees."""
        return words.every(self.freed.get(self.game.key, 0) if self.game else 0)

    @property
    def clocks(self) -> list[tuple[Line, Row]]:
        """Who is called or has a seat held, on all lists, whose time is over first."""
        found = [
            (line, self._row(line, place, one, None, 1, False))
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
        rows = ListChange.objects.filter(lists__room=self.room, key=self.line.key)
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

    def _keys(self) -> dict[str, str]:
        """Lists first, in their order; then games that run without one."""
        found = {line.key: line.title for line in self.lists.lines}
        for table in self.tables:
            if table.is_open:
                found.setdefault(table.key, table.title)
        return found

    def _game(self, key: str, title: str) -> Game:
        line = self.lists.line(key)
        open_ = [table for table in self.tables if table.key == key and table.is_open]
        free = sum(not one.kept for one in self._seats(key))
        waiting = len(line.places) if line else 0
        called = sum(one.state != "waiting" for one in line.places) if line else 0
        interest = line is not None and line.kind == "interest" and not open_
        return Game(
            key=key,
            title=title,
            tables=len(open_),
            open_seats=free,
            waiting=waiting,
            wait=wait(waiting - called + 1, self.freed.get(key, 0), open_seats=free),
            to_go=max(line.wants - waiting, 0) if line and interest else None,
        )

    def _seats(self, key: str) -> list[OpenSeat]:
        return [
            OpenSeat(
                chairs=table,
                seat=seat,
                kept=table.kept[seat].name if seat in table.kept else "",
                empty=self._since(table.table_id, seat),
            )
            for table in self.tables
            if table.key == key and table.is_open
            for seat in table.empty
        ]

    def _since(self, table_id: int, seat: int) -> str:
        at = self._empty.get((table_id, seat))
        return words.left(int((self.now - at).total_seconds() * 1000)) if at else ""

    def _rows(self, line: Line) -> list[Row]:
        free = sum(not one.kept for one in self.seats)
        moved = self._moved(line)
        rank, rows, waits = 0, [], []
        for one in line.places:
            if one.state == "waiting":
                rank += 1
            time = wait(rank, self.freed.get(line.key, 0), open_seats=free)
            waits.append(time if one.state == "waiting" else Wait(0, 0))
        most = max((time.minutes + time.error for time in waits if time), default=0)
        following = next((o.number for o in line.places if o.here and o.state == "waiting"), 0)
        for place, (one, time) in enumerate(zip(line.places, waits, strict=True), 1):
            note = moved.get(one.number) or self._also(line, one)
            rows.append(self._row(line, place, one, time, most, one.number == following, note))
        return rows

    def _row(
        self,
        line: Line,
        place: int,
        one: Waiting,
        time: Wait | None,
        most: int,
        is_next: bool,
        note: tuple[str, ...] = (),
    ) -> Row:
        policy = self.lists.policy
        minutes = policy.call_minutes if one.state == "called" else policy.hold_minutes
        return Row(
            one=one,
            place=place,
            joined=words.clock(one.since),
            wait=time,
            strip=strip(time, most) if time and time.minutes else None,
            left=words.left(one.until - self.milliseconds) if one.until else "",
            limit=minutes * MINUTE,
            note=note,
            is_next=is_next,
        )

    def _moved(self, line: Line) -> dict[int, tuple[str, ...]]:
        """The last move of each name, by number."""
        numbers = [one.number for one in line.places]
        rows = ListChange.objects.filter(lists__room=self.room, event="name.moved")
        found = rows.filter(number__in=numbers).order_by("seq")
        return {
            row.number: (f"{row.before} to {row.to} at {words.clock(row.at)}", row.reason)
            for row in found
        }

    def _also(self, line: Line, one: Waiting) -> tuple[str, ...]:
        for other, place in self._on[one.player]:
            if other.key != line.key:
                return (f"also on {other.title}", f"place {place} there")
        return ()


def _names(keys: Iterable[str]) -> dict[str, str]:
    """Aliases by how the log names staff."""
    numbers = [int(key[6:]) for key in set(keys) if key[:6] == "staff." and key[6:].isdecimal()]
    return {staff.key: staff.alias for staff in Staff.objects.filter(pk__in=numbers)}
