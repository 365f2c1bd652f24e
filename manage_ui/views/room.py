"""New rooms, room settings, the message to called players, and the drop policy."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from drop.models import DropPolicy, policy_of
from drop.shifts import periods
from manage_ui.change_history import change_history
from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.room import MeasuresForm, MessagesForm, NewRoomForm, ShiftsForm
from manage_ui.page_permissions import for_managers
from manage_ui.room_choice import selected_room as rooms_asked
from manage_ui.views.page_helpers import done, page, save_in_transaction, saving
from outbox.message_templates import FIELDS, STANDARD_TEXT, SUBJECT, fill
from staff.models import Room
from tables.tablet_settings import refresh_tablets
from web.guard import PageUser


@require_http_methods(["GET", "POST"])
@for_managers("room")
def measures(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Edit name, age, caps and minutes."""
    rooms = rooms_asked(request)

    def work() -> FormState:
        room = Room.objects.select_for_update().get(pk=rooms.room.pk)
        form = MeasuresForm(request.POST, instance=room)

        def save() -> Room:
            refresh_tablets(room)
            saved: Room = form.save()
            return saved

        return saving(validate_form(form, request.POST), save, by, "setting_changed", room=room.pk)

    form_state = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(MeasuresForm(instance=rooms.room))
    )
    if form_state.is_ready:
        return done(request, form_state, "measures", room=rooms.room.pk)
    return page(
        request,
        by,
        "measures",
        rooms=rooms,
        form_state=form_state,
        changes=change_history("room", keys=[rooms.room.pk]),
    )


@require_http_methods(["GET", "POST"])
@for_managers("room")
def messages(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Edit the message a called player gets."""
    rooms = rooms_asked(request)

    def work() -> FormState:
        room = Room.objects.select_for_update().get(pk=rooms.room.pk)
        form = MessagesForm(request.POST, instance=room)
        return saving(
            validate_form(form, request.POST), form.save, by, "setting_changed", room=room.pk
        )

    form_state = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(MessagesForm(instance=rooms.room))
    )
    if form_state.is_ready:
        return done(request, form_state, "messages", room=rooms.room.pk)
    return page(request, by, "messages", rooms=rooms, form_state=form_state, default_text=STANDARD_TEXT,
                fields=FIELDS.items(), preview=_preview(form_state),
                changes=change_history("room", keys=[rooms.room.pk]))  # fmt: skip


def _preview(form_state: FormState) -> tuple[str, str] | None:
    """Return subject and text as they would be sent; None if invalid."""
    form = form_state.form
    assert isinstance(form, MessagesForm)
    if form.is_bound and not form.is_valid():
        return None
    room = form.instance
    return fill(room.mail_subject or SUBJECT, FIELDS), fill(
        room.called_text or STANDARD_TEXT, FIELDS
    )


@require_http_methods(["GET", "POST"])
@for_managers("shifts")
def shifts(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Edit shifts and the variance that needs an explanation; boxes on tables are then counted by these shifts."""
    rooms = rooms_asked(request)

    def work() -> FormState:
        Room.objects.select_for_update().get(pk=rooms.room.pk)  # the policy row may not exist yet
        policy = policy_of(rooms.room)
        form = ShiftsForm(request.POST, policy=policy)
        form_state = validate_form(form, request.POST, touches=lambda: _touches(form, policy))
        return saving(
            form_state, lambda: _keep(form, policy), by, "setting_changed", room=rooms.room.pk
        )

    policy = policy_of(rooms.room)
    asked = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(ShiftsForm(policy=policy))
    )
    if asked.is_ready:
        return done(request, asked, "shifts", room=rooms.room.pk)
    rows = [(asked.form[name], asked.form[begins]) for name, begins in _rows(asked)]
    now = periods(timezone.localtime(timezone.now()), policy.shifts, 1)[0]
    return page(request, by, "shifts", rooms=rooms, form_state=asked, shift_fields=rows, now=now, policy=policy,
                changes=change_history("droppolicy", keys=[policy.pk or 0]))  # fmt: skip


def _rows(form_state: FormState) -> list[tuple[str, str]]:
    assert isinstance(form_state.form, ShiftsForm)
    return form_state.form.rows


def _touches(form: ShiftsForm, policy: DropPolicy) -> list[str]:
    if form.hours == policy.shifts:
        return []
    moment = timezone.localtime(timezone.now())
    shift, now = (periods(moment, hours, 1)[0] for hours in (policy.shifts, form.hours))
    message = [
        "Boxes pulled from now on belong to these shifts. Boxes already pulled keep theirs.",
        "Reports: figures so far stay with their shift; the rest go to these.",
    ]
    if (shift.day, shift.name) != (now.day, now.name):
        message.append(
            f"It's {shift.name} now; under these hours it becomes {now.name}, so {shift.name} ends at once. Its report"
            " is stored in a few minutes with everything so far."
        )
    return message


def _keep(form: ShiftsForm, policy: DropPolicy) -> DropPolicy:
    policy.shifts, policy.threshold = form.hours, form.cleaned_data["threshold"]
    policy.save()
    return policy


@require_http_methods(["GET", "POST"])
@for_managers("rooms", creates=True)
def new(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Ask for name and settings; plaques, tables and staff follow."""

    def work() -> FormState:
        form = NewRoomForm(request.POST)
        return saving(validate_form(form, request.POST, new=True), form.save, by, "setting_added")

    form_state = (
        save_in_transaction(work) if request.method == "POST" else new_form_state(NewRoomForm())
    )
    if form_state.is_ready:
        return done(request, form_state, "index", room=form_state.form.instance.pk)  # type: ignore[attr-defined]
    return page(request, by, "room_new", form_state=form_state)
