"""Changes to a staff member that also sign them out: of browsers and of tablets."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import transaction

from poker.refusal import Refusal
from staff.account_holders import AccountHolder, audit_subject_of
from staff.accounts import SecretHashes
from staff.audit.recording import record
from staff.hooks import hooks
from staff.models import Room, Staff
from staff.permissions import ROLES
from staff.pins import pin_set
from staff.second_factor import factor_remove
from staff.sessions import browsers_end


def staff_save(
    *,
    staff: Staff,
    username: str,
    role: Group,
    is_active: bool,
    secrets: SecretHashes,
    rooms: Iterable[Room],
) -> Staff:
    """Create or change a staff member; empty secrets are not changed. rooms: the rooms where they work, if not all of
    them.

    A new role, PIN or password, the loss of a room, or deactivation ends every session: the staff member must sign in
    again.
    """
    with transaction.atomic():
        is_new = staff._state.adding
        was_house_wide = Staff.objects.filter(pk=staff.pk, house_wide=True).exists()
        if is_new:
            staff.user = get_user_model().objects.create_user(username)
        user = staff.user
        user.is_active = is_active
        user.is_staff = user.is_superuser or may_open_admin(role.name)
        if secrets.password:
            user.password = secrets.password
        user.save()
        other_role = set(user.groups.filter(name__in=ROLES)) != {role}
        user.groups.remove(*Group.objects.filter(name__in=ROLES))
        user.groups.add(role)
        staff.save()
        new_rooms = set(rooms)
        lost_room = not staff.house_wide and (
            was_house_wide or bool(set(staff.rooms.all()) - new_rooms)
        )
        staff.rooms.set(new_rooms)
        if secrets.pin:
            pin_set(staff=staff, pin_hash=secrets.pin)
        is_changed = other_role or lost_room or secrets != SecretHashes()
        if not is_new and (not is_active or is_changed):
            sessions_end(staff=staff)
        if not is_new and (not is_active or lost_room):
            for leave in hooks().STAFF_LEAVES:
                leave(staff)
    return staff


def may_open_admin(role: str) -> bool:
    """Return whether an account with this role may sign in by name and password, once it has a password."""
    return role != "dealer"


def sessions_end(*, staff: Staff) -> int:
    """End every session of a staff member, on browsers and tablets; return how many were ended."""
    with transaction.atomic():
        browsers = browsers_end(user=staff.user, badge=staff.pk)
        other_sessions = sum(end(staff) for end in hooks().SESSION_ENDS)
    return browsers + other_sessions


def sign_out_everywhere(*, staff: AccountHolder, by: AccountHolder, now: datetime) -> int:
    """End every session of a staff member on browsers and tablets; return how many were ended."""
    with transaction.atomic():
        count = _end_all_sessions(staff)
        record(
            by, "sessions_ended", now=now, about=audit_subject_of(staff), after={"sign-ins": count}
        )
    return count


def factor_reset(*, staff: AccountHolder, by: AccountHolder, now: datetime) -> None:
    """Remove a lost second factor and end all sessions, including any on a lost device.

    Raises `Refusal`: `no_factor`, and `reset_yourself` because another manager must do it.
    """
    if by.user.pk == staff.user.pk:
        raise Refusal("reset_yourself", "", name=by.alias)
    with transaction.atomic():
        factor_remove(holder=staff)
        _end_all_sessions(staff)
        record(by, "factor_reset", now=now, about=audit_subject_of(staff))


def _end_all_sessions(holder: AccountHolder) -> int:
    if isinstance(holder, Staff):
        return sessions_end(staff=holder)
    return browsers_end(user=holder.user)
