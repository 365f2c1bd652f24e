"""Helpers shared by all settings pages."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from manage_ui.form_errors import focus_first_error
from manage_ui.form_saving import FieldChange, FormState
from manage_ui.room_choice import RoomChoice
from poker.formatting import smart_quotes
from poker.refusal import Refusal
from staff.audit.recording import record
from web.guard import PageUser
from web.messages.refusals import refusal_message


def page(
    request: HttpRequest,
    by: PageUser,
    template: str,
    *,
    rooms: RoomChoice | None = None,
    **more: Any,
) -> HttpResponse:
    """Render a page, with the HTTP status of a refused form."""
    form_state: FormState | None = more.get("form_state")
    if form_state is not None and by.is_read_only:
        for field in form_state.form.fields.values():
            field.disabled = True
    context = {
        "staff": by,
        "is_read_only": by.is_read_only,
        "rooms": rooms.all if rooms else [],
        "room": rooms.room if rooms else None,
        **more,
    }
    status = more.get("status") or (form_state.status if form_state else 200)
    return render(request, f"manage_ui/{template}.html", context, status=status)


def save_in_transaction(work: Callable[[], FormState]) -> FormState:
    """Validate and save in one transaction. A refusal is shown above the form, and nothing is stored."""
    try:
        with transaction.atomic():
            return work()
    except SaveRefused as refused:
        form_state, refusal = refused.asked, refused.refusal
        form_state.state = "wrong"
        form_state.form.add_error(refused.field, refusal_message(refusal))
        if refused.field:
            focus_first_error(form_state.form, [refused.field])
        return form_state


class SaveRefused(Exception):
    """A valid form that could not be saved."""

    def __init__(self, form_state: FormState, refusal: Refusal, field: str | None = None) -> None:
        """Store the form state and the refusal. field: the form's field that it is about."""
        super().__init__(refusal.code)
        self.asked, self.refusal, self.field = form_state, refusal, field


def saving(
    form_state: FormState, work: Callable[[], object], by: PageUser, verb: str, **about: Any
) -> FormState:
    """Save what is ready, inside `save_in_transaction`, and record the audit event with before and after.

    about: arguments of `staff.audit.recording.record`; by default the row `work` returns. verb: "" if `work` records it
    itself.
    """
    if form_state.is_ready:
        try:
            made = work()
        except Refusal as refusal:
            raise SaveRefused(form_state, refusal) from refusal
        if not verb:
            return form_state
        if "about" not in about and isinstance(made, Model):
            about["about"] = made
        before = {change.label: change.before for change in form_state.changes}
        after = {change.label: change.after for change in form_state.changes}
        record(by, verb, now=timezone.now(), before=before, after=after, **about)
    return form_state


def done(
    request: HttpRequest,
    form_state: FormState,
    to: str,
    *args: object,
    room: int | None = None,
    of: str = "",
) -> HttpResponse:
    """Redirect back to a page with a message of what changed; of: whose setting, if the page shows several."""
    messages.success(request, saved_message(form_state.changes, of))
    return redirect_to_setting(to, *args, room=room)


def redirect_to_setting(to: str, *args: object, room: int | None = None) -> HttpResponseRedirect:
    """Redirect to another settings page of the same room."""
    url = reverse(f"manage:{to}", args=args)
    return redirect(f"{url}?{urlencode({'room': room})}" if room else url)


def saved_message(changes: list[FieldChange], of: str = "") -> str:
    """Return "Saved. Lock minutes: 15 → 20." With a name: "Saved, Wren. Role: dealer → desk." """
    saved = f"Saved, {of}." if of else "Saved."
    parts = [f"{change.label}: {change.before} → {change.after}" for change in changes[:8]]
    more = f" and {len(changes) - 8} more" if len(changes) > 8 else ""
    return smart_quotes(f"{saved} {'; '.join(parts)}{more}.") if parts else saved
