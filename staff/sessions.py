"""Browser sessions of staff, by password or by badge."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpRequest

STAFF = "floor.staff"  # session key: who signed in by badge and PIN
LAST_ROOM = "last_room"  # session key: the room that the browser used last
# Sign-in areas for which the last use is stored, in the order of the report. Setup is every page with password sign-in.
SIGN_IN_AREAS = (
    "tablet",
    "floor",
    "desk",
    "players",
    "incidents",
    "replay",
    "reports",
    "audit",
    "setup",
)


def leave_session(request: HttpRequest) -> None:
    """Sign out, including sign-in by password. The browser still opens the room that it used last."""
    room = request.session.get(LAST_ROOM)
    logout(request)
    if room is not None:
        request.session[LAST_ROOM] = room


def browsers_end(*, user: User, badge: int = 0) -> int:
    """End the browser sessions of an account, and of a staff member by badge; return how many were ended."""
    keys = [
        session.session_key
        for session in Session.objects.all()
        if _belongs_to(session, user, badge)
    ]
    Session.objects.filter(session_key__in=keys).delete()
    return len(keys)


def _belongs_to(row: Session, user: User, badge: int) -> bool:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    session_data: dict[str, object] = store.decode(row.session_data)
    return bool(badge and session_data.get(STAFF) == badge) or session_data.get(SESSION_KEY) == str(
        user.pk
    )
