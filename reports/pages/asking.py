"""What a report is asked for: fields of an address to a range, or a refusal that says what is not right."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.http import HttpRequest

from poker.refusal import Refusal
from reports.figures.dashboard import aliases
from reports.figures.ranges import MOST_DAYS, Range
from reports.models import DayDealer, DayTable, Hour
from reports.pages.kinds import Kind
from reports.rolling.days import Calendar, Shift
from reports.rolling.room import calendar_of
from tables.models import Room, Table

EARLIEST, LATEST = date(2000, 1, 1), date(2199, 12, 31)
RECENT = timedelta(days=6)  # a report of days begins with the last seven
LAST_ROOM = "reports_room"  # in the session
BACK = 45  # shifts that are looked through for the last one with anything in it


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a list to choose from."""

    value: str
    said: str


@dataclass(frozen=True, slots=True)
class Form:
    """The form as it was filled in, with what can be chosen."""

    said: Mapping[str, str]
    rooms: tuple[Choice, ...] = ()
    shifts: tuple[Choice, ...] = ()
    tables: tuple[Choice, ...] = ()
    games: tuple[Choice, ...] = ()
    dealers: tuple[Choice, ...] = ()


def room_of(said: Mapping[str, str]) -> Room | None:
    """The room that is asked for, else the one with the newest hands, else the first; None where there is none at all.

    Refuses `no_room`.
    """
    wanted = said.get("room", "")
    rooms = Room.objects.order_by("pk")
    if not wanted:
        return max(rooms, key=_newest, default=None)
    found = rooms.filter(pk=_number(wanted)).first()
    if found is None:
        raise Refusal("no_room")
    return found


def _newest(room: Room) -> tuple[float, int]:
    """When something was dealt there last; of rooms where nothing was, the first is the largest."""
    dealt = Hour.objects.filter(room=room, hands__gt=0).order_by("-hour")
    hour = dealt.values_list("hour", flat=True).first()
    return (hour.timestamp() if hour else 0.0, -room.pk)


def remembered(request: HttpRequest, said: Mapping[str, str]) -> dict[str, str]:
    """What was asked, with the room of the report before where none is named; a room that is named is remembered."""
    if said.get("room"):
        if Room.objects.filter(pk=_number(said["room"])).exists():
            request.session[LAST_ROOM] = said["room"]
        return dict(said)
    last = str(request.session.get(LAST_ROOM, ""))
    there = last and Room.objects.filter(pk=_number(last)).exists()
    return {**said, "room": last} if there else dict(said)


def form_of(kind: Kind, room: Room | None, said: Mapping[str, str]) -> Form:
    """What can be chosen; nothing where there is no room."""
    rooms = tuple(Choice(str(one.pk), one.name) for one in Room.objects.order_by("pk"))
    if room is None:
        return Form(said, rooms)
    asks = kind.asks
    return Form(
        said,
        rooms,
        tuple(Choice(name, name.capitalize()) for name in calendar_of(room).names())
        if "shift" in asks
        else (),
        tuple(Choice(str(one.pk), one.name) for one in _tables(room)) if "table" in asks else (),
        tuple(Choice(name, name) for name in _games(room)) if "game" in asks else (),
        _dealers(room) if "dealer" in asks else (),
    )


def range_of(kind: Kind, room: Room, said: Mapping[str, str], now: datetime) -> Range:
    """The range of a report.

    Refuses bad_day, day_far, range_turned, range_long, no_shift, no_table, no_game, no_dealer.
    """
    calendar = calendar_of(room)
    present = calendar.at(int(now.timestamp()))
    shift = said.get("shift", "") if "shift" in kind.asks else ""
    if shift and shift not in calendar.names():
        raise Refusal("no_shift", text=shift, shifts=", ".join(calendar.names()))
    if "day" not in kind.asks:
        return _of_days(kind, room, said, present, shift)
    if kind.key == "shift" and not (said.get("day") and shift):
        found = _last(room, calendar, present, int(now.timestamp()))
        day = _day(said["day"]) if said.get("day") else found.day
        return Range(room=room, first=day, last=day, shift=shift or found.name)
    day = _day(said["day"]) if said.get("day") else present.day
    if kind.key == "week":
        monday = day - timedelta(days=day.weekday())
        return Range(room=room, first=monday, last=monday + timedelta(days=6))
    return Range(room=room, first=day, last=day, shift=shift)


def fields_of(kind: Kind, asked: Range) -> dict[str, str]:
    """The address of a range: the same fields that made it."""
    assert asked.first is not None
    assert asked.last is not None
    whole = {
        "room": str(asked.room.pk),
        "day": f"{asked.first:%Y-%m-%d}",
        "first": f"{asked.first:%Y-%m-%d}",
        "last": f"{asked.last:%Y-%m-%d}",
        "shift": asked.shift,
        "table": str(asked.table or ""),
        "game": asked.game,
        "dealer": asked.dealer,
    }
    return {name: whole[name] for name in ("room", *kind.asks) if whole[name]}


def days_of(asked: Range) -> dict[str, str]:
    """Room, days and shift, as every kind of report takes them: one of a day is of the last."""
    whole = {"room": str(asked.room.pk), "day": f"{asked.last}", "first": f"{asked.first}"}
    whole |= {"last": f"{asked.last}", "shift": asked.shift}
    return {name: value for name, value in whole.items() if value}


def shift_of(asked: Range) -> Shift | None:
    """When the shift of a shift report begins and ends; None where it is of more."""
    if asked.days != 1 or not asked.shift or asked.first is None:
        return None
    calendar = calendar_of(asked.room)
    moment = calendar.begins(asked.first)
    while moment < calendar.ends(asked.first):
        found = calendar.at(moment)
        if found.name == asked.shift:
            return found
        moment = found.ends
    return None


def beside(kind: Kind, asked: Range, way: int) -> dict[str, str] | None:
    """The fields of the report before (-1) or after (1); None where it has none."""
    if "day" not in kind.asks or asked.first is None or asked.last is None:
        return None
    calendar = calendar_of(asked.room)
    if kind.key == "shift":
        found = shift_of(asked)
        if found is None:
            return None
        near = calendar.at(found.begins - 1 if way < 0 else found.ends)
        return {"room": str(asked.room.pk), "day": f"{near.day:%Y-%m-%d}", "shift": near.name}
    day = (asked.first if way < 0 else asked.last) + timedelta(days=way)
    return {"room": str(asked.room.pk), "day": f"{day:%Y-%m-%d}"}


def _of_days(
    kind: Kind, room: Room, said: Mapping[str, str], present: Shift, shift: str
) -> Range:  # fmt: skip
    last = _day(said["last"]) if said.get("last") else None
    first = _day(said["first"]) if said.get("first") else None
    last = last or max(present.day, first or present.day)
    first = first or last - RECENT
    if last < first:
        raise Refusal("range_turned", first=first, last=last)
    if (days := (last - first).days + 1) > MOST_DAYS:
        raise Refusal("range_long", days=f"{days:,}", most=f"{MOST_DAYS:,}")
    return Range(
        room=room,
        first=first,
        last=last,
        shift=shift,
        table=_table(room, said.get("table", "")) if "table" in kind.asks else None,
        game=_game(room, said.get("game", "")) if "game" in kind.asks else "",
        dealer=_dealer(said.get("dealer", "")) if "dealer" in kind.asks else "",
    )


def _last(room: Room, calendar: Calendar, present: Shift, now: int) -> Shift:
    """The last shift that is over and had anything in it, else the present one."""
    since = present.day - timedelta(days=BACK)
    rows = DayTable.objects.filter(room=room, day__gte=since).order_by()
    found = set(rows.values_list("day", "shift").distinct())
    one = present
    for _ in range(BACK):
        one = calendar.at(one.begins - 1)
        if (one.day, one.name) in found and one.ends <= now:
            return one
    return present


def _day(text: str) -> date:
    try:
        found = date.fromisoformat(text.strip())
    except ValueError:
        raise Refusal("bad_day", text=text) from None
    if not EARLIEST <= found <= LATEST:
        raise Refusal("day_far", text=found, first=EARLIEST, last=LATEST)
    return found


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _tables(room: Room) -> list[Table]:
    return sorted(Table.objects.filter(room=room), key=lambda one: (len(one.name), one.name))


def _games(room: Room) -> list[str]:
    rows: Any = DayTable.objects.filter(room=room).order_by("game")
    return [name for name in rows.values_list("game", flat=True).distinct() if name]


def _dealers(room: Room) -> tuple[Choice, ...]:
    known = aliases()
    rows: Any = DayDealer.objects.filter(room=room).order_by().exclude(dealer="")
    keys = rows.values_list("dealer", flat=True).distinct()
    found = (Choice(key, known.get(key, key)) for key in keys)
    return tuple(sorted(found, key=lambda one: one.said))


def _table(room: Room, text: str) -> int | None:
    if not text:
        return None
    if not Table.objects.filter(room=room, pk=_number(text)).exists():
        raise Refusal("no_table")
    return _number(text)


def _game(room: Room, text: str) -> str:
    if text and text not in _games(room):
        raise Refusal("no_game", text=text)
    return text


def _dealer(text: str) -> str:
    if text and text not in aliases():
        raise Refusal("no_dealer")
    return text
