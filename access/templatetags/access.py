"""The field for the app's code, on every page with badge and PIN, where the house asks for it there."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from access.policy import policy

register = template.Library()

FIELD = (
    '<span><label for="code">Code of your app, if you have one</label>'
    '<input id="code" name="code" inputmode="numeric" maxlength="20" autocomplete="one-time-code"></span>'
)


@register.simple_tag
def code_field() -> SafeString:
    """Nothing, where it is not asked for."""
    return mark_safe(FIELD) if policy().factor_on_floor else SafeString("")
