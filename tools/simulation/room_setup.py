"""The room of a night before anyone comes: plaques, tables, tablets, staff. All aliases are invented."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import Group, User
from django.db.models import Q

from ops.demo import HORSE, HORSE_THEN, PLAQUES
from staff.account_changes import staff_save
from staff.accounts import secrets_hashed
from staff.models import Room, Staff
from tables.lifecycle import table_create
from tables.models import Device, Plaque, Table
from tables.plaques import plaque_publish, rotation_leg
from tools.simulation import names

ACTOR = "system.simulation"
# Plaque, seats, its share of a hundred tables, and whether the tablet counts stacks.
MIX: tuple[tuple[str, int, int, bool], ...] = (
    ("No-limit hold'em 1/3", 9, 30, False),
    ("Limit hold'em 4/8", 9, 20, True),
    ("Limit hold'em 4/8, by streets", 9, 7, False),
    ("Pot-limit Omaha 1/2", 9, 10, True),
    ("Omaha eight-or-better 4/8 with a kill", 9, 9, False),
    ("Seven-card stud 10/20", 8, 8, True),
    ("2-7 triple draw 4/8", 6, 6, True),
    (HORSE, 8, 5, False),
    ("Razz 10/20", 8, 3, False),
    ("Stud eight-or-better 10/20", 8, 2, True),
)


@dataclass(frozen=True, slots=True)
class StaffMember:
    staff: Staff
    pin: str


@dataclass(slots=True)
class SimulatedRoom:
    """A room with its tables and staff."""

    room: Room
    tables: list[tuple[Table, Device, bool]] = field(default_factory=list)
    dealers: list[StaffMember] = field(default_factory=list)
    supervisors: list[StaffMember] = field(default_factory=list)
    desks: list[StaffMember] = field(default_factory=list)
    managers: list[StaffMember] = field(default_factory=list)


def games_of(count: int) -> list[tuple[str, int, bool]]:
    """Return plaque, seats and whether stacks are counted for this many tables: every game according to its share, the
    most common first.
    """
    counts: dict[str, int] = dict.fromkeys((name for name, *_ in MIX), 0)
    results = []
    for number in range(1, count + 1):
        name, seats, _, counted = max(MIX, key=lambda row: row[2] * number / 100 - counts[row[0]])
        counts[name] += 1
        results.append((name, seats, counted))
    return results


def room_create(
    *, room: Room, tables: int, now: datetime, sign_in: bool = True, crews: int = 1
) -> SimulatedRoom:
    """Fill an empty room: closed tables with plaques and a tablet each, and staff.

    Each table and each staff member is stored separately, so that a running server can write in between. sign_in:
    whether staff have PINs, which are slow to hash; without PINs no one can sign in. crews: number of dealer crews.
    """
    house = SimulatedRoom(room)
    for number, (name, seats, counted) in enumerate(games_of(tables), 1):
        table = table_create(
            room=room,
            name=f"T{number}",
            seats=seats,
            plaque=_plaque(name, now),
            actor=ACTOR,
            now=now,
        )
        device = Device.objects.create(name=f"Tablet T{number}, {room.name}"[:60], table=table)
        house.tables.append((table, device, counted))
    house.dealers = list(
        _hired(room, names.BIRDS, "dealer", crews * (tables + tables // 3 + 2), sign_in)
    )
    house.supervisors = list(
        _hired(room, names.TREES, "supervisor", max(2, -(-tables // 8)), sign_in)
    )
    house.desks = list(_hired(room, names.COLORS, "desk", 2 if tables > 8 else 1, sign_in))
    house.managers = list(_hired(room, names.MANAGERS, "manager", 2, sign_in))
    return house


def _plaque(name: str, now: datetime) -> Plaque:
    """Return the house's plaque of that name, otherwise the demo's."""
    plaque = Plaque.objects.filter(name=name).order_by("-version").first()
    if plaque is not None:
        return plaque
    plaque = Plaque(name=name, **PLAQUES[name])
    if name == HORSE:
        for other in HORSE_THEN:
            _plaque(other, now)
        plaque.rotation = [rotation_leg(other) for other in HORSE_THEN]
    return plaque_publish(plaque=plaque, now=now)


def _hired(
    room: Room, aliases: tuple[str, ...], role: str, count: int, sign_in: bool
) -> Iterator[StaffMember]:
    """Yield new staff of a room in a role, under unused aliases."""
    group = Group.objects.get(name=role)
    turn = 1
    while count:
        for plain in aliases:
            alias = plain if turn == 1 else f"{plain} {turn}"
            taken = Staff.objects.filter(alias=alias) or User.objects.filter(username=_user(alias))
            if not taken and count:
                count -= 1
                yield _new(room, alias, group, _pin() if sign_in else "")
        turn += 1


def _user(alias: str) -> str:
    return alias.lower().replace(" ", "-")


def _new(room: Room, alias: str, group: Group, pin: str) -> StaffMember:
    staff = staff_save(
        staff=Staff(alias=alias, badge=_badge()),
        username=_user(alias),
        role=group,
        is_active=True,
        secrets=secrets_hashed(pin=pin),
        rooms=[room],
    )
    return StaffMember(Staff.objects.select_related("user").get(pk=staff.pk), pin)


def _badge() -> str:
    """Return the first unused badge number from 1001."""
    taken = {
        int(badge) for badge in Staff.objects.filter(~Q(badge="")).values_list("badge", flat=True)
    }
    return str(next(number for number in range(1001, 10**9) if number not in taken))


def _pin() -> str:
    """Return a random PIN. It does not depend on the seed, so that the program's source reveals no PIN."""
    while True:
        pin = f"{secrets.randbelow(10**6):06d}"
        if len(set(pin)) > 2 and pin not in "01234567899876543210":
            return pin
