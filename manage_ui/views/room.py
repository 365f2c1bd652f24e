"""The room's measures, what it tells called players, how it counts its drop."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from drops.models import DropPolicy, policy_of
from drops.shifts import periods
from manage_ui.forms.room import MeasuresForm, MessagesForm, ShiftsForm
from manage_ui.guard import Manager, of_manager
from manage_ui.past import past
from manage_ui.rooms import asked as rooms_asked
from manage_ui.saving import Asked, opened, weighed
from manage_ui.views.shown import carried, done, page, saving
from tables.message_texts import FIELDS, SUBJECT, USUAL, filled
from tables.models import Room


@require_http_methods(["GET", "POST"])
@of_manager("room")
def measures(request: HttpRequest, by: Manager) -> HttpResponse:
    """Name, age, caps and minutes."""
    rooms = rooms_asked(request)

    def work() -> Asked:
        held = Room.objects.select_for_update().get(pk=rooms.room.pk)
        form = MeasuresForm(request.POST, instance=held)
        return saving(weighed(form, request.POST), form.save, by, "setting_changed", room=held.pk)

    asked = carried(work) if request.method == "POST" else opened(MeasuresForm(instance=rooms.room))
    if asked.ready:
        return done(request, asked, "measures", room=rooms.room.pk)
    return page(request, by, "measures", rooms=rooms, asked=asked, past=past("room", keys=[rooms.room.pk]))  # fmt: skip


@require_http_methods(["GET", "POST"])
@of_manager("room")
def messages(request: HttpRequest, by: Manager) -> HttpResponse:
    """What a called player gets."""
    rooms = rooms_asked(request)

    def work() -> Asked:
        held = Room.objects.select_for_update().get(pk=rooms.room.pk)
        form = MessagesForm(request.POST, instance=held)
        return saving(weighed(form, request.POST), form.save, by, "setting_changed", room=held.pk)

    asked = carried(work) if request.method == "POST" else opened(MessagesForm(instance=rooms.room))
    if asked.ready:
        return done(request, asked, "messages", room=rooms.room.pk)
    return page(request, by, "messages", rooms=rooms, asked=asked, usual=USUAL,
                fields=FIELDS.items(), preview=_preview(asked),
                past=past("room", keys=[rooms.room.pk]))  # fmt: skip


def _preview(asked: Asked) -> tuple[str, str] | None:
    """Subject and text as they would be sent; None while they would not."""
    form = asked.form
    assert isinstance(form, MessagesForm)
    if form.is_bound and not form.is_valid():
        return None
    room = form.instance
    return filled(room.mail_subject or SUBJECT, FIELDS), filled(room.called_text or USUAL, FIELDS)


@require_http_methods(["GET", "POST"])
@of_manager("shifts")
def shifts(request: HttpRequest, by: Manager) -> HttpResponse:
    """Shifts and the difference that is explained; what hangs at the tables is counted by them from now on."""
    rooms = rooms_asked(request)

    def work() -> Asked:
        Room.objects.select_for_update().get(pk=rooms.room.pk)  # its policy may not be there yet
        policy = policy_of(rooms.room)
        form = ShiftsForm(request.POST, policy=policy)
        asked = weighed(form, request.POST, touches=lambda: _touches(form, policy))
        return saving(asked, lambda: _keep(form, policy), by, "setting_changed", room=rooms.room.pk)

    policy = policy_of(rooms.room)
    asked = carried(work) if request.method == "POST" else opened(ShiftsForm(policy=policy))
    if asked.ready:
        return done(request, asked, "shifts", room=rooms.room.pk)
    rows = [(asked.form[name], asked.form[begins]) for name, begins in _rows(asked)]
    now = periods(timezone.localtime(timezone.now()), policy.shifts, 1)[0]
    return page(request, by, "shifts", rooms=rooms, asked=asked, lines=rows, now=now, policy=policy,
                past=past("droppolicy", keys=[policy.pk or 0]))  # fmt: skip


def _rows(asked: Asked) -> list[tuple[str, str]]:
    assert isinstance(asked.form, ShiftsForm)
    return asked.form.rows


def _touches(form: ShiftsForm, policy: DropPolicy) -> list[str]:
    if form.hours == policy.shifts:
        return []
    moment = timezone.localtime(timezone.now())
    was, now = (periods(moment, hours, 1)[0] for hours in (policy.shifts, form.hours))
    told = [
        "Boxes that are taken from now on are of these shifts. Those that were taken stay of the shift that they had.",
        "Reports: what was counted until now stays with the shift in which it was counted; the rest is of these.",
    ]
    if (was.day, was.name) != (now.day, now.name):
        told.append(
            f"Now it is {was.name}, and with these hours {now.name}: {was.name} is over at once. Its report is"
            " stored in a few minutes, says when it ends by these hours, and has all that was counted until now."
        )
    return told


def _keep(form: ShiftsForm, policy: DropPolicy) -> DropPolicy:
    policy.shifts, policy.threshold = form.hours, form.cleaned_data["threshold"]
    policy.save()
    return policy
