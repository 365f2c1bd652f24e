"""Template filters of tokes: times, rules of shares, names of kinds."""

from datetime import date

from django import template

from roster import toke_texts as texts
from roster.models import TokeShare

register = template.Library()


@register.filter
def duration(minutes: int) -> str:
    """Return minutes as hours and minutes."""
    return texts.duration(minutes)


@register.filter
def share_rule(share: TokeShare) -> str:
    """Return the rule of a share."""
    return texts.share_rule(share)


@register.filter
def iso_day(day: str) -> str:
    """Return a gaming day, written as ISO date: Mon, Nov 30."""
    value = date.fromisoformat(day)
    return f"{value:%a}, {value:%b} {value.day}"


@register.filter
def split_kind(kind: str) -> str:
    return texts.SPLITS[kind]
