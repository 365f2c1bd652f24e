"""Calls on this phone: duty, a supervisor's phones, and requests from notifications."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from floor_ui import messages
from floor_ui.call_queue import is_answered, open_calls
from journal.device_context import device
from outbox.phones.keys import public_key
from outbox.phones.models import AlertPhone
from outbox.phones.rate import count_phone_request
from poker.refusal import Refusal
from rulings.alerts.answers import alert_answer, alert_shown
from rulings.alerts.duty import callable_staff, duty_begin, duty_end, duty_of
from rulings.alerts.phones import (
    MAX_PHONES,
    is_test_underway,
    phone_allow,
    phone_remove,
    phone_test,
    phones_of,
)
from staff.house_currency import without_amounts
from staff.models import Staff
from staff.session_limits import ends_at
from staff.staff_rooms import room_or_404
from web.guard import for_staff
from web.messages.refusals import http_status, is_about_role, refusal_message
from web.posted import Number, Posted, Text, text
from web.rooms import selected_room, with_room_in_address
from web.sign_in import signed_in_staff

SCRIPT = Path(__file__).parents[1] / "static/floor_ui/calls_worker.js"
NAME_LENGTH = 60
KEY_LENGTH = 200


class AllowForm(Posted):
    """The subscription at the browser's push service: an address, and the keys that encrypt for this browser."""

    endpoint: Text
    public_key: Annotated[str, text(KEY_LENGTH)]
    auth_secret: Annotated[str, text(KEY_LENGTH)]
    room: Number  # the room whose page sent the form


class PhoneForm(Posted):
    """One of the phones, and the room whose page sent the form."""

    phone: Number
    room: Number


class DutyForm(Posted):
    """Whether to go on duty ("on") or off duty, and in which room."""

    duty: Annotated[str, text(3)]
    room: Number


class TokenForm(Posted):
    """The request of a notification: the token of its alert, and the tapped key."""

    token: Annotated[str, text(500, strip=False)]
    how: Annotated[str, text(20, strip=False)]


@require_GET
@for_staff("tables.supervise")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show whether this phone rings, with the keys that change it."""
    return _page(request, staff)


def _page(request: HttpRequest, staff: Staff, refusal: Refusal | None = None) -> HttpResponse:
    room, rooms = selected_room(request, staff)
    now = timezone.now()
    phones = list(phones_of(staff))
    here = request.session.session_key
    this_phone = next((phone for phone in phones if phone.session_id == here), None)
    context = {
        "staff": staff,
        "room": room,
        "rooms": rooms,
        "now": now,
        "duty": duty_of(staff, room, now) if room else None,
        "others": [other for other in callable_staff(room, now) if other != staff] if room else [],
        "phones": phones,
        "this_phone": this_phone,
        "is_tested": this_phone is not None and is_test_underway(this_phone, now),
        "most_phones": MAX_PHONES,
        "public_key": public_key(now),
        "queued_calls": sorted(open_calls(room, staff), key=is_answered) if room else [],
        "refused": messages.refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "floor_ui/phone.html", context, status=status)


def _act(
    request: HttpRequest, staff: Staff, room: int | None, act: Callable[[], object]
) -> HttpResponse:
    """Run the action and return to the room's page, or show it with the refusal."""
    try:
        act()
    except Refusal as refusal:
        return _page(request, staff, refusal)
    return redirect(f"{reverse('floor:phone')}?room={room}" if room else reverse("floor:phone"))


@require_POST
@for_staff("tables.supervise")
def allow(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Let this browser show calls until its session ends."""
    form = AllowForm.read(request.POST)
    allow = partial(
        phone_allow,
        staff=staff,
        session_key=request.session.session_key or "",
        endpoint=form.endpoint,
        public_key=form.public_key,
        auth_secret=form.auth_secret,
        name=device().partition(" · ")[0][:NAME_LENGTH],
        now=timezone.now(),
    )
    return _act(request, staff, form.room, allow)


@require_POST
@for_staff("tables.supervise")
def test(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Send a test to one of the user's own phones."""
    form = PhoneForm.read(request.POST)
    now = timezone.now()
    return _act(
        request, staff, form.room, lambda: phone_test(phone=_phone(staff, form.phone), now=now)
    )


@require_POST
@for_staff("tables.supervise")
def remove(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Stop sending calls to one of the user's own phones."""
    form = PhoneForm.read(request.POST)
    now = timezone.now()
    return _act(
        request, staff, form.room, lambda: phone_remove(phone=_phone(staff, form.phone), now=now)
    )


@require_POST
@for_staff("tables.supervise")
def duty(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Go on duty in a room until the sign-in ends, or off duty."""
    form = DutyForm.read(request.POST)
    now = timezone.now()
    room = room_or_404(staff.user, form.room or 0)
    if form.duty != "on":
        return _act(request, staff, room.pk, partial(duty_end, staff=staff, room=room))
    until = ends_at(request.session) or now
    begin = partial(duty_begin, staff=staff, room=room, until=until, now=now)
    return _act(request, staff, room.pk, begin)


def _phone(staff: Staff, number: int | None) -> AlertPhone:
    """Return one of the staff member's phones. Raises `Refusal`: `no_such_phone`."""
    phone = phones_of(staff).select_related("staff").filter(pk=number or 0).first()
    if phone is None:
        raise Refusal("no_such_phone")
    return phone


@csrf_exempt  # sent by a service worker; the token identifies the phone, and other sites do not have it
@never_cache
@require_POST
def shown(request: HttpRequest) -> HttpResponse:
    """Record that a phone showed an alert."""
    now = timezone.now()
    try:
        count_phone_request(now)
        alert_shown(token=TokenForm.read(request.POST).token, now=now)
    except Refusal as refusal:
        return _refused(refusal)
    return HttpResponse(status=204)


@csrf_exempt  # as above
@never_cache
@require_POST
def answer(request: HttpRequest) -> HttpResponse:
    """Answer a call from its notification."""
    now = timezone.now()
    try:
        count_phone_request(now)
        form = TokenForm.read(request.POST)
        alert = alert_answer(
            token=form.token, how=form.how, signed_in=signed_in_staff(request), now=now
        )
    except Refusal as refusal:
        return _refused(refusal)
    return JsonResponse(msgspec.to_builtins(alert))


def _refused(refusal: Refusal) -> HttpResponse:
    """Return the sentence for the notification."""
    return JsonResponse({"text": refusal_message(refusal)}, status=http_status(refusal))


@without_amounts
@never_cache
@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the script that shows calls while no page is open."""
    return HttpResponse(SCRIPT.read_text(), content_type="text/javascript")


@without_amounts
@require_GET
def web_manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest for adding the floor to the home screen, which an iPhone needs for alerts."""
    content = {
        "name": "Floorbook floor",
        "short_name": "Floor",
        "start_url": reverse("floor:index"),
        "scope": reverse("floor:index"),
        "display": "standalone",
        "background_color": "#101418",
        "theme_color": "#101418",
        "icons": [{"src": static("dealer_ui/icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return JsonResponse(content, content_type="application/manifest+json")
