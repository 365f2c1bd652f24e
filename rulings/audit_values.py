"""Audit values of a rulebook change: each choice with its former value."""

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone

from rulings.rulebook import rulebook

Values = dict[str, object]


def choice_changes(
    before: Mapping[str, object], after: Mapping[str, object]
) -> tuple[Values, Values]:
    """Return both sets with every field that either has, because settings store only differences from the defaults."""
    former = dict(before)
    now = dict(after)
    for field in {**before, **after}:
        setting = rulebook().by_field(field)
        if setting is not None:
            former.setdefault(field, setting.default)
            now.setdefault(field, setting.default)
    return former, now


def format_time(at: datetime | None) -> str:
    """Return a time such as 2026-11-23 06:00 in the room's time zone; "" for None."""
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M}" if at else ""
