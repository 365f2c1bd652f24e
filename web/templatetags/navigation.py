"""Template tags of many pages: the bar on top, and the field for the app's code on the badge sign-in page."""

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
from web.navigation import SIGN_OUTS, nav_items_for

register = template.Library()
# Who a page was rendered for; a template's name that is not defined is empty text.
SignedIn = AccountHolder | User | AnonymousUser | str | None

FIELD = (
    '<span><label for="code">App code, if you have one</label>'
    '<input id="code" name="code" inputmode="numeric" maxlength="20" autocomplete="one-time-code"></span>'
)
NO_BADGE = (
    '<p class="quiet">You&#39;re signed in as {}, an account with no badge, and this page needs one.'
    " Add yourself under Settings, Staff.</p>"
)


@register.inclusion_tag("web/_navigation.html")
def navigation(
    at: str,
    user: SignedIn,
    room: Model | int | None = None,
    count: object = None,
    fingerprint: str = "",
) -> dict[str, object]:
    """Render the navigation bar.

    `at` is the key of the page's item; `user` is a staff member, a manager or a user; `room` is a room
    or its primary key. `count` is shown after the name of this item, and the page's script updates it
    when `fingerprint` changes.
    """
    number = room.pk if isinstance(room, Model) else room or None
    nav_items = nav_items_for(_account_of(user))
    items = [
        {"name": nav_item.name, "url": nav_item.get_url(number), "is_current": nav_item.key == at}
        for nav_item in nav_items
    ]
    return {"items": items, "count": count, "fingerprint": fingerprint}


@register.inclusion_tag("web/_header.html", takes_context=True)
def header(
    context: Context, at: str, user: SignedIn, room: Model | int | None = None, **more: object
) -> dict[str, object]:
    """Render the bar on top: the house, the navigation bar and Sign out, for a signed-in `user`.

    `at`, `room`, `count` and `fingerprint` are as in `navigation`. `status` is a template with what the area shows
    before the user's name, `note` the text after it.
    """
    signed_in = user if user and getattr(user, "is_authenticated", True) else None
    staff = getattr(signed_in, "staff", signed_in)
    bar = {
        "current": at,
        "room_of_page": room,
        "user_of_page": signed_in,
        "user_name": getattr(staff, "alias", "") or getattr(signed_in, "username", ""),
        "user_note": "signed in",
        "sign_out_url": reverse(SIGN_OUTS.get(at, "floor:sign-out")),
        "status": "",
        "count": None,
        "fingerprint": "",
    }
    return {**{str(name): value for name, value in context.flatten().items()}, **bar, **more}


def _account_of(user: SignedIn) -> User | AnonymousUser:
    if isinstance(user, User | AnonymousUser):
        return user
    return user.user if user and not isinstance(user, str) else AnonymousUser()


@register.filter
def is_allowed(user: SignedIn, permission: str) -> bool:
    """Return whether a user has a permission, so that a link can be shown."""
    return bool(user) and _account_of(user).has_perm(permission)


@register.simple_tag
def code_field() -> SafeString:
    """Render the field for the second factor's code; nothing if the policy does not require it."""
    return mark_safe(FIELD) if policy().factor_on_floor else SafeString("")


@register.simple_tag(takes_context=True)
def no_badge(context: dict[str, object]) -> SafeString:
    """Render a note for users with a password and no badge; nothing for all others."""
    request = context["request"]
    if not isinstance(request, HttpRequest):
        raise TypeError("no request in the context")
    if not request.user.is_authenticated or hasattr(request.user, "staff"):
        return SafeString("")
    return format_html(NO_BADGE, request.user.get_username())
