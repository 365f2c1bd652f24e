"""Save a plaque change, or one charge of several plaques: effective with the next hand, or scheduled."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from manage_ui.form_saving import FieldChange, FormState
from manage_ui.forms.effective_from import FIELDS, NEXT_HAND, EffectiveFrom
from manage_ui.views.page_helpers import saving
from tables.models import Plaque, ScheduledPlaque, Table
from tables.plaques import plaque_publish_and_post
from tables.scheduled_plaques import about, plaques_schedule
from web.guard import PageUser


def save(
    form_state: FormState,
    *,
    plaques: Sequence[Plaque],
    values: Mapping[str, object],
    put_up: Sequence[Table],
    begins: EffectiveFrom | None,
    by: PageUser,
    **named: object,
) -> FormState:
    """Save a validated form. plaques: changed, not stored; values: what changed; named: arguments for the audit
    event.
    """
    if begins is None:
        return saving(
            form_state, lambda: _now(plaques, put_up, by), by, "plaque_published", **named
        )
    text = [(change.label, change.before, change.after) for change in form_state.changes]

    def wait() -> ScheduledPlaque:
        return plaques_schedule(
            plaques=plaques,
            values=values,
            put_up=put_up,
            changes=text,
            begins=begins.words,
            effective_from=begins.at,
            by=by,
            now=timezone.now(),
        )

    form_state.changes = [
        *form_state.changes,
        FieldChange("Effective from", NEXT_HAND, begins.words),
    ]
    named = named or {"about": about([plaque.name for plaque in plaques])}
    return saving(form_state, wait, by, "plaque_set_for_later", **named)


def _now(plaques: Sequence[Plaque], put_up: Sequence[Table], by: PageUser) -> Plaque | None:
    plaque = None
    for one in plaques:
        at = [table for table in put_up if table.plaque and table.plaque.name == one.name]
        plaque = plaque_publish_and_post(plaque=one, put_up=at, actor=by.key, now=timezone.now())
    return plaque


def without(form_state: FormState, *names: str) -> None:
    """Drop tables and start time from the changes: a version must differ in another field."""
    fields = form_state.form.fields
    labels = {str(fields[name].label) for name in (*FIELDS, *names) if name in fields}
    form_state.changes = [change for change in form_state.changes if change.label not in labels]
    if not form_state.changes and form_state.state in ("sure", "ready"):
        form_state.state = "same"
