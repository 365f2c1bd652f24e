"""Policies for waitlists, dealers, report emails and retention."""

from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from absences.models import limits_row
from lineup.actions import lineup_execute_inside_transaction, load_lineup, lock_lineup
from lineup.rules.commands import SetPolicy as SetDealers
from lineup.rules.state import MOST_TABLES
from manage_ui.change_history import change_history
from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.policies import (
    ABSENCES,
    DEALERS,
    LISTS,
    AbsencesForm,
    DealersForm,
    ListsForm,
)
from manage_ui.forms.retention import MailsForm, RetentionForm
from manage_ui.page_permissions import for_managers
from manage_ui.room_choice import selected_room as rooms_asked
from manage_ui.views.page_helpers import done, page, save_in_transaction, saving
from ops.models import YEARS, Retention, RetentionRun
from reports.archive.mailing import addresses_of, addresses_set
from reports.models import ReportRecipients
from staff.models import Room
from tables.tablet_settings import refresh_tablets
from waitlist.actions import WAITLIST, load_waitlists
from waitlist.rules.commands import SetPolicy as SetLists
from web.guard import PageUser


@require_http_methods(["GET", "POST"])
@for_managers("lists")
def lists(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Edit times to answer and to get to a seat, passes, and seat priority."""
    rooms = rooms_asked(request)
    room = rooms.room.pk

    def work() -> FormState:
        held = WAITLIST.id_of_room(room)
        form = ListsForm(request.POST, before=WAITLIST.lock_state(held).policy)

        def ask() -> None:
            WAITLIST.execute_inside_transaction(
                held,
                SetLists(form.policy),
                command_id=str(uuid4()),
                actor=by.key,
                now=timezone.now(),
            )

        form_state = validate_form(form, request.POST, groups=LISTS)
        return saving(form_state, ask, by, "setting_changed", about=("waitlist", room), room=room)

    fresh = ListsForm(before=load_waitlists(room).policy)
    asked = save_in_transaction(work) if request.method == "POST" else new_form_state(fresh, LISTS)
    if asked.is_ready:
        return done(request, asked, "lists", room=room)
    changes = change_history("waitlist", room=room)
    return page(request, by, "lists", rooms=rooms, form_state=asked, changes=changes)


@require_http_methods(["GET", "POST"])
@for_managers("dealers")
def sections(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Edit downs and breaks, the section limit, and supervisors' sections."""
    rooms = rooms_asked(request)
    room = rooms.room.pk

    def work() -> FormState:
        form = DealersForm(request.POST, before=lock_lineup(room).policy)

        def ask() -> None:
            lineup_execute_inside_transaction(
                room_id=room,
                command_id=str(uuid4()),
                command=SetDealers(form.policy),
                actor=by.key,
                now=timezone.now(),
            )

        form_state = validate_form(form, request.POST, groups=DEALERS)
        return saving(form_state, ask, by, "setting_changed", about=("dealers", room), room=room)

    dealers = load_lineup(room)
    fresh = DealersForm(before=dealers.policy)
    asked = (
        save_in_transaction(work) if request.method == "POST" else new_form_state(fresh, DEALERS)
    )
    if asked.is_ready:
        return done(request, asked, "sections", room=room)
    return page(request, by, "sections", rooms=rooms, form_state=asked, dealers=dealers,
                max_tables=MOST_TABLES, changes=change_history("dealers", room=room))  # fmt: skip


@require_http_methods(["GET", "POST"])
@for_managers("retention")
def retention(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Edit how long the room keeps the data of players who no longer come."""
    rooms = rooms_asked(request)
    room = rooms.room

    def kept() -> Retention:
        return Retention.objects.filter(room=room).first() or Retention(room=room, years=YEARS)

    def work() -> FormState:
        Room.objects.select_for_update().get(pk=room.pk)  # the retention row may not exist yet
        before = kept().years
        form = RetentionForm(request.POST, instance=kept())
        form_state = validate_form(form, request.POST, touches=lambda: _forgets(form, before))
        return saving(form_state, form.save, by, "kept_until_changed", room=room.pk)

    asked = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(RetentionForm(instance=kept()))
    )
    if asked.is_ready:
        return done(request, asked, "retention", room=room.pk)
    return page(request, by, "retention", rooms=rooms, form_state=asked, last=RetentionRun.objects.first(),
                changes=change_history("retention", keys=[kept().pk or 0]))  # fmt: skip


@require_http_methods(["GET", "POST"])
@for_managers("room")
def absences(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Edit how long players may be away, and the walking rule (H-53)."""
    rooms = rooms_asked(request)
    room = rooms.room

    def work() -> FormState:
        Room.objects.select_for_update().get(pk=room.pk)  # the policy's row may not exist yet
        form = AbsencesForm(request.POST, instance=limits_row(room.pk))
        form_state = validate_form(form, request.POST, groups=ABSENCES)
        about = ("absences", room.pk)

        def keep() -> None:
            form.save()
            refresh_tablets(room)

        return saving(form_state, keep, by, "setting_changed", about=about, room=room.pk)

    fresh = AbsencesForm(instance=limits_row(room.pk))
    form_state = (
        save_in_transaction(work) if request.method == "POST" else new_form_state(fresh, ABSENCES)
    )
    if form_state.is_ready:
        return done(request, form_state, "absences", room=room.pk)
    changes = change_history("absences", room=room.pk)
    return page(request, by, "absences", rooms=rooms, form_state=form_state, changes=changes)


def _forgets(form: RetentionForm, before: int) -> list[str]:
    years: int = form.cleaned_data["years"]
    if years >= before:
        return []
    return [
        f"Within a day, players with no visit in {years} year{'' if years == 1 else 's'} will be anonymized."
        " This can't be undone."
    ]


@require_http_methods(["GET", "POST"])
@for_managers("mails")
def mails(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Edit who gets the shift and day reports."""
    rooms = rooms_asked(request)
    room = rooms.room

    def work() -> FormState:
        Room.objects.select_for_update().get(pk=room.pk)  # the recipients row may not exist yet
        form = MailsForm(request.POST, now=addresses_of(room))

        def keep() -> ReportRecipients:
            text = form.cleaned_data["addresses"]
            return addresses_set(room=room, text=text, now=timezone.now())

        about = ("report emails", room.pk)
        return saving(
            validate_form(form, request.POST),
            keep,
            by,
            "setting_changed",
            about=about,
            room=room.pk,
        )

    form_state = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(MailsForm(now=addresses_of(room)))
    )
    if form_state.is_ready:
        return done(request, form_state, "mails", room=room.pk)
    before = change_history("report emails", room=room.pk)
    return page(request, by, "mails", rooms=rooms, form_state=form_state, changes=before)
