"""Joining by phone at the desk: the requests that wait for confirmation, and the sheet for the wall."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_GET

from players.models import Player
from poker.refusal import Refusal
from staff.aliases import canonical_alias
from staff.models import Room, Staff
from waitlist import messages
from waitlist.joining import (
    join_request_confirm,
    join_request_refuse,
    join_requests_of_network_refuse,
    owners_of_number,
    phone_of,
    waiting_requests,
)
from waitlist.models import JoinRequest
from waitlist.pages.page_fragments import CSRF, PageFragment
from waitlist.pages.pages import DeskPage
from waitlist.pages.qr_codes import join_url, qr_image
from web.guard import for_staff
from web.posted import Posted, choice, number
from web.printing.pdf import pdf

ACTS: dict[str, Callable[..., object]] = {
    "confirm": join_request_confirm,
    "refuse": join_request_refuse,
    "refuse_network": join_requests_of_network_refuse,
}
MANY = 3  # open requests of one network, from which the desk can refuse all of them with one key
LAST_DIGITS = 4  # digits of a number: enough to compare, too few to call


class JoiningForm(Posted):
    """A request and the desk's decision."""

    request: Annotated[int, number(18)]
    decide: Annotated[
        str,
        choice(("confirm", "refuse", "refuse_network"), Refusal("unknown_ask", "", name="joining")),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRow:
    """A request at the desk.

    note: what to check before confirming, "" for nothing; same: number of requests from its network, 0 if few.
    """

    pk: int
    name: str
    at: str
    phone: str  # "…0142", "" for none
    games: list[str]
    note: str
    same: int


def joining_fragment(page: DeskPage, now: datetime) -> PageFragment:
    """Return the waiting requests as a fragment of the desk's page; empty if there are none."""
    requests = waiting_requests(page.snapshot.room_id, now)
    networks = Counter(request.network_key for request in requests if request.network_key)
    rows = [
        _row(request, page.snapshot.short_titles, networks[request.network_key])
        for request in requests
    ]
    context = {"page": page, "requests": rows, "csrf_token": CSRF}
    text = render_to_string("waitlist/_joining.html", context)
    html = "".join(line.strip() for line in text.splitlines())
    return PageFragment(html, blake2b(html.encode(), digest_size=6).hexdigest())


def decide(request: HttpRequest, staff: Staff, room: int) -> None:
    """Confirm or refuse a request as the desk. Raises `Refusal` as the actions do."""
    form = JoiningForm.read(request.POST)
    now = timezone.now()
    act = ACTS[form.decide]
    act(request_id=form.request, room_id=room, actor=staff.key, now=now)


def _row(request: JoinRequest, titles: dict[str, str], of_network: int) -> RequestRow:
    phone = phone_of(request)
    return RequestRow(
        pk=request.pk,
        name=request.name,
        at=messages.format_time(request.made_at),
        phone=f"…{phone[-LAST_DIGITS:]}" if phone else "",
        games=[titles.get(key, key) for key in request.games],
        note=_note(request, phone),
        same=of_network if of_network >= MANY else 0,
    )


def _note(request: JoinRequest, phone: str) -> str:
    """Return the owners of the name and the number, so that the desk checks who is there."""
    player = Player.objects.filter(alias_key=canonical_alias(request.name)).first()
    others = [owner.alias for owner in owners_of_number(phone) if owner != player]
    if others:
        return f"This number is on file for {others[0]}."
    if player is None:
        return "New player."
    if phone and player.phone and player.phone != phone:
        return f"On file, with another number, …{player.phone[-LAST_DIGITS:]}."
    return "On file."


@require_GET
@for_staff("tables.keep_lists", area="desk")
def sheet(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Return the sheet for the wall, with the QR code of the page to join, as a PDF."""
    selected = get_object_or_404(Room, pk=room)
    if not selected.joins_by_phone:
        raise Refusal("join_off")
    url = join_url(request, room)
    context = {"room": selected.name, "url": url, "qr": qr_image(url)}
    answer = HttpResponse(pdf("waitlist/join_sheet.html", context), "application/pdf")
    answer["Content-Disposition"] = 'inline; filename="join.pdf"'
    return answer
