"""The rooms in which a staff member works. A badge gives no access to other rooms."""

from django.apps import apps
from django.contrib.auth.models import AnonymousUser, User

from poker.refusal import Refusal
from staff.models import Staff

HOUSE_WIDE_ROLE = "manager"  # the role that may work in every room


def is_house_wide(user: User | AnonymousUser) -> bool:
    """Return whether a user works in every room, including rooms added later. Accounts without a badge do."""
    staff = getattr(user, "staff", None)
    return staff is None or staff.house_wide or user.is_superuser


def works_in(staff: Staff, room_id: int) -> bool:
    """Return whether a staff member works in a room."""
    return is_house_wide(staff.user) or staff.rooms.filter(pk=room_id).exists()


def require_room(staff: Staff, room_id: int) -> None:
    """Raise `Refusal`: `other_room`, unless the staff member works in the room."""
    if not works_in(staff, room_id):
        raise Refusal("other_room", "", name=staff.alias)


def house_name() -> str:
    """Return the name of the only room; "Floorbook" before the first room and for a house with several."""
    room = apps.get_model("tables", "Room")  # by name, because `tables` is above this package
    names = list(room._default_manager.values_list("name", flat=True)[:2])
    return names[0] if len(names) == 1 else "Floorbook"


def is_empty_installation() -> bool:
    """Return whether there is neither an account nor a room: before the setup, no one can sign in."""
    if User.objects.exists():
        return False
    room = apps.get_model("tables", "Room")  # by name, because `tables` is above this package
    return not room._default_manager.exists()
