"""The query of a report: parse the URL's fields into a range, or refuse with the invalid field."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.http import HttpRequest

from poker.refusal import Refusal
from reports.figures.dashboard import aliases
from reports.figures.hands import has_long_sums
from reports.figures.ranges import MAX_DAYS, ReportRange
from reports.models import DealerDay, DealerMonth, TableDay, TableHour, TableMonth
from reports.pages.report_types import ReportType
from reports.rollups.gaming_days import Calendar, GamingShift
from reports.rollups.room import calendar_of
from staff.models import Room, Staff
from staff.staff_rooms import rooms_of
from tables.models import Table
from tables.natural_order import natural_order
from web.last_room import chosen_room

EARLIEST = date(2000, 1, 1)
LATEST = date(2199, 12, 31)
DEFAULT_RANGE = timedelta(days=6)  # length of a report of days by default
LOOKBACK_SHIFTS = 45  # shifts searched for the last one with data


@dataclass(frozen=True, slots=True)
class FormOption:
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class ReportForm:
    """The form with its values and options."""

    values: Mapping[str, str]
    rooms: tuple[FormOption, ...] = ()
    shifts: tuple[FormOption, ...] = ()
    tables: tuple[FormOption, ...] = ()
    games: tuple[FormOption, ...] = ()
    dealers: tuple[FormOption, ...] = ()


def room_of(data: Mapping[str, str], staff: Staff) -> Room | None:
    """Return the requested room, else the one with the newest hands, else the first; None if there is no room.

    Only rooms where the reader works are considered. Raises `Refusal`: `no_room`.
    """
    requested = data.get("room", "")
    rooms = rooms_of(staff.user).order_by("pk")
    if not requested:
        return max(rooms, key=_newest, default=None)
    room = rooms.filter(pk=_number(requested)).first()
    if room is None:
        raise Refusal("no_room")
    return room


def _newest(room: Room) -> tuple[float, int]:
    """Return a sort key: the last time a hand was dealt; among rooms without hands, the first is the largest."""
    dealt = TableHour.objects.filter(room=room, hands__gt=0).order_by("-hour")
    hour = dealt.values_list("hour", flat=True).first()
    return (hour.timestamp() if hour else 0.0, -room.pk)


def remember_room(request: HttpRequest, staff: Staff, data: Mapping[str, str]) -> dict[str, str]:
    """Return the query, with the last used room if it names none. A named room is remembered."""
    room = chosen_room(request, list(rooms_of(staff.user)))
    if data.get("room") or room is None:
        return dict(data)
    return {**data, "room": str(room.pk)}


def form_of(
    kind: ReportType, room: Room | None, data: Mapping[str, str], staff: Staff
) -> ReportForm:
    """Return the form with its options; without options if there is no room."""
    rooms = tuple(
        FormOption(str(own_room.pk), own_room.name)
        for own_room in rooms_of(staff.user).order_by("pk")
    )
    if room is None:
        return ReportForm(data, rooms)
    asks = kind.fields
    return ReportForm(
        data,
        rooms,
        tuple(FormOption(name, name.capitalize()) for name in calendar_of(room).names())
        if "shift" in asks
        else (),
        tuple(FormOption(str(table.pk), table.name) for table in _tables(room))
        if "table" in asks
        else (),
        tuple(FormOption(name, name) for name in _games(room)) if "game" in asks else (),
        _dealers(room) if "dealer" in asks else (),
    )


def range_of(kind: ReportType, room: Room, data: Mapping[str, str], now: datetime) -> ReportRange:
    """Return the range of a report.

    Raises `Refusal`: `bad_day`, `day_far`, `range_turned`, `range_long`, `no_shift`, `no_table`, `no_game`,
    `no_dealer`.
    """
    calendar = calendar_of(room)
    current = calendar.at(int(now.timestamp()))
    shift = data.get("shift", "") if "shift" in kind.fields else ""
    if shift and shift not in calendar.names():
        raise Refusal("no_shift", text=shift, shifts=", ".join(calendar.names()))
    if "day" not in kind.fields:
        return _of_days(kind, room, data, current, shift)
    if kind.key == "shift" and not (data.get("day") and shift):
        last_shift = _last(room, calendar, current, int(now.timestamp()))
        day = _day(data["day"]) if data.get("day") else last_shift.day
        return ReportRange(room=room, first=day, last=day, shift=shift or last_shift.name)
    day = _day(data["day"]) if data.get("day") else current.day
    if kind.key == "week":
        monday = day - timedelta(days=day.weekday())
        return ReportRange(room=room, first=monday, last=monday + timedelta(days=6))
    return ReportRange(room=room, first=day, last=day, shift=shift)


def fields_of(kind: ReportType, report_range: ReportRange) -> dict[str, str]:
    """Return the query parameters of a range, the inverse of `range_of`."""
    assert report_range.first is not None
    assert report_range.last is not None
    whole = {
        "room": str(report_range.room.pk),
        "day": f"{report_range.first:%Y-%m-%d}",
        "first": f"{report_range.first:%Y-%m-%d}",
        "last": f"{report_range.last:%Y-%m-%d}",
        "shift": report_range.shift,
        "table": str(report_range.table or ""),
        "game": report_range.game,
        "dealer": report_range.dealer,
    }
    return {name: whole[name] for name in ("room", *kind.fields) if whole[name]}


def days_of(report_range: ReportRange) -> dict[str, str]:
    """Return room, days and shift as fields for any kind of report; a report of one day gets the last day."""
    whole = {
        "room": str(report_range.room.pk),
        "day": f"{report_range.last}",
        "first": f"{report_range.first}",
    }
    whole |= {"last": f"{report_range.last}", "shift": report_range.shift}
    return {name: value for name, value in whole.items() if value}


def shift_of(report_range: ReportRange) -> GamingShift | None:
    """Return the shift of a shift report with its start and end; None if the range is longer."""
    if report_range.days != 1 or not report_range.shift or report_range.first is None:
        return None
    calendar = calendar_of(report_range.room)
    moment = calendar.begins(report_range.first)
    while moment < calendar.ends(report_range.first):
        shift = calendar.at(moment)
        if shift.name == report_range.shift:
            return shift
        moment = shift.ends
    return None


def neighbor_fields(kind: ReportType, report_range: ReportRange, way: int) -> dict[str, str] | None:
    """Return the fields of the previous (-1) or next (1) report; None if there is none."""
    if "day" not in kind.fields or report_range.first is None or report_range.last is None:
        return None
    calendar = calendar_of(report_range.room)
    if kind.key == "shift":
        shift = shift_of(report_range)
        if shift is None:
            return None
        near = calendar.at(shift.begins - 1 if way < 0 else shift.ends)
        return {
            "room": str(report_range.room.pk),
            "day": f"{near.day:%Y-%m-%d}",
            "shift": near.name,
        }
    day = (report_range.first if way < 0 else report_range.last) + timedelta(days=way)
    return {"room": str(report_range.room.pk), "day": f"{day:%Y-%m-%d}"}


def _of_days(
    kind: ReportType, room: Room, data: Mapping[str, str], current: GamingShift, shift: str
) -> ReportRange:
    last = _day(data["last"]) if data.get("last") else None
    first = _day(data["first"]) if data.get("first") else None
    last = last or max(current.day, first or current.day)
    first = first or last - DEFAULT_RANGE
    if last < first:
        raise Refusal("range_turned", first=first, last=last)
    if (days := (last - first).days + 1) > MAX_DAYS:
        raise Refusal("range_long", days=f"{days:,}", most=f"{MAX_DAYS:,}")
    return ReportRange(
        room=room,
        first=first,
        last=last,
        shift=shift,
        table=_table(room, data.get("table", "")) if "table" in kind.fields else None,
        game=_game(room, data.get("game", "")) if "game" in kind.fields else "",
        dealer=_dealer(data.get("dealer", "")) if "dealer" in kind.fields else "",
    )


def _last(room: Room, calendar: Calendar, current: GamingShift, now: int) -> GamingShift:
    """Return the last ended shift with data, else the current one."""
    since = current.day - timedelta(days=LOOKBACK_SHIFTS)
    rows = TableDay.objects.filter(room=room, day__gte=since).order_by()
    shifts_with_data = set(rows.values_list("day", "shift").distinct())
    shift = current
    for _ in range(LOOKBACK_SHIFTS):
        shift = calendar.at(shift.begins - 1)
        if (shift.day, shift.name) in shifts_with_data and shift.ends <= now:
            return shift
    return current


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise Refusal("bad_day", text=text) from None
    if not EARLIEST <= day <= LATEST:
        raise Refusal("day_far", text=day, first=EARLIEST, last=LATEST)
    return day


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _tables(room: Room) -> list[Table]:
    return sorted(Table.objects.filter(room=room), key=lambda table: natural_order(table.name))


def _games(room: Room) -> list[str]:
    stored: type[TableDay] | type[TableMonth] = TableMonth if has_long_sums(room) else TableDay
    rows = stored._default_manager.filter(room=room).order_by("game")
    return [name for name in rows.values_list("game", flat=True).distinct() if name]


def _dealers(room: Room) -> tuple[FormOption, ...]:
    alias_by_key = aliases()
    stored: type[DealerDay] | type[DealerMonth] = DealerMonth if has_long_sums(room) else DealerDay
    rows = stored._default_manager.filter(room=room).order_by().exclude(dealer="")
    keys = rows.values_list("dealer", flat=True).distinct()
    form_options = (FormOption(key, alias_by_key.get(key, key)) for key in keys)
    return tuple(sorted(form_options, key=lambda option: option.label))


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
