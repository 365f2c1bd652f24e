"""A refusal that was kept, as a sentence."""

from collections.abc import Mapping
from typing import Any

from django import template

from poker.refusal import Refusal
from rulings.wording.refusals import refusal as sentence

register = template.Library()


@register.filter
def refused(kept: Mapping[str, Any]) -> str:
    """`{"code": …, "rule": …, "facts": …}` in words."""
    return sentence(Refusal(kept["code"], kept["rule"], **kept["facts"]))
