"""PINs: set, checked, and locked after too many wrong attempts."""

from datetime import datetime, timedelta

from django.contrib.auth.hashers import check_password, make_password
from django.db.models import F, Q

from audit.recording import record
from poker.refusal import Refusal
from tables.models import Staff

MAX_ATTEMPTS = 5
LOCKOUT = timedelta(hours=12)
MIN_LENGTH, MAX_LENGTH = 4, 8
EASY_RUNS = ("0123456789", "9876543210")


def pin_problem(pin: str) -> str:
    """Return what is wrong with a new PIN, as a sentence; "" if it is valid."""
    if not (pin.isascii() and pin.isdecimal() and MIN_LENGTH <= len(pin) <= MAX_LENGTH):
        return f"A PIN must be {MIN_LENGTH} to {MAX_LENGTH} digits."
    if len(set(pin)) == 1 or any(pin in run for run in EASY_RUNS):
        return "That PIN is too easy to guess. No repeated digits or runs such as 1234."
    return ""


def pin_set(*, staff: Staff, pin: str) -> None:
    """Set a new PIN and clear failed attempts and lockout. Raises `Refusal`: `bad_pin`."""
    if pin_problem(pin):
        raise Refusal("bad_pin", "", shortest=MIN_LENGTH, longest=MAX_LENGTH)
    Staff.objects.filter(pk=staff.pk).update(
        pin_hash=make_password(pin), failed_attempts=0, locked_until=None
    )


def staff_unlock(*, staff: Staff) -> None:
    """Clear the failed attempts and the lockout of a staff member."""
    Staff.objects.filter(pk=staff.pk).update(failed_attempts=0, locked_until=None)


def staff_by_pin(*, badge: str, pin: str, now: datetime) -> Staff:
    """Return the staff member with this badge and PIN.

    An attempt is counted before it is checked, so that concurrent attempts cannot exceed the limit.
    Raises `Refusal`: `bad_sign_in`, `locked_out`.
    """
    staff = Staff.objects.select_related("user").filter(badge=badge).first()
    if staff is None or not staff.pin_hash or not staff.user.is_active:
        # Takes as long as a check, so that response times don't reveal unknown badges
        make_password(pin)
        _record_failure(staff, badge, "sign_in_failed", now)
        raise Refusal("bad_sign_in")
    try:
        last = _count_attempt(staff, now)
    except Refusal:
        _record_failure(staff, badge, "locked_out", now)
        raise
    if not check_password(pin, staff.pin_hash):
        _record_failure(staff, badge, "locked_out" if last else "sign_in_failed", now)
        if last:
            raise Refusal("locked_out", "", tries=MAX_ATTEMPTS)
        raise Refusal("bad_sign_in")
    staff_unlock(staff=staff)
    return staff


def _record_failure(staff: Staff | None, badge: str, verb: str, now: datetime) -> None:
    """Record a failed sign-in for the staff member with the badge, or else for the badge as typed."""
    record(staff or f"badge {badge}", verb, now=now, refused=True, reason="badge and PIN")


def _count_attempt(staff: Staff, now: datetime) -> bool:
    """Count an attempt; return whether it was the last one, which locks the PIN. Raises `Refusal`: `locked_out`."""
    rows = Staff.objects.filter(pk=staff.pk)
    rows.filter(locked_until__lte=now).update(failed_attempts=0, locked_until=None)
    unlocked = rows.filter(Q(locked_until=None), failed_attempts__lt=MAX_ATTEMPTS)
    if not unlocked.update(failed_attempts=F("failed_attempts") + 1):
        raise Refusal("locked_out", "", tries=MAX_ATTEMPTS)
    return bool(rows.filter(failed_attempts__gte=MAX_ATTEMPTS).update(locked_until=now + LOCKOUT))
