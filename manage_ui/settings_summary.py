"""What is in force now: one row per kind of setting."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings as server_settings
from django.db.models import Q
from django.utils import timezone

from absences.away_players import absence_limits, limit_lines
from drop.models import policy_of
from drop.shifts import format_shifts
from lineup.actions import load_lineup
from manage_ui.page_permissions import is_open_to
from manage_ui.plaques import newest
from ops.models import YEARS, Retention
from poker.chip_colors import read_colors
from poker.currency import currency
from poker.formatting import money
from reports.archive.mailing import addresses_of
from rulings.incidents.ladder_versions import ladder_at, steps_at
from rulings.models import Book, RulebookVersion
from rulings.rulebooks import in_force
from staff.installation import installation
from staff.models import Room, Staff
from staff.policy import limits_of, policy
from tables.models import Device, Table
from tables.natural_order import SortKey, natural_order
from tables.opening_hours import format_hours
from waitlist.actions import load_waitlists
from waitlist.board_messages import texts_in_force
from waitlist.models.board import board_settings_of
from web.guard import PageUser


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One kind of setting: the URL name of its page, title, description, and what is in force."""

    url_name: str
    title: str
    description: str
    summary: str


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """Rows under one heading."""

    title: str
    rows: list[SettingRow]


def counted(number: int, item: str, many: str = "") -> str:
    """Return "1 table", "8 tables"."""
    return f"{number} {item if number == 1 else many or f'{item}s'}"


def settings_summary(room: Room, by: PageUser, now: datetime) -> list[SettingGroup]:
    """Return the settings this manager may open, in the order in which a room is set up."""
    groups = [
        ("Games", _played(room, now)),
        ("Running the room", _runs(room, now)),
        ("Staff and access", _gets_in(room)),
        ("Records and reports", _kept(room)),
    ]
    setting_groups = [
        SettingGroup(title, [line for what, line in match if is_open_to(by, what)])
        for title, match in groups
    ]
    return [setting_group for setting_group in setting_groups if setting_group.rows]


def _played(room: Room, now: datetime) -> list[tuple[str, SettingRow]]:
    charge = "Rake, time and jackpot drop for several plaques at once"
    rulebook = "Rulebook versions and where each is in force"
    return [
        ("plaques", SettingRow("plaques", "Plaques", "Games, limits and buy-ins", _plaques())),
        ("plaques", SettingRow("rakes", "Collection", charge, "Set on each plaque")),
        ("see", SettingRow("rules", "House rules", rulebook, _rules(room, now))),
        (
            "tables",
            SettingRow("tables", "Tables", "Names, seats and opening plaque", _tables(room)),
        ),
    ]


def _runs(room: Room, now: datetime) -> list[tuple[str, SettingRow]]:
    text = "House wording" if room.called_text else "Standard wording"
    shifts = "Shift start times and the variance limit"
    dealers = "Downs, breaks and tables per supervisor"
    ladder = "Warning, suspension, bar: the order (H-42)"
    lists = "Minutes to answer and arrive, open-seat order"
    return [
        ("room", SettingRow("measures", "Room", "Name, hours, minimum age and limits", _room(room))),
        ("rooms", SettingRow("currency", "Currency", "Of all rooms; fixed with the first hand", _currency())),
        ("rooms", SettingRow("time-zone", "Time zone", "Of all rooms: shifts, pages and reports", _time_zone())),
        ("lists", SettingRow("lists", "Waitlist", lists, _lists(room))),
        ("room", SettingRow("absences", "Absences", "How long players may be away, walking rule", _absences(room))),
        ("dealers", SettingRow("sections", "Dealers and sections", dealers, _sections(room))),
        ("shifts", SettingRow("shifts", "Shifts and drop", shifts, _shifts(room))),
        ("ladder", SettingRow("ladder", "Sanction ladder", ladder, _ladder(room, now))),
        ("room", SettingRow("board", "Board", "Page time, voice and messages of the public board", _board(room, now))),
        ("room", SettingRow("messages", "Paging message", "The text or email a called player gets", text)),
    ]  # fmt: skip


def _gets_in(room: Room) -> list[tuple[str, SettingRow]]:
    ends = "How long they last, and two-factor sign-in"
    return [
        (
            "staff",
            SettingRow(
                "staff", "Staff", "Add, change role or PIN, unlock, deactivate", _staff(room)
            ),
        ),
        ("access", SettingRow("sign-ins", "Sign-in rules", ends, _sign_ins())),
        ("devices", SettingRow("devices", "Tablets", "Pair, check and revoke", _devices(room))),
    ]


def _kept(room: Room) -> list[tuple[str, SettingRow]]:
    forgets = "How long inactive players are kept"
    mailed = len(addresses_of(room))
    to = counted(mailed, "address", "addresses") if mailed else "Emailed to no one"
    return [
        ("retention", SettingRow("retention", "Data retention", forgets, _retention(room))),
        ("mails", SettingRow("mails", "Report emails", "Who gets shift and day reports", to)),
    ]


@dataclass(frozen=True, slots=True)
class RulebookSummary:
    """A rulebook, whose it is, and the version in force."""

    book: Book
    version: RulebookVersion | None
    newest: RulebookVersion | None

    @property
    def is_pending(self) -> bool:
        """Return whether a published version takes effect later."""
        return self.newest is not None and self.version != self.newest


def rules(room: Room, now: datetime) -> list[RulebookSummary]:
    """Return the room's rulebook, then those of tables."""
    books = Book.objects.filter(room=room).select_related("table")
    rulebooks = [
        RulebookSummary(book, in_force(book, now), book.versions.order_by("-number").first())
        for book in books
    ]
    return sorted(rulebooks, key=lambda summary: _rulebook_order(summary.book))


def _rulebook_order(book: Book) -> tuple[bool, SortKey]:
    """Return a sort key: the room's rulebook, then those of tables by name."""
    return book.table is not None, natural_order(book.table.name if book.table else "")


def _room(room: Room) -> str:
    age = f"{room.minimum_age} and over" if room.minimum_age else "Age not checked"
    cap = (
        f"{money(room.incidentals_cap)} for incidentals"
        if room.incidentals_cap
        else "nothing for incidentals"
    )
    silent = f"silent seat {room.silent_seat_seconds} s" if room.silent_seat_seconds else "no glow"
    held = f"lock-up {room.lock_minutes} min"
    count = len(read_colors(room.chip_colors))
    chips = counted(count, "chip color") if count else "no chips shown"
    return f"{format_hours(room.opening_hours)}; {age}, {cap}, {held}, {silent}, {chips}"


def _board(room: Room, now: datetime) -> str:
    settings = board_settings_of(room)
    shown = len(texts_in_force(settings.messages, now))
    voice = "voice on" if settings.voice else "no voice"
    return f"{settings.page_seconds} s a page, {voice}, {counted(shown, 'message')}"


def _currency() -> str:
    return f"{currency().code}, {currency().sample}"


def _time_zone() -> str:
    return installation().time_zone or f"the server's: {server_settings.TIME_ZONE}"


def _plaques() -> str:
    plaque_rows = newest()
    behind = sum(len(plaque_row.outdated_tables) for plaque_row in plaque_rows)
    late = f", {counted(behind, 'table')} on an older version" if behind else ""
    return f"{counted(len(plaque_rows), 'plaque')}{late}"


def _rules(room: Room, now: datetime) -> str:
    rulebooks = rules(room, now)
    own = sum(
        1
        for rulebook in rulebooks
        if rulebook.book.table is not None and rulebook.version and not rulebook.version.withdraws
    )
    first = next((rulebook.version for rulebook in rulebooks if rulebook.book.table is None), None)
    message = f"Version {first.number}" if first else "Guide defaults"
    return f"{message}, {counted(own, 'table')} with its own rulebook" if own else message


def _tables(room: Room) -> str:
    tables = list(Table.objects.filter(room=room).select_related("stream"))
    return f"{counted(len(tables), 'table')}, {sum(table.is_open for table in tables)} open"


def _devices(room: Room) -> str:
    devices = Device.objects.filter(table__room=room, revoked_at=None)
    paired = devices.exclude(token_hash=None).count()
    silent = Table.objects.filter(room=room, heard__silent=True).count()
    return f"{paired} paired" + (f", {silent} offline" if silent else "")


def _staff(room: Room) -> str:
    of_room = Q(rooms=room) | Q(house_wide=True)
    staffs = Staff.objects.filter(of_room, user__is_active=True).distinct()
    locked = staffs.filter(delays__until__gt=timezone.now()).distinct().count()
    return f"{staffs.count()} active" + (f", {locked} locked out" if locked else "")


def _shifts(room: Room) -> str:
    of_drop = policy_of(room)
    return f"{format_shifts(of_drop.shifts)}; variance over {money(of_drop.threshold)}"


def _ladder(room: Room, now: datetime) -> str:
    own = ladder_at(room.pk, now)
    steps = ", ".join(step.sentence.lower() for step in steps_at(room.pk, now))
    return f"{steps[:1].upper()}{steps[1:]}" + (f" (version {own.number})" if own else "")


def _lists(room: Room) -> str:
    waitlist_policy = load_waitlists(room.pk).policy
    return f"{waitlist_policy.call_minutes} min to answer, {waitlist_policy.hold_minutes} min to arrive"


def _absences(room: Room) -> str:
    return ", ".join(limit_lines(absence_limits(room.pk))) or "No limit"


def _sign_ins() -> str:
    longest, idle = limits_of("manager")
    factor = "two-factor" if policy().factor_for_managers else "no two-factor"
    return f"Managers {longest} min, {idle} idle; {factor}"


def _retention(room: Room) -> str:
    retention = Retention.objects.filter(room=room).first()
    return f"{counted(retention.years if retention else YEARS, 'year')} without a visit"


def _sections(room: Room) -> str:
    dealers = load_lineup(room.pk)
    return (
        f"{dealers.policy.section_tables} tables max, {counted(len(dealers.sections), 'section')}"
    )
