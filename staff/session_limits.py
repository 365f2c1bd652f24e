"""Session limits: a maximum length, a maximum idle time, and sign-out by a manager."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.utils.dateparse import parse_datetime

from staff.models import Staff
from staff.permissions import ROLES
from staff.policy import limits_of

SINCE = "floor.since"
SEEN = "floor.seen"
LIMITS = "floor.limits"
# Marks a request that a page sends automatically, which is not a use of the session.
BACKGROUND_HEADER = "X-Background"
PASSED_KEY = "access.passed"  # users whose second factor was verified
# The last use of a session is stored at most once in this time.
WRITE_INTERVAL = timedelta(minutes=1)
ROLE_ORDER = ("manager", "surveillance", "supervisor", "desk", "dealer")
assert set(ROLE_ORDER) == set(ROLES)


def start_session_limits(session: SessionBase, staff: Staff | None, now: datetime) -> None:
    """Start the limits of the role for a new session; later policy changes apply to later sessions."""
    session[SINCE] = session[SEEN] = now.isoformat()
    session[LIMITS] = list(limits_of(role_of(staff) if staff else ""))


def mark_second_factor_passed(session: SessionBase, user: User) -> None:
    """Record that a user has passed the second factor in this session."""
    session[PASSED_KEY] = sorted({*session.get(PASSED_KEY, ()), user.pk})


def has_passed_second_factor(session: SessionBase, user: User) -> bool:
    """Return whether this user, rather than another user of the browser, has passed the second factor."""
    return user.pk in session.get(PASSED_KEY, ())


def is_over(session: SessionBase, now: datetime) -> bool:
    """Return whether a session has reached its maximum or idle time; true if it has no start time."""
    since = _stored_time(session, SINCE)
    last_use = _stored_time(session, SEEN)
    if since is None:
        return True
    maximum, idle = (timedelta(minutes=minutes) for minutes in session.get(LIMITS) or limits_of(""))
    return now - since >= maximum or now - (last_use or since) >= idle


def ends_at(session: SessionBase) -> datetime | None:
    """Return when a session reaches its maximum length, regardless of use; None if it has no start time."""
    since = _stored_time(session, SINCE)
    maximum, _ = session.get(LIMITS) or limits_of("")
    return since + timedelta(minutes=maximum) if since else None


def touch_session(session: SessionBase, now: datetime) -> None:
    """Record, to the minute, that a session is used."""
    last_use = _stored_time(session, SEEN)
    if last_use is None or now - last_use >= WRITE_INTERVAL:
        session[SEEN] = now.isoformat()


def role_of(staff: Staff) -> str:
    """Return the highest role of a staff member; "" without a role."""
    roles = set(staff.user.groups.values_list("name", flat=True))
    return next((role for role in ROLE_ORDER if role in roles), "")


def _stored_time(session: SessionBase, name: str) -> datetime | None:
    try:
        return parse_datetime(str(session.get(name, "")))
    except ValueError:
        return None
