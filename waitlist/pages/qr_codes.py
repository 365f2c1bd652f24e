"""QR codes of players' own pages and of the page to join by phone, rendered by segno as SVG."""

from dataclasses import dataclass

import segno
from django.http import HttpRequest
from django.urls import reverse


@dataclass(frozen=True, slots=True)
class PlayerPageLink:
    """The page's URL, and its QR code as an image URL."""

    url: str
    image: str


def own_page(request: HttpRequest, token: str) -> PlayerPageLink | None:
    """Return the page link of an entry with this token; None for entries from before these pages existed."""
    if not token:
        return None
    url = request.build_absolute_uri(reverse("line:page", args=[token]))
    return PlayerPageLink(url=url, image=qr_image(url))


def join_url(request: HttpRequest, room_id: int) -> str:
    """Return the address of the public page to join a list."""
    return request.build_absolute_uri(reverse("join:room", args=[room_id]))


def qr_image(url: str) -> str:
    """Return the QR code of an address as an image URL, black on white."""
    code = segno.make(url, error="m", micro=False)
    return code.svg_data_uri(scale=4, border=3, dark="#101418", light="#fff")
