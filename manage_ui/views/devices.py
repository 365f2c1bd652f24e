"""Settings pages of tablets: create, pair, check and revoke them."""

import segno
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from manage_ui.forms.form_data import FormData
from manage_ui.forms.tables_and_staff import DeviceForm
from manage_ui.page_permissions import for_managers
from manage_ui.pairing_sheet import in_order, pdf_response, print_codes, unpaired
from manage_ui.room_choice import RoomChoice, selected_room
from manage_ui.settings_page import AddPage, page, redirect_to_setting
from staff.audit.recording import record
from staff.staff_rooms import rooms_of
from tables.models import Device
from tables.natural_order import natural_order
from tables.pairing import CODE_LIFETIME, device_revoke, pairing_code_make
from web.guard import PageUser


@require_GET
@for_managers("devices")
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the tablets of a room."""
    rooms = selected_room(request)
    devices = Device.objects.filter(table__room=rooms.room).select_related("table__heard", "dealer")
    tablets = sorted(
        devices,
        key=lambda device: (
            device.revoked_at is not None,
            natural_order(device.table.name),
            device.pk,
        ),
    )
    return page(request, by, "devices", rooms=rooms, tablets=tablets, now=timezone.now())


class NewDevicePage(AddPage[DeviceForm]):
    """A new tablet."""

    url_name = "device-new"
    permission = "devices"
    template = "device"
    url_after = "devices"

    def __init__(self, request: HttpRequest, by: PageUser) -> None:
        super().__init__(request, by)
        self.rooms: RoomChoice = selected_room(request)

    def form(self, stored: None, data: FormData = None) -> DeviceForm:
        return DeviceForm(data, room=self.rooms.room)


@require_POST
@for_managers("devices")
def code(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Show a new pairing code. It can be shown only once, because only its hash is stored.

    The QR code has the code in the URL fragment, which browsers do not send to the server.
    """
    device = get_object_or_404(_devices(by).select_related("table__room"), pk=pk)
    pairing_code = pairing_code_make(device=device, now=timezone.now())
    record(by, "code_made", now=timezone.now(), about=device, table=device.table_id)
    url = request.build_absolute_uri(f"/tablet/#pair={pairing_code}")
    image = segno.make(url, error="m", micro=False).svg_data_uri(
        scale=5, border=3, dark="#101418", light="#fff"
    )
    rooms = RoomChoice(device.table.room, list(rooms_of(by.user)))
    minutes = int(CODE_LIFETIME.total_seconds() // 60)
    return page(
        request,
        by,
        "code",
        rooms=rooms,
        device=device,
        code=f"{pairing_code[:5]} {pairing_code[5:]}",
        image=image,
        minutes=minutes,
        tablet=request.build_absolute_uri(reverse("tablet")),
    )


@require_POST
@for_managers("devices")
def sheet(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Return a PDF of pairing codes for the chosen tablets, or for all that were never paired."""
    room = selected_room(request).room
    chosen = [int(pk) for pk in request.POST.getlist("tablet") if pk.isascii() and pk.isdecimal()]
    rows = Device.objects.filter(table__room=room, pk__in=chosen).select_related("table")
    devices = in_order(rows) if chosen else unpaired(room)
    content = print_codes(
        room=room, devices=devices, url_of=request.build_absolute_uri, by=by, now=timezone.now()
    )
    return pdf_response(content, "pairing-codes")


@require_POST
@for_managers("devices")
def revoke(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Revoke a tablet. It must be paired again before it can be used."""
    device = get_object_or_404(_devices(by).select_related("table"), pk=pk)
    device_revoke(device=device, now=timezone.now())
    record(by, "device_revoked", now=timezone.now(), about=device, table=device.table_id)
    messages.success(request, f"{device.name} revoked.")
    return redirect_to_setting("devices", room=device.table.room_id)


def _devices(by: PageUser) -> QuerySet[Device]:
    """Return the tablets of the manager's rooms."""
    return Device.objects.filter(table__room__in=rooms_of(by.user))
