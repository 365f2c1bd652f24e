"""The settings of the public board."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from manage_ui.change_history import change_history
from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.board import ROWS, BoardForm
from manage_ui.page_permissions import for_managers
from manage_ui.room_choice import selected_room
from manage_ui.views.page_helpers import done, page, save_in_transaction, saving
from staff.models import Room
from waitlist.board_messages import texts_in_force
from waitlist.models import BoardSettings
from waitlist.models.board import board_settings_of
from web.guard import PageUser

GROUPS = (
    ("Lists", ("page_seconds", "voice")),
    *((f"Message {number}", names) for number, names in enumerate(ROWS, 1)),
)


@require_http_methods(["GET", "POST"])
@for_managers("room")
def board(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Edit page time, voice and messages of the board."""
    rooms = selected_room(request)

    def work() -> FormState:
        Room.objects.select_for_update().get(pk=rooms.room.pk)  # the row may not exist yet
        settings = BoardSettings.objects.filter(room=rooms.room).first()
        form = BoardForm(request.POST, instance=settings or BoardSettings(room=rooms.room))
        form_state = validate_form(form, request.POST, groups=GROUPS)
        return saving(form_state, form.save, by, "setting_changed", room=rooms.room.pk)

    settings = board_settings_of(rooms.room)
    form_state = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(BoardForm(instance=settings), GROUPS)
    )
    if form_state.is_ready:
        return done(request, form_state, "board", room=rooms.room.pk)
    return page(
        request,
        by,
        "board",
        rooms=rooms,
        form_state=form_state,
        shown=texts_in_force(settings.messages, timezone.now()),
        changes=change_history("boardsettings", keys=[settings.pk or 0]),
    )
