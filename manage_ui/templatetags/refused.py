"""Template filter for a stored refusal."""

from collections.abc import Mapping
from typing import Any

from django import template

from poker.refusal import Refusal
from rulings.messages.refusals import refusal_message

register = template.Library()


@register.filter
def refused(kept: Mapping[str, Any]) -> str:
    """Return the message of `{"code": …, "rule": …, "facts": …}`."""
    return refusal_message(Refusal(kept["code"], kept["rule"], **kept["facts"]))
