"""The room of a night before anybody comes: plaques, tables, tablets, staff. All aliases are invented."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import Group, User
from django.db.models import Q

from simulation import names
from tables.demo import HORSE, HORSE_THEN, PLAQUES
from tables.lifecycle import table_create
from tables.models import Device, Plaque, Room, Staff, Table
from tables.money_fields import leg_of
from tables.plaques import plaque_publish
from tables.staffing import staff_save

ACTOR = "system.simulation"
# Plaque, chairs, how many of a hundred tables have it, whether the tablet counts the stacks there.
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
class Signs:
    """Somebody who works here, with the PIN that nobody else knows."""

    staff: Staff
    pin: str


@dataclass(slots=True)
class House:
    """A room with its tables and people."""

    room: Room
    tables: list[tuple[Table, Device, bool]] = field(default_factory=list)
    dealers: list[Signs] = field(default_factory=list)
    supervisors: list[Signs] = field(default_factory=list)
    desks: list[Signs] = field(default_factory=list)
    managers: list[Signs] = field(default_factory=list)


def games_of(count: int) -> list[tuple[str, int, bool]]:
    """Plaque, chairs and counted stacks of each of so many tables: every game in its share, the commonest first."""
    given: dict[str, int] = dict.fromkeys((name for name, *_ in MIX), 0)
    found = []
    for number in range(1, count + 1):
        name, seats, _, counted = max(MIX, key=lambda one: one[2] * number / 100 - given[one[0]])
        given[name] += 1
        found.append((name, seats, counted))
    return found


def house_make(
    *, room: Room, tables: int, now: datetime, sign_in: bool = True, crews: int = 1
) -> House:
    """Fill an empty room: closed tables under their plaques with a tablet each, and everybody who works there.

    sign_in: whether they have PINs, which take a while to make; without one nobody signs in. crews: of dealers.
    """
    house = House(room)
    for number, (name, seats, counted) in enumerate(games_of(tables), 1):
        table = table_create(
            room=room,
            name=f"T{number}",
            seats=seats,
            plaque=_plaque(name, now),
            actor=ACTOR,
            now=now,
        )
        device = Device.objects.create(name=f"Tablet of T{number}, {room.name}"[:60], table=table)
        house.tables.append((table, device, counted))
    house.dealers = list(_hired(names.BIRDS, "dealer", crews * (tables + tables // 3 + 2), sign_in))
    house.supervisors = list(_hired(names.TREES, "supervisor", max(2, -(-tables // 8)), sign_in))
    house.desks = list(_hired(names.COLOURS, "desk", 2 if tables > 8 else 1, sign_in))
    house.managers = list(_hired(names.MANAGERS, "manager", 1, sign_in))
    return house


def _plaque(name: str, now: datetime) -> Plaque:
    """The house's own of that name, else the demo's."""
    known = Plaque.objects.filter(name=name).order_by("-version").first()
    if known is not None:
        return known
    plaque = Plaque(name=name, **PLAQUES[name])
    if name == HORSE:
        for other in HORSE_THEN:
            _plaque(other, now)
        plaque.rotation = [leg_of(other) for other in HORSE_THEN]
    return plaque_publish(plaque=plaque, now=now)


def _hired(aliases: tuple[str, ...], role: str, count: int, sign_in: bool) -> Iterator[Signs]:
    """New people in a role, under names that nobody has."""
    group = Group.objects.get(name=role)
    turn = 1
    while count:
        for plain in aliases:
            alias = plain if turn == 1 else f"{plain} {turn}"
            taken = Staff.objects.filter(alias=alias) or User.objects.filter(username=_user(alias))
            if not taken and count:
                count -= 1
                yield _new(alias, group, _pin() if sign_in else "")
        turn += 1


def _user(alias: str) -> str:
    return alias.lower().replace(" ", "-")


def _new(alias: str, group: Group, pin: str) -> Signs:
    staff = staff_save(
        staff=Staff(alias=alias, badge=_badge()),
        username=_user(alias),
        role=group,
        is_active=True,
        pin=pin,
        password="",
    )
    return Signs(Staff.objects.select_related("user").get(pk=staff.pk), pin)


def _badge() -> str:
    """The first number from 1001 on that nobody has."""
    taken = {
        int(badge) for badge in Staff.objects.filter(~Q(badge="")).values_list("badge", flat=True)
    }
    return str(next(number for number in range(1001, 10**9) if number not in taken))


def _pin() -> str:
    """Not from the seed: whoever can read the program must not know the PIN of anybody who works here."""
    while True:
        pin = f"{secrets.randbelow(10**6):06d}"
        if len(set(pin)) > 2 and pin not in "01234567899876543210":
            return pin
