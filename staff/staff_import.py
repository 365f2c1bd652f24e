"""Import of staff from a CSV file: every line is checked; valid lines are imported together, others are left out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models.functions import Lower
from django.utils.text import slugify

from poker.refusal import Refusal
from staff.account_changes import may_open_admin
from staff.aliases import alias_checked, canonical_alias
from staff.audit.recording import Actor, record
from staff.csv_rows import csv_rows, formulas
from staff.models import Room, Staff
from staff.permissions import ROLES

REASON = "why"  # a column of the file of faulty lines; ignored when that file is uploaded again
COLUMNS = {name: name for name in ("badge", "alias", "role", "room", REASON)}
FORM = "badge,alias,role,room\r\n"
MAX_BYTES = 1_000_000
MAX_ROWS = 5_000
BATCH = 500  # rows in one statement


@dataclass(frozen=True, slots=True)
class StaffLine:
    """A parsed line of the file. faults: why it is not imported; empty for a valid line."""

    line: int
    badge: str
    alias: str
    role: str
    room: str
    room_id: int | None = None
    faults: tuple[Refusal, ...] = ()


@dataclass(slots=True)
class StaffFile:
    """The content of a file: valid lines, and lines that are left out."""

    ready: list[StaffLine] = field(default_factory=list)
    faulty: list[StaffLine] = field(default_factory=list)


def staff_read(data: bytes, *, rooms: Sequence[Room]) -> StaffFile:
    """Read and check a file without importing it. rooms: where the importing person may put staff.

    An empty room means the only one of `rooms`. Raises `Refusal` for the file as a whole: `csv_long`, `csv_encoding`,
    `csv_empty`, `csv_column`, `csv_alias`, `csv_required`, `csv_rows`, `staff_none`.
    """
    file = StaffFile()
    checks = _Checks(rooms)
    rows = csv_rows(data, columns=COLUMNS, required=("badge", "alias", "role"), max_bytes=MAX_BYTES)
    for line, cells in rows:
        if len(file.ready) + len(file.faulty) >= MAX_ROWS:
            raise Refusal("csv_rows", "", rows=MAX_ROWS)
        if isinstance(cells, Refusal):
            file.faulty.append(StaffLine(line, "", "", "", "", faults=(cells,)))
            continue
        staff_line = checks.check(line, cells)
        (file.faulty if staff_line.faults else file.ready).append(staff_line)
    if not file.ready and not file.faulty:
        raise Refusal("staff_none")
    return file


def staff_import(data: bytes, *, rooms: Sequence[Room], by: Actor, now: datetime) -> StaffFile:
    """Import the valid lines in one transaction; return the file as read in it.

    No one gets a PIN: each person chooses one with a start code (`staff.start_codes`). Raises `Refusal` as `staff_read`
    does, and `staff_added_at_once`.
    """
    with transaction.atomic():
        # The second of two concurrent imports sees the badges of the first.
        list(Room.objects.select_for_update().order_by("pk").values_list("pk", flat=True))
        file = staff_read(data, rooms=rooms)
        try:
            with transaction.atomic():
                _create(file.ready, by, now)
        except IntegrityError as error:  # a badge, alias or user name that was added concurrently
            raise Refusal("staff_added_at_once") from error
    return file


def _create(lines: Sequence[StaffLine], by: Actor, now: datetime) -> None:
    """Create accounts and staff in a few statements: five thousand take seconds, instead of a minute one at a time."""
    names = _user_names(lines)
    users = User.objects.bulk_create(
        [
            User(username=name, password=make_password(None), is_staff=may_open_admin(line.role))
            for name, line in zip(names, lines, strict=True)
        ],
        batch_size=BATCH,
    )
    staff = Staff.objects.bulk_create(
        [
            Staff(user=user, alias=line.alias, badge=line.badge)
            for user, line in zip(users, lines, strict=True)
        ],
        batch_size=BATCH,
    )
    groups = dict(Group.objects.filter(name__in=ROLES).values_list("name", "pk"))
    in_groups = User.groups.through
    in_rooms = Room.staff.through
    in_groups.objects.bulk_create(
        [
            in_groups(user_id=user.pk, group_id=groups[line.role])
            for user, line in zip(users, lines, strict=True)
        ],
        batch_size=BATCH,
    )
    in_rooms.objects.bulk_create(
        [
            in_rooms(staff_id=member.pk, room_id=line.room_id)
            for member, line in zip(staff, lines, strict=True)
        ],
        batch_size=BATCH,
    )
    for member, line in zip(staff, lines, strict=True):
        after = {"Alias": member.alias, "Badge": member.badge, "Role": line.role}
        record(by, "staff_added", now=now, about=member, room=line.room_id, after=after)


def _user_names(lines: Sequence[StaffLine]) -> list[str]:
    """Return an unused user name for each line, in the form of `staff.accounts.username_of`."""
    user_names = set(User.objects.values_list(Lower("username"), flat=True))
    names = []
    for line in lines:
        base = slugify(line.alias)[:100] or "staff"
        candidates = (f"{base}-{number}" for number in count(2))
        name = (
            base
            if base not in user_names
            else next(candidate for candidate in candidates if candidate not in user_names)
        )
        user_names.add(name)
        names.append(name)
    return names


class _Checks:
    """Checks lines against the house's staff and rooms, and against the lines before."""

    def __init__(self, rooms: Sequence[Room]) -> None:
        self.rooms = {canonical_alias(room.name): room for room in rooms}
        rows = Staff.objects.values_list("badge", "alias")
        self.badges = dict(rows)
        self.aliases = {canonical_alias(alias): alias for _, alias in rows}
        self.lines_by_badge: dict[str, tuple[int, str]] = {}
        self.lines_by_alias: dict[str, int] = {}

    def check(self, line: int, cells: dict[str, str]) -> StaffLine:
        text = {
            name: cells.get(name, "").strip()[:200] for name in ("badge", "alias", "role", "room")
        }
        role = text["role"].casefold()
        faults = [
            *formulas(text),
            *self._badge(line, text["badge"], text["alias"]),
            *self._alias(line, text["alias"]),
            *_role(role),
        ]
        room, fault = self._room(text["room"])
        faults += [fault] if fault else []
        alias = text["alias"] if faults else alias_checked(text["alias"])
        return StaffLine(
            line,
            text["badge"],
            alias,
            role if role in ROLES else text["role"],
            room.name if room else text["room"],
            room.pk if room else None,
            tuple(faults),
        )

    def _badge(self, line: int, badge: str, alias: str) -> Iterator[Refusal]:
        if not badge:
            yield Refusal("staff_no_badge")
            return
        try:
            Staff._meta.get_field("badge").run_validators(badge)
        except ValidationError:
            yield Refusal("staff_badge", "", badge=badge[:20])
            return
        first, name = self.lines_by_badge.setdefault(badge, (line, alias))
        if first != line:
            yield Refusal("staff_badge_twice", "", badge=badge, name=name, line=first)
        elif badge in self.badges:
            yield Refusal("staff_badge_taken", "", badge=badge, name=self.badges[badge])

    def _alias(self, line: int, alias: str) -> Iterator[Refusal]:
        try:
            key = canonical_alias(alias_checked(alias))
        except Refusal as refusal:
            yield refusal
            return
        first = self.lines_by_alias.setdefault(key, line)
        if first != line:
            yield Refusal("staff_alias_twice", "", name=alias, line=first)
        elif key in self.aliases:
            yield Refusal("staff_alias_taken", "", name=self.aliases[key])

    def _room(self, name: str) -> tuple[Room | None, Refusal | None]:
        rooms = [room.name for room in self.rooms.values()][:10]
        if name:
            room = self.rooms.get(canonical_alias(name))
            return room, None if room else Refusal("staff_room", "", room=name[:80], rooms=rooms)
        if len(self.rooms) == 1:
            return next(iter(self.rooms.values())), None
        return None, Refusal("staff_no_room", "", rooms=rooms)


def _role(role: str) -> Iterator[Refusal]:
    if not role:
        yield Refusal("staff_no_role")
    elif role not in ROLES:
        yield Refusal("staff_role", "", role=role[:20], roles=list(ROLES))
