"""The sanction ladder of a room: what counts, what will, and the next version."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from manage_ui.forms.ladder import LadderForm
from manage_ui.guard import Manager, of_manager
from manage_ui.rooms import asked as rooms_asked
from manage_ui.saving import Asked, opened, weighed
from manage_ui.views.shown import carried, done, page, saving
from rulings.incidents.ladder import ladder
from rulings.incidents.ladders import ladder_at, ladder_publish, steps_at, steps_of
from rulings.incidents.models import Ladder
from tables.models import Room, Staff


@require_http_methods(["GET", "POST"])
@of_manager("ladder")
def page_of(request: HttpRequest, by: Manager) -> HttpResponse:
    """Steps in their order; a version of its own for the room, never a changed one."""
    rooms, now = rooms_asked(request), timezone.now()
    room = rooms.room

    def form_of(*sent: object) -> LadderForm:
        last = Ladder.objects.filter(room=room).first()
        steps = steps_of(last) if last else ladder()
        return LadderForm(*sent, steps=steps, version=last.number if last else 0, now=now)

    def work() -> Asked:
        Room.objects.select_for_update().get(pk=room.pk)
        form = form_of(request.POST)
        asked = weighed(form, request.POST, touches=lambda: [_touches(form)])
        steps = [name for pair in form.rows for name in pair]
        if asked.state in ("sure", "ready") and not {str(form[name].label) for name in steps} & {
            one.label for one in asked.changes
        }:
            asked.state = "same"

        def publish() -> Ladder:
            return ladder_publish(
                room_id=room.pk,
                steps=form.steps,
                reason=form.cleaned_data["reason"],
                effective_from=form.effective_from,
                by=by.key,
                now=now,
            )

        return saving(asked, publish, by, "setting_changed", room=room.pk)

    asked = carried(work) if request.method == "POST" else opened(form_of())
    if asked.ready:
        return done(request, asked, "ladder", room=room.pk)
    form = asked.form
    assert isinstance(form, LadderForm)
    names = {one.key: one.alias for one in Staff.objects.all()}
    versions = [
        (one, steps_of(one), names.get(one.by, one.by)) for one in Ladder.objects.filter(room=room)
    ]
    return page(request, by, "ladder", rooms=rooms, asked=asked, versions=versions,
                lines=[(form[kind], form[hours]) for kind, hours in form.rows],
                counts=ladder_at(room.pk, now), steps=steps_at(room.pk, now))  # fmt: skip


def _touches(form: LadderForm) -> str:
    day = form.cleaned_data["begins"]
    when = f"from {day:%-d %B %Y} on" if day and form.effective_from > form.now else "from now on"
    return f"What the house proposes next follows it {when}. Sanctions that were given stay as they are."
