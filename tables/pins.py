"""PINs: set, checked, and locked after too many wrong ones."""

from datetime import datetime, timedelta

from django.contrib.auth.hashers import check_password, make_password
from django.db.models import F, Q

from audit.recording import record
from poker.refusal import Refusal
from tables.models import Staff

TRIES = 5
LOCKED_FOR = timedelta(hours=12)
SHORTEST, LONGEST = 4, 8
EASY = ("0123456789", "9876543210")


def pin_problem(pin: str) -> str:
    """What is wrong with a new PIN, as a sentence; empty when it will do."""
    if not (pin.isascii() and pin.isdecimal() and SHORTEST <= len(pin) <= LONGEST):
        return f"A PIN has {SHORTEST} to {LONGEST} digits."
    if len(set(pin)) == 1 or any(pin in run for run in EASY):
        return "That PIN is too easy to guess: no repeated digit, no run such as 1234."
    return ""


def pin_set(*, staff: Staff, pin: str) -> None:
    """Give a new PIN, and a fresh start after a lock."""
    if pin_problem(pin):
        raise Refusal("bad_pin", "", shortest=SHORTEST, longest=LONGEST)
    Staff.objects.filter(pk=staff.pk).update(
        pin_hash=make_password(pin), failed_attempts=0, locked_until=None
    )


def staff_unlock(*, staff: Staff) -> None:
    """Let somebody try again who was locked out."""
    Staff.objects.filter(pk=staff.pk).update(failed_attempts=0, locked_until=None)


def staff_by_pin(*, badge: str, pin: str, now: datetime) -> Staff:
    """Whoever has this badge and PIN. A try is counted before it is checked, so that none is free."""
    staff = Staff.objects.select_related("user").filter(badge=badge).first()
    if staff is None or not staff.pin_hash or not staff.user.is_active:
        make_password(pin)  # as long as a check takes: an unknown badge must not answer sooner
        _not_let_in(staff, badge, "sign_in_failed", now)
        raise Refusal("bad_sign_in")
    try:
        last = _count_try(staff, now)
    except Refusal:
        _not_let_in(staff, badge, "locked_out", now)
        raise
    if not check_password(pin, staff.pin_hash):
        _not_let_in(staff, badge, "locked_out" if last else "sign_in_failed", now)
        if last:
            raise Refusal("locked_out", "", tries=TRIES)
        raise Refusal("bad_sign_in")
    staff_unlock(staff=staff)
    return staff


def _not_let_in(staff: Staff | None, badge: str, verb: str, now: datetime) -> None:
    """Whoever has the badge, else the badge that was typed."""
    record(staff or f"badge {badge}", verb, now=now, refused=True, reason="badge and PIN")


def _count_try(staff: Staff, now: datetime) -> bool:
    """Take one of the tries left, and say whether it was the last, which locks. Refuses when none is left."""
    rows = Staff.objects.filter(pk=staff.pk)
    rows.filter(locked_until__lte=now).update(failed_attempts=0, locked_until=None)
    open_ = rows.filter(Q(locked_until=None), failed_attempts__lt=TRIES)
    if not open_.update(failed_attempts=F("failed_attempts") + 1):
        raise Refusal("locked_out", "", tries=TRIES)
    return bool(rows.filter(failed_attempts__gte=TRIES).update(locked_until=now + LOCKED_FOR))
