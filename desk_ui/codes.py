"""The QR code of a player's own page, drawn by segno as SVG."""

from dataclasses import dataclass

import segno
from django.http import HttpRequest
from django.urls import reverse


@dataclass(frozen=True, slots=True)
class OwnPage:
    """Its address, and the code as an image's address."""

    url: str
    image: str


def own_page(request: HttpRequest, token: str) -> OwnPage | None:
    """The page of a name with this token; names of before there were pages have none."""
    if not token:
        return None
    url = request.build_absolute_uri(reverse("line:page", args=[token]))
    code = segno.make(url, error="m", micro=False)
    return OwnPage(
        url=url, image=code.svg_data_uri(scale=4, border=3, dark="#101418", light="#fff")
    )
