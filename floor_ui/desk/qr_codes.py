"""QR codes of players' own pages, rendered by segno as SVG."""

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
    code = segno.make(url, error="m", micro=False)
    return PlayerPageLink(
        url=url, image=code.svg_data_uri(scale=4, border=3, dark="#101418", light="#fff")
    )
