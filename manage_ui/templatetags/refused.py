"""Template filter for a stored refusal."""

from django import template

from poker.json_types import JsonObject
from poker.refusal import Refusal
from web.messages.refusals import refusal_message

register = template.Library()


@register.filter
def refused(kept: JsonObject) -> str:
    """Return the message of `{"code": …, "rule": …, "facts": …}`."""
    return refusal_message(Refusal(kept["code"], kept["rule"], **kept["facts"]))
