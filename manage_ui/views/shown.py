"""Pages of these settings: what all of them have."""

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

from audit.recording import record
from manage_ui.guard import Manager
from manage_ui.rooms import Rooms
from manage_ui.saving import Asked, Change
from poker.refusal import Refusal
from rulings.wording.refusals import refusal as sentence
from rulings.wording.sayings import typeset


def page(
    request: HttpRequest, by: Manager, template: str, *, rooms: Rooms | None = None, **more: Any
) -> HttpResponse:
    """A page; with a form that was refused it has that status."""
    asked: Asked | None = more.get("asked")
    if asked is not None and by.reads:
        for one in asked.form.fields.values():
            one.disabled = True
    context = {
        "staff": by,
        "reads": by.reads,
        "rooms": rooms.all if rooms else [],
        "room": rooms.room if rooms else None,
        **more,
    }
    status = more.get("status") or (asked.status if asked else 200)
    return render(request, f"manage_ui/{template}.html", context, status=status)


def carried(work: Callable[[], Asked]) -> Asked:
    """Weigh and save in one transaction; what is refused on the way is said above the form, and nothing is stored."""
    try:
        with transaction.atomic():
            return work()
    except Unsaved as refused:
        asked, refusal = refused.asked, refused.refusal
        asked.state = "wrong"
        asked.form.add_error(None, sentence(refusal))
        return asked


class Unsaved(Exception):
    """A form that was right and could not be saved."""

    def __init__(self, asked: Asked, refusal: Refusal) -> None:
        """With what the room said."""
        super().__init__(refusal.code)
        self.asked, self.refusal = asked, refusal


def saving(asked: Asked, work: Callable[[], object], by: Manager, verb: str, **about: Any) -> Asked:
    """Save what is ready, inside `carried`, and write down who did, with before and after.

    about: of `audit.recording.record`; without, it is what `work` answers, where that is a row. verb: "" where `work`
    writes it down itself.
    """
    if asked.ready:
        try:
            made = work()
        except Refusal as refusal:
            raise Unsaved(asked, refusal) from refusal
        if not verb:
            return asked
        if "about" not in about and isinstance(made, Model):
            about["about"] = made
        before = {one.label: one.before for one in asked.changes}
        after = {one.label: one.after for one in asked.changes}
        record(by, verb, now=timezone.now(), before=before, after=after, **about)
    return asked


def done(
    request: HttpRequest,
    asked: Asked,
    to: str,
    *args: object,
    room: int | None = None,
    of: str = "",
) -> HttpResponse:
    """Back to a page, which says what changed; of: whose it is, where that page is of several."""
    messages.success(request, told(asked.changes, of))
    return there(to, *args, room=room)


def there(to: str, *args: object, room: int | None = None) -> HttpResponseRedirect:
    """Another page of settings, of the same room."""
    url = reverse(f"manage:{to}", args=args)
    return redirect(f"{url}?{urlencode({'room': room})}" if room else url)


def told(changes: list[Change], of: str = "") -> str:
    """Saved. Lock minutes: 15 → 20. Of somebody: Saved, Wren. Role: dealer → desk."""
    saved = f"Saved, {of}." if of else "Saved."
    parts = [f"{one.label}: {one.before} → {one.after}" for one in changes[:8]]
    more = f" and {len(changes) - 8} more" if len(changes) > 8 else ""
    return typeset(f"{saved} {'; '.join(parts)}{more}.") if parts else saved
