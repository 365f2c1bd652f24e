"""The rooms in which a staff member works. A badge gives no access to other rooms."""

from collections.abc import Mapping

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.http import Http404

from staff.models import Room, Staff
from staff.rooms import is_house_wide


def rooms_of(user: User | AnonymousUser) -> "QuerySet[Room]":
    """Return the rooms that a user works in, by name."""
    rooms = Room.objects.order_by("name")
    staff = getattr(user, "staff", None)
    return rooms if is_house_wide(user) else rooms.filter(staff=staff)


def room_or_404(user: User | AnonymousUser, room_id: int) -> Room:
    """Return a room that the user works in. Raises `Http404` for any other room, as if it didn't exist."""
    room = rooms_of(user).filter(pk=room_id).first()
    if room is None:
        raise Http404
    return room


def check_url_room(user: User | AnonymousUser, keywords: Mapping[str, object]) -> None:
    """Raise `Http404` if a URL has a room where the user doesn't work.

    keywords: the view's keyword arguments.
    """
    room = keywords.get("room")
    if isinstance(room, int):
        room_or_404(user, room)


def staff_under(user: User | AnonymousUser) -> "QuerySet[Staff]":
    """Return the staff whom a manager may change: everyone for a house-wide manager, otherwise those who work only in
    the manager's rooms.
    """
    everyone = Staff.objects.all()
    if is_house_wide(user):
        return everyone
    elsewhere = everyone.filter(rooms__in=Room.objects.exclude(pk__in=rooms_of(user)))
    in_own_rooms = everyone.filter(house_wide=False, rooms__in=rooms_of(user))
    return everyone.filter(pk__in=in_own_rooms).exclude(pk__in=elsewhere)
