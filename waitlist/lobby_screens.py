"""Screens in the room (board, kiosk, wall display). A staff member authorizes each browser."""

from datetime import datetime
from secrets import token_urlsafe

from django.db import transaction
from django.utils.crypto import salted_hmac

from poker.refusal import Refusal
from staff.audit.recording import record
from staff.models import Room, Staff
from staff.permissions import Permission, require
from staff.pins import staff_by_pin
from waitlist.models import LobbyScreen

Kind = LobbyScreen.Kind
MAX_SCREENS = 20  # of a room
# The permission for each kind: a kiosk puts names on lists without the desk.
_PERMISSIONS: dict[str, Permission] = {
    Kind.BOARD: "tables.supervise",
    Kind.KIOSK: "tables.change_room",
    Kind.WALL: "tables.supervise",
}


def screen_allow(*, room: Room, kind: str, badge: str, pin: str, now: datetime) -> str:
    """Authorize the browser that sends this request; return the key for its cookie. No one is signed in there.

    Raises `Refusal`: `bad_sign_in` and the other refusals of `staff_by_pin`, `not_allowed`, `many_screens`.
    """
    staff = staff_by_pin(badge=badge, pin=pin, room_id=room.pk, now=now)
    require(staff, _PERMISSIONS[kind])
    key = token_urlsafe(32)
    with transaction.atomic():
        Room.objects.select_for_update().get(pk=room.pk)
        if LobbyScreen.objects.filter(room=room).count() >= MAX_SCREENS:
            raise Refusal("many_screens", "", most=MAX_SCREENS)
        screen = LobbyScreen.objects.create(
            room=room, kind=kind, key_digest=_digest(key), by=staff.key, made_at=now
        )
        record(staff, "screen_allowed", now=now, about=screen, room=room.pk)
    return key


def screen_remove(*, room: Room, number: int, staff: Staff, now: datetime) -> None:
    """Remove a screen; its browser is then unknown. Raises `Refusal`: `not_allowed`, `no_such_screen`."""
    require(staff, "tables.supervise")
    with transaction.atomic():
        screen = LobbyScreen.objects.filter(room=room, pk=number).first()
        if screen is None:
            raise Refusal("no_such_screen")
        record(staff, "screen_removed", now=now, about=screen, room=room.pk)
        screen.delete()


def is_screen(room_id: int, kind: str, key: str) -> bool:
    """Return whether a browser with this key was authorized as such a screen of the room."""
    rows = LobbyScreen.objects.filter(room=room_id, kind=kind, key_digest=_digest(key))
    return bool(key) and rows.exists()


def _digest(key: str) -> str:
    return salted_hmac("floorbook.lobby-screen", key, algorithm="sha256").hexdigest()
