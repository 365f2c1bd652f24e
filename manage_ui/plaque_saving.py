"""A plaque's change, or one charge of several plaques: put up with the next hand, or kept until its moment."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from manage_ui.forms.begins import FIELDS, NEXT_HAND, Begins
from manage_ui.guard import Manager
from manage_ui.saving import Asked, Change
from manage_ui.views.shown import saving
from tables.models import Plaque, PlaqueDue, Table
from tables.plaques import plaque_publish_and_put_up
from tables.plaques_due import about, plaques_later


def save(
    asked: Asked,
    *,
    plaques: Sequence[Plaque],
    values: Mapping[str, Any],
    put_up: Sequence[Table],
    begins: Begins | None,
    by: Manager,
    **named: Any,
) -> Asked:
    """Save what is ready. plaques: changed, not stored; values: what changed of them; named: of the audit's row."""
    if begins is None:
        return saving(asked, lambda: _now(plaques, put_up, by), by, "plaque_published", **named)
    said = [(one.label, one.before, one.after) for one in asked.changes]

    def wait() -> PlaqueDue:
        return plaques_later(
            plaques=plaques,
            values=values,
            put_up=put_up,
            said=said,
            begins=begins.words,
            effective_from=begins.at,
            by=by,
            now=timezone.now(),
        )

    asked.changes = [*asked.changes, Change("Effective from", NEXT_HAND, begins.words)]
    named = named or {"about": about([one.name for one in plaques])}
    return saving(asked, wait, by, "plaque_set_for_later", **named)


def _now(plaques: Sequence[Plaque], put_up: Sequence[Table], by: Manager) -> Plaque | None:
    made = None
    for one in plaques:
        at = [table for table in put_up if table.plaque and table.plaque.name == one.name]
        made = plaque_publish_and_put_up(plaque=one, put_up=at, actor=by.key, now=timezone.now())
    return made


def without(asked: Asked, *names: str) -> None:
    """Where it hangs and from when is no part of a plaque: a version needs another word on it."""
    fields = asked.form.fields
    labels = {str(fields[name].label) for name in (*FIELDS, *names) if name in fields}
    asked.changes = [one for one in asked.changes if one.label not in labels]
    if not asked.changes and asked.state in ("sure", "ready"):
        asked.state = "same"
