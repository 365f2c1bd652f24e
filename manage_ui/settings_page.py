"""Settings pages. Each is a class that declares its form and how its values are loaded, locked and saved."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from manage_ui.change_history import ChangeRecord, change_history
from manage_ui.form_errors import FieldRefused, focus_first_error
from manage_ui.form_saving import FieldChange, FormState, Groups, new_form_state, validate_form
from manage_ui.forms.form_data import FormData
from manage_ui.page_permissions import for_managers
from manage_ui.room_choice import RoomChoice, selected_room
from poker.formatting import smart_quotes
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.models import Room
from web.guard import PageUser
from web.messages.refusals import refusal_message

StoredT = TypeVar("StoredT")  # the stored values that the page changes
FormType = TypeVar("FormType", bound=forms.BaseForm)


class SettingsPage(ABC, Generic[StoredT, FormType]):
    """A settings page. A subclass declares what differs. Each request creates one object.

    A POST locks the stored values and compares their fingerprint with the page's. If someone else saved in between,
    the page shows both values. The manager confirms effects on tables. Then the change is saved and recorded in the
    audit log, with the values before and after, in the same transaction.
    """

    url_name: ClassVar[str]
    title: ClassVar[str] = ""
    description: ClassVar[str] = ""  # below the title in the list of all settings
    permission: ClassVar[str]  # a key of `PERMISSIONS`
    form_class: Callable[
        ..., FormType
    ]  # used by the default `form`: a model form of the stored row
    template: ClassVar[str] = "setting"
    groups: ClassVar[Groups] = ()
    folded: ClassVar[Collection[str]] = ()
    button: ClassVar[str] = "Save"
    creates: ClassVar[bool] = False  # saving creates a row
    verb: ClassVar[str] = "setting_changed"  # verb of the audit event; "" if the action records it
    url_after: ClassVar[str] = ""  # the page to show after saving; "" for this page
    rooms: RoomChoice | None = None

    def __init__(self, request: HttpRequest, by: PageUser) -> None:
        self.request = request
        self.by = by
        self.now = timezone.now()

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        """Return the current setting in a few words, for the list of all settings."""
        return ""

    @abstractmethod
    def load(self) -> StoredT:
        """Return the stored values."""

    @abstractmethod
    def lock(self) -> StoredT:
        """Lock the row that the page changes, and return the stored values."""

    def form(self, stored: StoredT, data: FormData = None) -> FormType:
        return self.form_class(data, instance=stored)

    def effects(self, stored: StoredT, form: FormType) -> Sequence[str]:
        """Return the effects of a valid form elsewhere, as sentences. If there are any, the manager must confirm."""
        return ()

    def review(self, form: FormType, form_state: FormState) -> None:
        """Change the state of a validated form, if a change of some fields alone is not a change."""

    def save(self, stored: StoredT, form: FormType) -> object:
        """Store a valid form. A returned row is the subject of the audit event.

        Raises `Refusal`, shown above the form, or `FieldRefused`, shown at a field.
        """
        assert isinstance(form, forms.ModelForm)
        return form.save()

    def audit_facts(self) -> dict[str, Any]:
        """Return more arguments for `staff.audit.recording.record`."""
        return {}

    def history(self, stored: StoredT) -> list[ChangeRecord] | None:
        """Return the changes of the stored row, shown below the form. None for a page without a history."""
        if not isinstance(stored, Model):
            return None
        return change_history(stored._meta.model_name or "", keys=[stored.pk or 0])

    def lead(self) -> str:
        """Return the sentences below the title, unless the template has them."""
        return ""

    def context(self, stored: StoredT, form_state: FormState) -> dict[str, Any]:
        """Return more values for the template."""
        return {}

    def is_read_only(self) -> bool:
        """Return whether the page has no Save button."""
        return self.by.is_read_only

    def saved_name(self, form: FormType) -> str:
        """Return the name of the saved row, if the page is about one of several rows."""
        return ""

    def room_after(self, form: FormType) -> int | None:
        """Return the key of the room for the page after saving."""
        return self.rooms.room.pk if self.rooms else None

    @classmethod
    def as_view(cls) -> Callable[..., HttpResponseBase]:
        """Return the view, guarded by the page's permission."""

        @require_http_methods(["GET", "POST"])
        @for_managers(cls.permission, creates=cls.creates)
        def view(request: HttpRequest, by: PageUser, **url: Any) -> HttpResponse:
            return cls(request, by, **url).respond()

        return view

    def respond(self) -> HttpResponse:
        """Show the form, or save it and redirect."""
        if self.request.method != "POST":
            stored = self.load()
            form = self.form(stored)
            return self._page(stored, new_form_state(form, self.groups, self.folded))
        form, form_state = self.post()
        if not form_state.is_ready:
            return self._page(self.load(), form_state)
        messages.success(self.request, saved_message(form_state.changes, self.saved_name(form)))
        return redirect_to_setting(self.url_after or self.url_name, room=self.room_after(form))

    def post(self) -> tuple[FormType, FormState]:
        """Validate and save the posted form in one transaction, and return it with its state."""
        with transaction.atomic():
            stored = self.lock()
            form = self.form(stored, self.request.POST)
            form_state = self._checked(stored, form)
            if form_state.is_ready:
                self._save_or_refuse(stored, form, form_state)
        return form, form_state

    def _save_or_refuse(self, stored: StoredT, form: FormType, form_state: FormState) -> None:
        """Save the form. A refusal rolls the save back and is shown in the form."""
        try:
            with transaction.atomic():
                self.save_and_record(stored, form, form_state)
        except Refusal as refusal:
            form_state.state = "wrong"
            form.add_error(None, refusal_message(refusal))
        except FieldRefused as error:
            form_state.state = "wrong"
            form.add_error(error.field, refusal_message(error.refusal))
            focus_first_error(form, [error.field])

    def _checked(self, stored: StoredT, form: FormType) -> FormState:
        form_state = validate_form(
            form,
            self.request.POST,
            touches=lambda: self.effects(stored, form),
            groups=self.groups,
            folded=self.folded,
            new=self.creates,
        )
        self.review(form, form_state)
        return form_state

    def save_and_record(self, stored: StoredT, form: FormType, form_state: FormState) -> None:
        """Save a valid form and record the audit event."""
        saved = self.save(stored, form)
        if not self.verb:
            return
        facts = self.audit_facts()
        if "about" not in facts and isinstance(saved, Model):
            facts["about"] = saved
        self.record(self.verb, form_state, **facts)

    def record(self, verb: str, form_state: FormState, **facts: Any) -> None:
        """Record an audit event with the values before and after.

        facts: more arguments for `staff.audit.recording.record`.
        """
        before = {change.label: change.before for change in form_state.changes}
        after = {change.label: change.after for change in form_state.changes}
        record(self.by, verb, now=timezone.now(), before=before, after=after, **facts)

    def _page(self, stored: StoredT, form_state: FormState) -> HttpResponse:
        is_read_only = self.is_read_only()
        if is_read_only:
            for field in form_state.form.fields.values():
                field.disabled = True
        return page(
            self.request,
            self.by,
            self.template,
            rooms=self.rooms,
            status=form_state.status,
            form_state=form_state,
            title=self.title,
            lead=self.lead(),
            save=self.button,
            is_read_only=is_read_only,
            changes=self.history(stored),
            **self.context(stored, form_state),
        )


class RoomPage(SettingsPage[StoredT, FormType]):
    """A page about the room of `?room=`. It locks the room's row, because the setting's row may not exist yet."""

    # Subject of the audit events, if `save` returns no row.
    audit_kind: ClassVar[str] = ""
    rooms: RoomChoice

    def __init__(self, request: HttpRequest, by: PageUser) -> None:
        super().__init__(request, by)
        self.rooms = selected_room(request)
        self.room = self.rooms.room

    def lock(self) -> StoredT:
        Room.objects.select_for_update().get(pk=self.room.pk)
        return self.load()

    def audit_facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = {"room": self.room.pk}
        if self.audit_kind:
            facts["about"] = (self.audit_kind, self.room.pk)
        return facts

    def history(self, stored: StoredT) -> list[ChangeRecord] | None:
        if not self.audit_kind:
            return super().history(stored)
        return change_history(self.audit_kind, room=self.room.pk)


class AddPage(SettingsPage[None, FormType]):
    """A page that creates a row. Nothing is stored yet, so there is no other edit to detect."""

    creates = True
    verb = "setting_added"

    def load(self) -> None:
        return None

    def lock(self) -> None:
        return None

    def form(self, stored: None, data: FormData = None) -> FormType:
        return self.form_class(data)


def page(
    request: HttpRequest,
    by: PageUser,
    template: str,
    *,
    rooms: RoomChoice | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """Render a page under /manage/."""
    context = {
        "staff": by,
        "is_read_only": by.is_read_only,
        "rooms": rooms.all if rooms else [],
        "room": rooms.room if rooms else None,
        **more,
    }
    return render(request, f"manage_ui/{template}.html", context, status=status)


def redirect_to_setting(to: str, *args: object, room: int | None = None) -> HttpResponseRedirect:
    """Redirect to another settings page of the same room."""
    url = reverse(f"manage:{to}", args=args)
    return redirect(f"{url}?{urlencode({'room': room})}" if room else url)


def saved_message(changes: list[FieldChange], name: str = "") -> str:
    """Return "Saved. Lock minutes: 15 → 20." With a name: "Saved, Wren. Role: dealer → desk." """
    saved = f"Saved, {name}." if name else "Saved."
    parts = [f"{change.label}: {change.before} → {change.after}" for change in changes[:8]]
    more = f" and {len(changes) - 8} more" if len(changes) > 8 else ""
    return smart_quotes(f"{saved} {'; '.join(parts)}{more}.") if parts else saved
