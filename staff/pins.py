"""PINs: setting and checking them, and delays after wrong attempts, by badge and by the place of the attempt."""

from datetime import datetime, timedelta
from math import ceil

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import F

from journal.device_context import device, network
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.models import AuditEvent, SignInDelay, Staff, StartCode
from staff.rooms import require_room
from staff.sign_in_rate import TooBusy, count_network_attempt
from staff.start_codes import has_start_code, is_start_code, use_start_code

DELAY_FROM = 5  # the wrong PIN of a badge from one place that starts the first delay
FIRST_DELAY = timedelta(seconds=30)  # doubled with each further wrong PIN
LONGEST_DELAY = timedelta(minutes=15)
# Wrong attempts with a badge without a PIN are counted from the audit log, so that responses do not
# reveal which badges exist.
REMEMBERED = timedelta(days=1)
MOST_REMEMBERED = 200
REASON = "badge and PIN"
MIN_LENGTH = 4
MAX_LENGTH = 8
EASY_RUNS = ("0123456789", "9876543210")


def pin_problem(pin: str) -> str:
    """Return what is wrong with a new PIN, as a sentence; "" if it is valid."""
    if not (pin.isascii() and pin.isdecimal() and MIN_LENGTH <= len(pin) <= MAX_LENGTH):
        return f"A PIN must be {MIN_LENGTH} to {MAX_LENGTH} digits."
    if len(set(pin)) == 1 or any(pin in run for run in EASY_RUNS):
        return "That PIN is too easy to guess. No repeated digits or runs such as 1234."
    return ""


def pin_hashed(pin: str) -> str:
    """Return the hash of a new PIN. Raises `Refusal`: `bad_pin`.

    A hash takes a tenth of a second, and longer while others sign in. Call this before a transaction begins.
    """
    if pin_problem(pin):
        raise Refusal("bad_pin", "", shortest=MIN_LENGTH, longest=MAX_LENGTH)
    return make_password(pin)


def pin_set(*, staff: Staff, pin_hash: str) -> None:
    """Set a new PIN by its hash, end every delay, and delete a start code, which is useless once there is a PIN."""
    Staff.objects.filter(pk=staff.pk).update(pin_hash=pin_hash)
    StartCode.objects.filter(staff=staff).delete()
    staff_unlock(staff=staff)


def pin_choose(*, staff: Staff, pin: str, now: datetime) -> None:
    """Set the first PIN of a staff member who has shown a start code, and use the code up.

    Raises `Refusal`: `bad_pin`; `choose_pin_late` if the code was used, replaced or has expired.
    """
    pin_hash = pin_hashed(pin)
    with transaction.atomic():
        row = Staff.objects.select_for_update().get(pk=staff.pk)
        if row.pin_hash or not use_start_code(staff=row, now=now):
            raise Refusal("choose_pin_late")
        pin_set(staff=row, pin_hash=pin_hash)
        record(row, "pin_chosen", now=now, about=row)


def staff_unlock(*, staff: Staff) -> None:
    """End the delays of a staff member's badge everywhere."""
    SignInDelay.objects.filter(staff=staff).delete()


def staff_by_pin(*, badge: str, pin: str, room_id: int | None, now: datetime) -> Staff:
    """Return the staff member with this badge and PIN, who works in the room; if None, in any room.

    Wrong PINs are counted by badge and by the tablet or network they come from, so that no one can lock a badge from
    elsewhere. An attempt is counted before it is checked, so that concurrent attempts cannot exceed the limit. A start
    code in place of the PIN is accepted only from staff without a PIN, and does not sign them in. Raises `Refusal`:
    `bad_sign_in` (away from tablets with the `tries` left before a delay), `locked_out`, `other_room`, `choose_pin`;
    and `TooBusy` above the rate of one network.
    """
    count_network_attempt(now)
    staff = Staff.objects.select_related("user").filter(badge=badge).first()
    has_secret = staff is not None and bool(staff.pin_hash or has_start_code(staff, now))
    if staff is None or not has_secret or not staff.user.is_active:
        raise _refused_without_pin(staff, badge, pin, now)
    failures = _count_badge_attempt(staff, badge, now)
    if not (_is_right(staff, pin) if staff.pin_hash else is_start_code(staff, pin, now)):
        raise _failed(staff, badge, _start_delay(staff, failures, now), failures, now)
    SignInDelay.objects.filter(staff=staff, network=network()).delete()
    if room_id is not None:
        require_room(staff, room_id)
    if not staff.pin_hash:
        raise Refusal("choose_pin", "", name=staff.alias)
    return staff


def _refused_without_pin(staff: Staff | None, badge: str, pin: str, now: datetime) -> Refusal:
    """Return the refusal for a badge without a PIN or a badge that does not exist. The refusal is the same as for a
    wrong PIN.

    It takes as long as a check and leads to the same delays, so that neither reveals which badges exist.
    """
    failures, until = _remembered_failures(_name_of(staff, badge), now)
    if until is not None and until > now:
        _record_failure(staff, badge, "locked_out", now)
        return _locked_out(until, now)
    make_password(pin)
    failures += 1
    return _failed(staff, badge, _delay_after(failures, now), failures, now)


def _remembered_failures(name: str, now: datetime) -> tuple[int, datetime | None]:
    """Return the number of wrong attempts with this name from here, and the end of the delay after the last one.

    Attempts during a delay are not counted, as for a badge with a PIN.
    """
    events = AuditEvent.objects.filter(
        who=name, device=device(), reason=REASON, at__gt=now - REMEMBERED
    )
    newest = events.order_by("-at").values_list("at", flat=True)[:MOST_REMEMBERED]
    failures = 0
    until = None
    for at in reversed(newest):
        if until is None or at >= until:
            failures += 1
            until = _delay_after(failures, at)
    return failures, until


def _failed(
    staff: Staff | None, badge: str, until: datetime | None, failures: int, now: datetime
) -> Refusal:
    """Record a wrong attempt and return its refusal. until: when a delay that it starts ends."""
    _record_failure(staff, badge, "locked_out" if until else "sign_in_failed", now)
    if until:
        return _locked_out(until, now)
    facts = {} if _is_at_tablet() else {"tries": DELAY_FROM - failures}
    return Refusal("bad_sign_in", "", **facts)


def _is_right(staff: Staff, pin: str) -> bool:
    """Return whether the PIN is right. Raises `TooBusy`; an attempt that was not checked is not counted."""
    try:
        return check_password(pin, staff.pin_hash)
    except TooBusy:
        rows = SignInDelay.objects.filter(staff=staff, network=network(), failures__gt=0)
        rows.update(failures=F("failures") - 1)
        raise


def _record_failure(staff: Staff | None, badge: str, verb: str, now: datetime) -> None:
    """Record a failed sign-in for the staff member with the badge, or else for the badge as typed."""
    record(staff or _name_of(staff, badge), verb, now=now, refused=True, reason=REASON)


def _name_of(staff: Staff | None, badge: str) -> str:
    """Return the name in the audit log of the person who tried to sign in."""
    return staff.key if staff else f"badge {badge}"[:160]


def _count_badge_attempt(staff: Staff, badge: str, now: datetime) -> int:
    """Count an attempt from here; return the attempts since the last right PIN.

    Raises `Refusal`: `locked_out` while sign-in with the badge is delayed here.
    """
    SignInDelay.objects.get_or_create(staff=staff, network=network())
    rows = SignInDelay.objects.filter(staff=staff, network=network())
    if not rows.exclude(until__gt=now).update(failures=F("failures") + 1):
        until = rows.values_list("until", flat=True).first()
        _record_failure(staff, badge, "locked_out", now)
        raise _locked_out(until or now + FIRST_DELAY, now)
    return rows.values_list("failures", flat=True).first() or 1


def _start_delay(staff: Staff, failures: int, now: datetime) -> datetime | None:
    """Delay sign-in with the badge here after too many wrong PINs; return the end of the delay, None if it is not
    delayed.
    """
    until = _delay_after(failures, now)
    if until is not None:
        SignInDelay.objects.filter(staff=staff, network=network()).update(until=until)
    return until


def _delay_after(failures: int, at: datetime) -> datetime | None:
    """Return the end of a delay that starts at `at` after this many wrong attempts; None without a delay."""
    if failures < DELAY_FROM or _is_at_tablet():
        return None
    delay: timedelta = min(FIRST_DELAY * 2 ** min(failures - DELAY_FROM, 10), LONGEST_DELAY)
    return at + delay


def _is_at_tablet() -> bool:
    """Return whether the PIN was typed at a paired tablet.

    The right PIN always works there: a wrong PIN is a slip by a dealer who has to deal, and the tablet's own rate limit
    stops guessing.
    """
    return network().startswith("tablet ")


def _locked_out(until: datetime, now: datetime) -> Refusal:
    seconds = max(int((until - now).total_seconds()), 1)
    wait = f"{ceil(seconds / 60)} minutes" if seconds > 60 else f"{seconds} seconds"
    return Refusal("locked_out", "", seconds=seconds, wait=wait)
