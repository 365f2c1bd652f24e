"""Tablets: made for a table, paired by a code that is shown once, heard of, revoked."""

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from audit.recording import record
from manage_ui.forms.others import DeviceForm
from manage_ui.guard import Manager, of_manager
from manage_ui.rooms import Rooms, place
from manage_ui.rooms import asked as rooms_asked
from manage_ui.saving import Asked, opened, weighed
from manage_ui.views.shown import carried, done, page, saving, there
from tables.models import Device, Room
from tables.pairing import CODE_LASTS, device_revoke, pairing_code_make


@require_GET
@of_manager("devices")
def index(request: HttpRequest, by: Manager) -> HttpResponse:
    """The tablets of a room's tables."""
    rooms = rooms_asked(request)
    found = Device.objects.filter(table__room=rooms.room).select_related("table__heard", "dealer")
    tablets = sorted(
        found, key=lambda one: (one.revoked_at is not None, place(one.table.name), one.pk)
    )
    return page(request, by, "devices", rooms=rooms, tablets=tablets, now=timezone.now())


@require_http_methods(["GET", "POST"])
@of_manager("devices", makes=True)
def new(request: HttpRequest, by: Manager) -> HttpResponse:
    """One more."""
    rooms = rooms_asked(request)

    def work() -> Asked:
        form = DeviceForm(request.POST, room=rooms.room)
        return saving(weighed(form, request.POST, new=True), form.save, by, "setting_added")

    asked = carried(work) if request.method == "POST" else opened(DeviceForm(room=rooms.room))
    if asked.ready:
        return done(request, asked, "devices", room=rooms.room.pk)
    return page(request, by, "device", rooms=rooms, asked=asked)


@require_POST
@of_manager("devices")
def code(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """A pairing code, on this page and nowhere else: only its hash is kept.

    The QR code has it behind a number sign, which no browser sends to a server.
    """
    found = get_object_or_404(Device.objects.select_related("table__room"), pk=pk)
    made = pairing_code_make(device=found, now=timezone.now())
    record(by, "code_made", now=timezone.now(), about=found, table=found.table_id)
    url = request.build_absolute_uri(f"/tablet/#pair={made}")
    image = segno.make(url, error="m", micro=False).svg_data_uri(
        scale=5, border=3, dark="#101418", light="#fff"
    )
    rooms = Rooms(found.table.room, list(Room.objects.order_by("name")))
    minutes = int(CODE_LASTS.total_seconds() // 60)
    return page(request, by, "code", rooms=rooms, device=found, code=f"{made[:5]} {made[5:]}", image=image,
                minutes=minutes, tablet=request.build_absolute_uri(reverse("tablet")))  # fmt: skip


@require_POST
@of_manager("devices")
def revoke(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """The tablet is unknown from now on."""
    found = get_object_or_404(Device.objects.select_related("table"), pk=pk)
    device_revoke(device=found, now=timezone.now())
    record(by, "device_revoked", now=timezone.now(), about=found, table=found.table_id)
    messages.success(request, f"{found.name} is no longer known here.")
    return there("devices", room=found.table.room_id)
