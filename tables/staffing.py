"""Staff of the room and their roles."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.db.models.functions import Lower
from django.utils.text import slugify

from tables.models import Room, Staff
from tables.pins import pin_hashed, pin_set
from tables.sessions import sessions_end

ROLES = ("dealer", "desk", "supervisor", "manager", "surveillance")


def is_above(staff: Staff, user: User) -> bool:
    """Return whether only a superuser may change a staff member: users may not set the password of a superuser."""
    return staff.user.is_superuser and not user.is_superuser


def username_of(alias: str) -> str:
    """Return an unused user name made from an alias, for staff who sign in by badge and have no password."""
    base = slugify(alias)[:100] or "staff"
    taken = set(
        get_user_model()
        .objects.filter(username__istartswith=base)
        .values_list(Lower("username"), flat=True)
    )
    numbered = (f"{base}-{number}" for number in count(2))
    return (
        base
        if base not in taken
        else next(candidate for candidate in numbered if candidate not in taken)
    )


@dataclass(frozen=True, slots=True)
class SecretHashes:
    """The hashes of a new PIN and a new password; "" for one that does not change."""

    pin: str = ""
    password: str = ""


def secrets_hashed(*, pin: str = "", password: str = "") -> SecretHashes:
    """Return the hashes of these secrets. Raises `Refusal`: `bad_pin`.

    Call this before a transaction begins: on SQLite no one else can write during a transaction, and hashing takes long.
    """
    return SecretHashes(pin_hashed(pin) if pin else "", make_password(password) if password else "")


def staff_save(
    *,
    staff: Staff,
    username: str,
    role: Group,
    is_active: bool,
    secrets: SecretHashes,
    rooms: Iterable[Room],
) -> Staff:
    """Create or change a staff member; empty secrets are not changed. rooms: where they work, if not in every room.

    A new role, PIN or password, a room fewer, or deactivation, ends every session: the staff member must sign in
    again.
    """
    with transaction.atomic():
        new = staff._state.adding
        was_house_wide = Staff.objects.filter(pk=staff.pk, house_wide=True).exists()
        if new:
            staff.user = get_user_model().objects.create_user(username)
        user = staff.user
        user.is_active = is_active
        user.is_staff = user.is_superuser or role.name != "dealer"
        if secrets.password:
            user.password = secrets.password
        user.save()
        other_role = set(user.groups.filter(name__in=ROLES)) != {role}
        user.groups.remove(*Group.objects.filter(name__in=ROLES))
        user.groups.add(role)
        staff.save()
        wanted = set(rooms)
        lost_room = not staff.house_wide and (
            was_house_wide or bool(set(staff.rooms.all()) - wanted)
        )
        staff.rooms.set(wanted)
        if secrets.pin:
            pin_set(staff=staff, pin_hash=secrets.pin)
        is_changed = other_role or lost_room or secrets != SecretHashes()
        if not new and (not is_active or is_changed):
            sessions_end(staff=staff)
    return staff
