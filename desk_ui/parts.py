"""The desk's page in parts: each is made once for all desks that see the same, and sent only to who has another one.

A part as it is kept has no token, no number of a form and no running time; `filled` puts them in for one answer.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from uuid import uuid4

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone

from desk_ui import words
from desk_ui.codes import own_page
from desk_ui.hall import Hall, hall_now
from desk_ui.once import Once
from desk_ui.pages import COMMAND, Asked, DeskPage

PARTS = {
    "count": "_count",
    "games": "_games",
    "title": "_title",
    "add-fields": "_fields",
    "add-local": "_local",
    "list": "_list",
    "further": "_further",
    "seat": "_seat",
    "clocks": "_clocks",
    "chain": "_chain",
    "asked-for": "_asked",
    "changes": "_changes",
}
CSRF = "{csrf}"
_HOLES = re.compile(
    rf'(name="csrfmiddlewaretoken" value="){CSRF}|(name="command" value="){COMMAND}'
    r'|(<time data-(until|since)="(\d+)">)</time>'
)


@dataclass(frozen=True, slots=True)
class Part:
    """Its text, and a short sum that tells it from others."""

    html: str
    sum: str


@dataclass(frozen=True, slots=True)
class Made:
    """A page that was made, and its parts by the id of their place."""

    page: DeskPage
    parts: Mapping[str, Part]


_MADE: Once[Made] = Once(64)


def made(request: HttpRequest, room_id: int, asked: Asked, *, supervises: bool) -> Made:
    """The page that is asked for, of now."""
    hall = hall_now(room_id, timezone.now())
    origin = request.build_absolute_uri("/")
    key = (id(hall), asked, supervises, origin)
    return _MADE.get(key, lambda: _make(request, hall, asked, supervises=supervises))


def _make(request: HttpRequest, hall: Hall, asked: Asked, *, supervises: bool) -> Made:
    page = DeskPage(hall, asked)
    code = own_page(request, page.chosen.one.token) if page.chosen else None
    said = {"page": page, "supervises": supervises, "code": code, "csrf_token": CSRF}
    parts = {}
    for name, template in PARTS.items():
        text = render_to_string(f"desk_ui/{template}.html", said)
        html = "".join(line.strip() for line in text.splitlines())
        parts[name] = Part(html, blake2b(html.encode(), digest_size=6).hexdigest())
    return Made(page, parts)


def filled(html: str, token: str, now: datetime) -> str:
    """A part as it goes out: with this browser's token, a number for each form, and times as they run at `now`."""
    at = int(now.timestamp() * 1000)

    def fill(hole: re.Match[str]) -> str:
        csrf, command, time, kind, moment = hole.groups()
        if csrf:
            return f"{csrf}{token}"
        if command:
            return f"{command}{uuid4()}"
        left = int(moment) - at if kind == "until" else at - int(moment)
        return f"{time}{words.left(left)}</time>"

    return _HOLES.sub(fill, html)
