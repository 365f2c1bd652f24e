"""The desk page in fragments: each is rendered once for all desks with the same data, and sent only if it changed.

A cached fragment has no CSRF token, command id or running time; `fill_fragment` inserts them for each response.
"""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from threading import Condition
from uuid import uuid4

from cachetools import cached
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from journal.caches import DESK_PAGES
from journal.unix_time import milliseconds
from waitlist import messages
from waitlist.pages.pages import COMMAND_PLACEHOLDER, DeskPage, DeskQuery
from waitlist.pages.qr_codes import own_page
from waitlist.pages.room_snapshot import RoomSnapshot, current_room_snapshot
from waitlist.paging import CallKey, unpaged_calls
from waitlist.seat_availability import TableSeats

FRAGMENT_TEMPLATES = {
    "count": "_count",
    "games": "_games",
    "title": "_title",
    "add-fields": "_add_fields",
    "add-games": "_add_games",
    "add-local": "_local",
    "list": "_list",
    "further": "_list_footer",
    "seat": "_seat",
    "clocks": "_clocks",
    "away": "_away",
    "chain": "_chain",
    "seat-changes": "_seat_changes",
    "changes": "_changes",
}
CSRF = "{csrf}"
GAMES_KEPT = (
    64  # games whose lists of tables stay rendered, because a large room has hundreds of tables
)
# Placeholders of a cached fragment. Each begins with fixed text, which is found fast in a long page.
_TOKEN = 'name="csrfmiddlewaretoken" value="'
_COMMAND = 'name="command" value="'
_TIME = re.compile(r'<time data-(until|since)="(\d+)"></time>')


@dataclass(frozen=True, slots=True)
class PageFragment:
    """The HTML of a fragment and its fingerprint."""

    html: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A rendered desk page and its fragments by element id."""

    page: DeskPage
    parts: Mapping[str, PageFragment]


def render_page(
    request: HttpRequest, room_id: int, query: DeskQuery, *, supervises: bool
) -> RenderedPage:
    now = timezone.now()
    snapshot = current_room_snapshot(room_id, now)
    unpaged = unpaged_calls(room_id, now)
    return _render(request, snapshot, unpaged, query, supervises=supervises)


def _key(
    request: HttpRequest,
    snapshot: RoomSnapshot,
    unpaged: frozenset[CallKey],
    query: DeskQuery,
    *,
    supervises: bool,
) -> Hashable:
    return id(snapshot), unpaged, query, supervises, request.build_absolute_uri("/")


@cached(DESK_PAGES, key=_key, condition=Condition())
def _render(
    request: HttpRequest,
    snapshot: RoomSnapshot,
    unpaged: frozenset[CallKey],
    query: DeskQuery,
    *,
    supervises: bool,
) -> RenderedPage:
    page = DeskPage(snapshot, query, unpaged)
    code = own_page(request, page.picked_row.entry.token) if page.picked_row else None
    context = {
        "page": page,
        "supervises": supervises,
        "code": code,
        "csrf_token": CSRF,
        "departure_keys": _departure_keys(tuple(map(_table_key, page.tables))),
        "chain_roles": _chain_roles(tuple(page.seat_priority.roles)),
    }
    parts = {}
    for name, template in FRAGMENT_TEMPLATES.items():
        text = render_to_string(f"waitlist/{template}.html", context)
        html = "".join(line.strip() for line in text.splitlines())
        parts[name] = PageFragment(html, blake2b(html.encode(), digest_size=6).hexdigest())
    return RenderedPage(page, parts)


def _table_key(table: TableSeats) -> tuple[int, str]:
    return table.table_id, table.name


@lru_cache(maxsize=GAMES_KEPT)
def _departure_keys(tables: tuple[tuple[int, str], ...]) -> SafeString:
    """Return the links to the tables' pages, which record departures. tables: primary key and name."""
    return render_to_string("waitlist/_departure_keys.html", {"tables": tables})


@lru_cache(maxsize=GAMES_KEPT)
def _chain_roles(roles: tuple[tuple[str, str], ...]) -> SafeString:
    """Return the fields that set each table's role in the must-move chain. roles: table and role."""
    return render_to_string("waitlist/_chain_roles.html", {"roles": roles})


def fill_fragment(html: str, token: str, now: datetime) -> str:
    """Return a fragment as sent: with this browser's token, a command id per form, and times as of `now`."""
    at = milliseconds(now)

    def fill_time(match: re.Match[str]) -> str:
        kind, moment = match.groups()
        left = int(moment) - at if kind == "until" else at - int(moment)
        return f'<time data-{kind}="{moment}">{messages.countdown(left)}</time>'

    first, *others = html.split(f"{_COMMAND}{COMMAND_PLACEHOLDER}")
    filled = first + "".join(f"{_COMMAND}{uuid4()}{text}" for text in others)
    filled = filled.replace(f"{_TOKEN}{CSRF}", f"{_TOKEN}{token}")
    return _TIME.sub(fill_time, filled)
