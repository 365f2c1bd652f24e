"""Template tags of many pages: the bar on top, and the second-factor field on the badge sign-in page."""

from django import template
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Model
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from staff.account_holders import AccountHolder
from staff.policy import policy
from staff.staff_rooms import rooms_of
from web import room_menu
from web.last_room import chosen_room
from web.navigation import nav_items_for, site_navigation

register = template.Library()
# The person a page was rendered for. An undefined name in a template renders as an empty text.
SignedIn = AccountHolder | User | AnonymousUser | str | None

SHOWN_ITEMS = 6  # items shown before the page has measured the bar
FIELD = (
    '<span><label for="code">App code, if you have one</label>'
    '<input id="code" name="code" inputmode="numeric" maxlength="20" autocomplete="one-time-code"></span>'
)
NO_BADGE = (
    '<p class="quiet">You&#39;re signed in as {}, an account with no badge, and this page needs one.'
    " Add yourself under Settings, Staff.</p>"
)


@register.inclusion_tag("web/_navigation.html", takes_context=True)
def navigation(
    context: Context,
    at: str,
    user: SignedIn,
    room: Model | int | None = None,
    count: object = None,
    fingerprint: str = "",
    sign_out_url: str = "",
) -> dict[str, object]:
    """Render the navigation bar.

    The items after the first `SHOWN_ITEMS` are under More until the page has measured how many fit. `at` is the key
    of the page's item. `user` is a staff member, a manager or a user. `room` is a room or its primary key. `count`
    is shown after the name of the page's item, and the page's script updates it when `fingerprint` changes.
    `sign_out_url` is for More on a phone, which has no other menu.
    """
    number = _room_number(room)
    nav_items = nav_items_for(_account_of(user))
    items = [
        {"name": nav_item.name, "url": nav_item.get_url(number), "is_current": nav_item.key == at}
        for nav_item in nav_items
    ]
    return {
        "items": items,
        "shown": SHOWN_ITEMS,
        "count": count,
        "fingerprint": fingerprint,
        "sign_out_url": sign_out_url,
        "csrf_token": context.get("csrf_token", ""),
    }


@register.inclusion_tag("web/_header.html", takes_context=True)
def header(
    context: Context, at: str, user: SignedIn, room: Model | int | None = None, **more: object
) -> dict[str, object]:
    """Render the bar on top in one line: mark, room, navigation bar, live status, person and clock.

    `at`, `room`, `count` and `fingerprint` are as in `navigation`. A page without a room shows that of `?room=`, or
    the one used last. `note` is the text after the user's name. The menu of rooms links to this page in another
    room if the context has `rooms`, and otherwise to the page of its item.
    """
    signed_in = user if user and getattr(user, "is_authenticated", True) else None
    staff = getattr(signed_in, "staff", signed_in)
    number = _room_number(room) or _room_in_use(context, signed_in)
    choices = _room_choices(context, at, signed_in, number) if number else []
    bar = {
        "room_menu": room_menu.room_menu_html(choices),
        "room_name": next((choice.name for choice in choices if choice.is_current), ""),
        "current": at,
        "room_of_page": number,
        "user_of_page": signed_in,
        "user_name": getattr(staff, "alias", "") or getattr(signed_in, "username", ""),
        "user_note": "signed in",
        "sign_out_url": reverse(site_navigation().SIGN_OUTS.get(at, site_navigation().SIGN_OUT)),
        "count": None,
        "fingerprint": "",
    }
    return {**{str(name): value for name, value in context.flatten().items()}, **bar, **more}


def _room_number(room: Model | int | None) -> int | None:
    return room.pk if isinstance(room, Model) else room or None


def _room_in_use(context: Context, user: SignedIn) -> int | None:
    request = context.get("request")
    account = _account_of(user)
    if not isinstance(request, HttpRequest) or not account.is_authenticated:
        return None
    rooms = list(rooms_of(account))
    room = chosen_room(request, rooms) or next(iter(rooms), None)
    return room.pk if room else None


def _room_choices(
    context: Context, at: str, user: SignedIn, current: int
) -> list[room_menu.RoomChoice]:
    items = site_navigation().NAV_ITEMS
    item = next((item for item in items if item.key == at), items[0])

    def address(room: int) -> str:
        return f"?room={room}" if "rooms" in context and item.room != "path" else item.get_url(room)

    return room_menu.room_choices(_account_of(user), current, address)


def _account_of(user: SignedIn) -> User | AnonymousUser:
    if isinstance(user, User | AnonymousUser):
        return user
    return user.user if user and not isinstance(user, str) else AnonymousUser()


@register.filter
def is_allowed(user: SignedIn, permission: str) -> bool:
    """Return whether a user has a permission, so that a template can show a link."""
    return bool(user) and _account_of(user).has_perm(permission)


@register.simple_tag
def code_field() -> SafeString:
    """Render the field for the second factor's code, or nothing if the policy does not require a code."""
    return mark_safe(FIELD) if policy().factor_on_floor else SafeString("")


@register.simple_tag(takes_context=True)
def no_badge(context: dict[str, object]) -> SafeString:
    """Render a note for users who have a password but no badge, and nothing for all others."""
    request = context["request"]
    if not isinstance(request, HttpRequest):
        raise TypeError("no request in the context")
    if not request.user.is_authenticated or hasattr(request.user, "staff"):
        return SafeString("")
    return format_html(NO_BADGE, request.user.get_username())
