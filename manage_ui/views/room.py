"""Settings pages of a room: its settings, the message to called players, the drop policy, and a new room."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from drop.models import DropPolicy, policy_of
from drop.shifts import format_shifts, periods
from manage_ui.form_saving import FormState
from manage_ui.forms.form_data import FormData
from manage_ui.forms.room import MeasuresForm, MessagesForm, NewRoomForm, ShiftsForm
from manage_ui.messages import counted
from manage_ui.settings_page import AddPage, RoomPage
from outbox.message_templates import FIELDS, STANDARD_TEXT, SUBJECT, fill
from poker.chip_colors import read_colors
from poker.currency import currency
from poker.formatting import money
from staff.models import Room
from tables.opening_hours import format_hours
from tables.tablet_settings import refresh_tablets


class MeasuresPage(RoomPage[Room, MeasuresForm]):
    """Name, hours, age, caps and minutes of a room."""

    url_name = "measures"
    title = "Room"
    description = "Name, hours, minimum age and limits"
    permission = "room"
    form_class = MeasuresForm

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        age = f"{room.minimum_age} and over" if room.minimum_age else "Age not checked"
        cap = "nothing for incidentals"
        if room.incidentals_cap:
            cap = f"{money(room.incidentals_cap)} for incidentals"
        silent = "no glow"
        if room.silent_seat_seconds:
            silent = f"silent seat {room.silent_seat_seconds} s"
        count = len(read_colors(room.chip_colors))
        chips = counted(count, "chip color") if count else "no chips shown"
        hours = format_hours(room.opening_hours)
        return f"{hours}; {age}, {cap}, lock-up {room.lock_minutes} min, {silent}, {chips}"

    def load(self) -> Room:
        return self.room

    def lock(self) -> Room:
        return Room.objects.select_for_update().get(pk=self.room.pk)

    def save(self, stored: Room, form: MeasuresForm) -> object:
        refresh_tablets(stored)
        return form.save()

    def lead(self) -> str:
        return (
            "Room name, hours and limits. Changes take effect when saved."
            f" Amounts of all rooms are in {currency().code}."
        )


class MessagesPage(RoomPage[Room, MessagesForm]):
    """The message a called player gets."""

    url_name = "messages"
    title = "Paging message"
    description = "The text or email a called player gets"
    permission = "room"
    form_class = MessagesForm
    template = "messages"

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        return "House wording" if room.called_text else "Standard wording"

    def load(self) -> Room:
        return self.room

    def lock(self) -> Room:
        return Room.objects.select_for_update().get(pk=self.room.pk)

    def context(self, stored: Room, form_state: FormState) -> dict[str, Any]:
        return {
            "default_text": STANDARD_TEXT,
            "fields": FIELDS.items(),
            "preview": _preview(form_state),
        }


def _preview(form_state: FormState) -> tuple[str, str] | None:
    """Return subject and text as players would get them; None if the form is invalid."""
    form = form_state.form
    assert isinstance(form, MessagesForm)
    if form.is_bound and not form.is_valid():
        return None
    room = form.instance
    subject = fill(room.mail_subject or SUBJECT, FIELDS)
    return subject, fill(room.called_text or STANDARD_TEXT, FIELDS)


class ShiftsPage(RoomPage[DropPolicy, ShiftsForm]):
    """The shifts by which drop boxes are counted, and the variance that needs an explanation."""

    url_name = "shifts"
    title = "Shifts and drop"
    description = "Shift start times and the variance limit"
    permission = "shifts"
    template = "shifts"

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        policy = policy_of(room)
        return f"{format_shifts(policy.shifts)}; variance over {money(policy.threshold)}"

    def load(self) -> DropPolicy:
        return policy_of(self.room)

    def form(self, stored: DropPolicy, data: FormData = None) -> ShiftsForm:
        return ShiftsForm(data, policy=stored)

    def effects(self, stored: DropPolicy, form: ShiftsForm) -> Sequence[str]:
        if form.hours == stored.shifts:
            return ()
        moment = timezone.localtime(self.now)
        before = periods(moment, stored.shifts, 1)[0]
        after = periods(moment, form.hours, 1)[0]
        effects = [
            "Boxes pulled from now on belong to these shifts. Boxes already pulled keep theirs.",
            "Reports: figures so far stay with their shift; the rest go to these.",
        ]
        if (before.day, before.name) != (after.day, after.name):
            effects.append(
                f"It's {before.name} now; under these hours it becomes {after.name}, so {before.name} ends at once."
                " Its report is stored in a few minutes with everything so far."
            )
        return effects

    def save(self, stored: DropPolicy, form: ShiftsForm) -> DropPolicy:
        stored.shifts = form.hours
        stored.threshold = form.cleaned_data["threshold"]
        stored.own_boxes = form.cleaned_data["own_boxes"]
        stored.save()
        return stored

    def context(self, stored: DropPolicy, form_state: FormState) -> dict[str, Any]:
        form = form_state.form
        assert isinstance(form, ShiftsForm)
        return {
            "shift_fields": [(form[name], form[begins]) for name, begins in form.rows],
            "now": periods(timezone.localtime(self.now), stored.shifts, 1)[0],
            "policy": stored,
        }


class NewRoomPage(AddPage[NewRoomForm]):
    """A new room: name and settings. Plaques, tables and staff follow."""

    url_name = "room-new"
    title = "New room"
    permission = "rooms"
    form_class = NewRoomForm
    button = "Add room"
    url_after = "index"

    def room_after(self, form: NewRoomForm) -> int:
        return int(form.instance.pk)

    def lead(self) -> str:
        return (
            "Each room has its own tables, lists, dealers, shifts and rulebook; plaques and staff are shared by the"
            " house. A room is permanent, since the logs name it. Add its tables and tablets next."
        )
