"""Sign-ins end: after so many minutes, after so many without use, or when a manager says so."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils.dateparse import parse_datetime

from access.holders import Holder, row_of, signed_out
from access.policy import limits_of
from audit.recording import record
from tables.models import Staff
from tables.staffing import ROLES

SINCE, SEEN, LIMITS = "floor.since", "floor.seen", "floor.limits"
PASSED = "access.passed"  # whose second factor was shown
MINUTE = timedelta(minutes=1)  # a session's use is written down so often
ORDER = ("manager", "surveillance", "supervisor", "desk", "dealer")
assert set(ORDER) == set(ROLES)


def begins(session: SessionBase, staff: Staff | None, now: datetime) -> None:
    """Somebody signs in: the limits of his role are counted from now, and later choices are for later sign-ins."""
    session[SINCE] = session[SEEN] = now.isoformat()
    session[LIMITS] = list(limits_of(role_of(staff) if staff else ""))


def passes(session: SessionBase, user: User) -> None:
    """Somebody has shown the second factor in this session."""
    session[PASSED] = sorted({*session.get(PASSED, ()), user.pk})


def has_passed(session: SessionBase, user: User) -> bool:
    """Whether this one has; somebody else at the same browser has not."""
    return user.pk in session.get(PASSED, ())


def is_over(session: SessionBase, now: datetime) -> bool:
    """Whether a sign-in has lasted its minutes, or was not used for so long; of one without a beginning, yes."""
    since, seen = _time(session, SINCE), _time(session, SEEN)
    if since is None:
        return True
    longest, idle = (timedelta(minutes=one) for one in session.get(LIMITS) or limits_of(""))
    return now - since >= longest or now - (seen or since) >= idle


def is_used(session: SessionBase, now: datetime) -> None:
    """Keep, to the minute, that a sign-in is used."""
    seen = _time(session, SEEN)
    if seen is None or now - seen >= MINUTE:
        session[SEEN] = now.isoformat()


def role_of(staff: Staff) -> str:
    """The role that has most to say; "" of who has none."""
    held = set(staff.user.groups.values_list("name", flat=True))
    return next((one for one in ORDER if one in held), "")


def everywhere_out(*, staff: Holder, by: Holder, now: datetime) -> int:
    """Sign somebody out of every browser and tablet; how many there were."""
    with transaction.atomic():
        count = signed_out(staff)
        record(by, "sessions_ended", now=now, about=row_of(staff), after={"sign-ins": count})
    return count


def _time(session: SessionBase, name: str) -> datetime | None:
    try:
        return parse_datetime(str(session.get(name, "")))
    except ValueError:
        return None
