"""The sanction ladder of a room: in force, pending, and the next version."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.form_data import FormData
from manage_ui.forms.ladder import LadderForm
from manage_ui.page_permissions import for_managers
from manage_ui.room_choice import selected_room as rooms_asked
from manage_ui.views.page_helpers import done, page, save_in_transaction, saving
from rulings.incidents.ladder import ladder
from rulings.incidents.ladder_versions import ladder_at, ladder_publish, steps_at, steps_of
from rulings.incidents.models import Ladder
from staff.models import Room, Staff
from web.guard import PageUser


@require_http_methods(["GET", "POST"])
@for_managers("ladder")
def page_of(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the steps in order; saving adds a version of the room's ladder, which is never edited."""
    rooms, now = rooms_asked(request), timezone.now()
    room = rooms.room

    def form_of(sent: FormData = None) -> LadderForm:
        last = Ladder.objects.filter(room=room).first()
        steps = steps_of(last) if last else ladder()
        return LadderForm(sent, steps=steps, version=last.number if last else 0, now=now)

    def work() -> FormState:
        Room.objects.select_for_update().get(pk=room.pk)
        form = form_of(request.POST)
        form_state = validate_form(form, request.POST, touches=lambda: [_touches(form)])
        steps = [name for pair in form.rows for name in pair]
        if form_state.state in ("sure", "ready") and not {
            str(form[name].label) for name in steps
        } & {change.label for change in form_state.changes}:
            form_state.state = "same"

        def publish() -> Ladder:
            return ladder_publish(
                room_id=room.pk,
                steps=form.steps,
                reason=form.cleaned_data["reason"],
                effective_from=form.effective_from,
                by=by.key,
                now=now,
            )

        return saving(form_state, publish, by, "setting_changed", room=room.pk)

    asked = save_in_transaction(work) if request.method == "POST" else new_form_state(form_of())
    if asked.is_ready:
        return done(request, asked, "ladder", room=room.pk)
    form = asked.form
    assert isinstance(form, LadderForm)
    names = {staff.key: staff.alias for staff in Staff.objects.all()}
    versions = [
        (ladder, steps_of(ladder), names.get(ladder.by, ladder.by))
        for ladder in Ladder.objects.filter(room=room)
    ]
    return page(request, by, "ladder", rooms=rooms, form_state=asked, versions=versions,
                step_fields=[(form[kind], form[hours]) for kind, hours in form.rows],
                current_ladder=ladder_at(room.pk, now), steps=steps_at(room.pk, now))  # fmt: skip


def _touches(form: LadderForm) -> str:
    day = form.cleaned_data["begins"]
    when = f"from {day:%B %-d, %Y} on" if day and form.effective_from > form.now else "from now on"
    return f"Proposals follow it {when}. Sanctions already given don't change."
