"""The base of pages that publish plaque versions, with the next hand or at the start of a shift."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from manage_ui.form_saving import FieldChange, FormState
from manage_ui.forms.effective_from import FIELDS, NEXT_HAND, EffectiveFrom
from manage_ui.settings_page import FormType, SettingsPage, StoredT
from staff.audit.recording import About
from tables.models import Plaque, Table
from tables.plaques import plaque_publish_and_post
from tables.scheduled_plaques import about, plaques_schedule


@dataclass(frozen=True, slots=True)
class PlaqueChange:
    """The plaques that a valid form changes, and how."""

    plaques: Sequence[Plaque]  # unsaved, with their new values
    values: Mapping[str, object]  # the new values
    put_up: Sequence[Table]  # open tables that take the new version
    begins: EffectiveFrom | None  # None: with the next hand
    audited: About = None  # the subject of the audit event; None: the plaque


class PlaqueChangePage(SettingsPage[StoredT, FormType]):
    """A page that publishes plaque versions, or schedules them."""

    permission = "plaques"
    button = "Publish"

    @abstractmethod
    def plaque_change(self, stored: StoredT, form: FormType) -> PlaqueChange:
        """Return the plaques that a valid form changes, and how."""

    def save_and_record(self, stored: StoredT, form: FormType, form_state: FormState) -> None:
        change = self.plaque_change(stored, form)
        if change.begins is None:
            published = self._publish(change)
            self.record("plaque_published", form_state, about=change.audited or published)
            return
        self._schedule(change, change.begins, form_state.changes)
        effective_from = FieldChange("Effective from", NEXT_HAND, change.begins.words)
        form_state.changes = [*form_state.changes, effective_from]
        audited = change.audited or about([plaque.name for plaque in change.plaques])
        self.record("plaque_set_for_later", form_state, about=audited)

    def _publish(self, change: PlaqueChange) -> Plaque | None:
        """Publish the new versions for the next hand, and return the last one."""
        published = None
        for plaque in change.plaques:
            tables = [
                table
                for table in change.put_up
                if table.plaque and table.plaque.name == plaque.name
            ]
            published = plaque_publish_and_post(
                plaque=plaque, put_up=tables, actor=self.by.key, now=timezone.now()
            )
        return published

    def _schedule(
        self, change: PlaqueChange, begins: EffectiveFrom, changes: Sequence[FieldChange]
    ) -> None:
        plaques_schedule(
            plaques=change.plaques,
            values=change.values,
            put_up=change.put_up,
            changes=[(field.label, field.before, field.after) for field in changes],
            begins=begins.words,
            effective_from=begins.at,
            by=self.by,
            now=timezone.now(),
        )


def ignore_fields(form_state: FormState, *names: str) -> None:
    """Remove start time and these fields from the changes: a new version must differ in another field."""
    fields = form_state.form.fields
    labels = {str(fields[name].label) for name in (*FIELDS, *names) if name in fields}
    form_state.changes = [change for change in form_state.changes if change.label not in labels]
    if not form_state.changes and form_state.state in ("sure", "ready"):
        form_state.state = "same"
