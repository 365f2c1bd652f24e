"""The change history of a settings page: who changed what and when, with each value before and after."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from manage_ui.form_saving import NOTHING, FieldChange
from staff.models import AuditEvent

MAX_CHANGES = 5
VERBS = (
    "setting_added",
    "setting_changed",
    "plaque_published",
    "kept_until_changed",
    "plaque_set_for_later",
    "plaque_withdrawn",
    "staff_added",
    "staff_changed",
    "staff_unlocked",
)


@dataclass(frozen=True, slots=True)
class ChangeRecord:
    """One change."""

    at: datetime
    by: str  # alias or key of the person
    parts: Sequence[FieldChange]  # each value before and after


def change_history(
    kind: str, *, keys: Sequence[object] = (), room: int | None = None, verb: str = ""
) -> list[ChangeRecord]:
    """Return the newest changes to rows of a kind: those with these keys, or those of a room.

    verb: return changes with this audit verb instead, of any kind.
    """
    rows = (
        AuditEvent.objects.filter(verb=verb) if verb else AuditEvent.objects.filter(verb__in=VERBS)
    )
    rows = rows.filter(outcome=AuditEvent.Outcome.DONE)
    if not verb:
        rows = rows.filter(about_kind=kind)
    if keys:
        rows = rows.filter(about_key__in=[str(key) for key in keys])
    elif room is not None:
        rows = rows.filter(room=room)
    return [
        ChangeRecord(act.at, act.alias or act.who, _parts(act))
        for act in rows.order_by("-at", "-id")[:MAX_CHANGES]
    ]


def _parts(act: AuditEvent) -> list[FieldChange]:
    before = act.before or {}
    after = act.after or {}
    return [
        FieldChange(name, _display(before.get(name)), _display(after.get(name)))
        for name in {**before, **after}
    ]


def _display(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return NOTHING if value in (None, "") else str(value)
