"""What many pages have: the bar of places, and on those with badge and PIN the field for the app's code."""

from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from access.places import places_of
from access.policy import policy

register = template.Library()

FIELD = (
    '<span><label for="code">Code of your app, if you have one</label>'
    '<input id="code" name="code" inputmode="numeric" maxlength="20" autocomplete="one-time-code"></span>'
)
NO_BADGE = (
    '<p class="quiet">You are signed in as {}, an account without a badge, and this page needs one.'
    " Settings, Staff takes you on under a name of your own.</p>"
)


@register.inclusion_tag("access/_places.html")
def places(at: str, who: Any, room: Any = None, count: Any = None, sum: str = "") -> dict[str, Any]:
    """The bar. at: the key of the place where the page is; who: a member of staff, a manager or a user;
    room: a room or its number; count, sum: what stands behind the name of this place, and the stamp by which it is
    kept up to date.
    """
    number = getattr(room, "pk", room) or None
    found = places_of(getattr(who, "user", who))
    shown = [{"name": one.name, "to": one.address(number), "here": one.key == at} for one in found]
    return {"places": shown, "count": count, "sum": sum}


@register.filter
def may(who: Any, permission: str) -> bool:
    """Whether a link leads somewhere for whoever is signed in."""
    return bool(who) and getattr(who, "user", who).has_perm(permission)


@register.simple_tag
def code_field() -> SafeString:
    """Nothing, where it is not asked for."""
    return mark_safe(FIELD) if policy().factor_on_floor else SafeString("")


@register.simple_tag(takes_context=True)
def no_badge(context: dict[str, Any]) -> SafeString:
    """A sentence for whoever has a password and no badge; nothing for all others."""
    request: HttpRequest = context["request"]
    if not request.user.is_authenticated or hasattr(request.user, "staff"):
        return SafeString("")
    return format_html(NO_BADGE, request.user.get_username())
