"""What a change of a rulebook says to the search of who did what: each choice with what it was before."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from rulings.rulebook import rulebook

Said = dict[str, Any]


def choices_told(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Said, Said]:
    """Both with every field that either has: settings keep only what differs from the guides'."""
    was, by_now = dict(before), dict(after)
    for field in {**before, **after}:
        setting = rulebook().by_field(field)
        if setting is not None:
            was.setdefault(field, setting.default)
            by_now.setdefault(field, setting.default)
    return was, by_now


def time_told(at: datetime | None) -> str:
    """Such as 2026-11-23 06:00, by the room's clock; "" of no time."""
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M}" if at else ""
