"""Template filter for a stored refusal."""

from django import template

from poker.json_types import JsonObject
from poker.refusal import Refusal
from web.messages.refusals import refusal_message

register = template.Library()


@register.filter
def refused(stored_refusal: JsonObject) -> str:
    """Return the message of a refusal stored as `{"code": …, "rule": …, "facts": …}`."""
    return refusal_message(
        Refusal(stored_refusal["code"], stored_refusal["rule"], **stored_refusal["facts"])
    )
