"""The settings page of a room's sanction ladder."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from manage_ui.form_saving import FormState
from manage_ui.forms.form_data import FormData
from manage_ui.forms.ladder import LadderForm
from manage_ui.settings_page import RoomPage
from rulings.incidents.ladder import ladder
from rulings.incidents.ladder_versions import ladder_at, ladder_publish, steps_at, steps_of
from rulings.incidents.models import Ladder
from staff.models import Room, Staff


class LadderPage(RoomPage[Ladder | None, LadderForm]):
    """The steps of the ladder. Saving publishes a new version; earlier versions are never edited."""

    url_name = "ladder"
    title = "Sanction ladder"
    description = "Warning, suspension, bar: the order (H-42)"
    permission = "ladder"
    template = "ladder"

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        version = ladder_at(room.pk, now)
        steps = ", ".join(step.sentence.lower() for step in steps_at(room.pk, now))
        return f"{steps[:1].upper()}{steps[1:]}" + (
            f" (version {version.number})" if version else ""
        )

    def load(self) -> Ladder | None:
        return Ladder.objects.filter(room=self.room).first()

    def form(self, stored: Ladder | None, data: FormData = None) -> LadderForm:
        steps = steps_of(stored) if stored else ladder()
        number = stored.number if stored else 0
        return LadderForm(data, steps=steps, version=number, now=self.now)

    def effects(self, stored: Ladder | None, form: LadderForm) -> Sequence[str]:
        day = form.cleaned_data["begins"]
        when = "from now on"
        if day and form.effective_from > self.now:
            when = f"from {day:%B %-d, %Y} on"
        return [f"Proposals follow it {when}. Sanctions already given don't change."]

    def review(self, form: LadderForm, form_state: FormState) -> None:
        """Require a changed step: a new reason or date alone does not create a new version."""
        if form_state.state not in ("sure", "ready"):
            return
        labels = {str(form[name].label) for row in form.rows for name in row}
        if not any(change.label in labels for change in form_state.changes):
            form_state.state = "same"

    def save(self, stored: Ladder | None, form: LadderForm) -> Ladder:
        return ladder_publish(
            room_id=self.room.pk,
            steps=form.steps,
            reason=form.cleaned_data["reason"],
            effective_from=form.effective_from,
            by=self.by.key,
            now=self.now,
        )

    def context(self, stored: Ladder | None, form_state: FormState) -> dict[str, Any]:
        form = form_state.form
        assert isinstance(form, LadderForm)
        names = {staff.key: staff.alias for staff in Staff.objects.all()}
        versions = Ladder.objects.filter(room=self.room)
        return {
            "versions": [
                (version, steps_of(version), names.get(version.by, version.by))
                for version in versions
            ],
            "step_fields": [(form[kind], form[hours]) for kind, hours in form.rows],
            "current_ladder": ladder_at(self.room.pk, self.now),
            "steps": steps_at(self.room.pk, self.now),
        }
