"""Suggestions that supervisors have dismissed: each stays hidden for half an hour."""

from datetime import datetime, timedelta

from django.db import transaction

from staff.models import Staff
from staff.permissions import require
from tables import table_screens
from tables.models import DismissedSuggestion
from web import broadcast

AWAY = timedelta(minutes=30)  # a house choice


def dismissed(room_id: int, now: datetime) -> set[str]:
    """Return the keys of the suggestions that are hidden now."""
    rows = DismissedSuggestion.objects.filter(room=room_id, until__gt=now)
    return set(rows.values_list("key", flat=True))


def suggestion_dismiss(*, room_id: int, key: str, staff: Staff, now: datetime) -> None:
    """Dismiss a suggestion for half an hour, for everyone in the room, and notify the room's maps.

    Raises `Refusal`: `not_allowed`.
    """
    require(staff, "tables.supervise")
    with transaction.atomic():
        DismissedSuggestion.objects.filter(room=room_id, until__lte=now).delete()
        DismissedSuggestion.objects.update_or_create(
            room_id=room_id, key=key, defaults={"until": now + AWAY, "by": staff.key}
        )
        message = {"type": "suggestions.changed"}
        transaction.on_commit(lambda: broadcast.send(table_screens.map_group(room_id), message))
