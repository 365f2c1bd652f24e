"""Template filters for amounts and cards on the floor's pages."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from floor_ui.map.tiles import TableTile
from floor_ui.messages import decision_text
from floor_ui.waiting_calls import waiting_html
from lineup.rules.plan import Push
from poker.formatting import SUITS
from rulings.calls.models import Ruling
from staff.models import Room, Staff
from web.messages.facts import spoken

register = template.Library()
LETTERS = {glyph: letter for letter, glyph in SUITS.items()}
FACE = re.compile(f"((?:10|[2-9JQKA]))([{''.join(LETTERS)}])")


@register.filter
def faces(text: object) -> SafeString:
    """Return a sentence with its cards in the colors of their suits."""

    def colored(match: re.Match[str]) -> str:
        return f'<b class="card {LETTERS[match[2]]}">{match[1]}<i>{match[2]}</i></b>'

    return mark_safe(FACE.sub(colored, escape(str(text))))


@register.filter
def stored_text(text: object) -> str:
    """Return a stored sentence with amounts formatted as money and cards as faces."""
    return spoken(str(text))


@register.filter
def decision(ruling: Ruling) -> str:
    """Return how a call was decided: accepted, overridden, held."""
    return decision_text(ruling.decision, ruling.steps)


@register.filter
def in_the_box(tile: TableTile, now: datetime) -> int:
    """Return the dealer's minutes in the box."""
    return tile.minutes(now)


@register.simple_tag
def waiting_calls(staff: Staff, listed: Room | None = None) -> SafeString:
    """Render the hidden list of the calls that ring on a page. listed: the room whose calls are on the page itself."""
    return mark_safe(waiting_html(staff, listed.pk if listed else 0))


@register.filter
def untold(tiles: Iterable[TableTile], pushes: Mapping[str, Push]) -> list[TableTile]:
    """Return the tables with a planned next dealer who has not been notified."""
    planned = ((tile, pushes.get(tile.name)) for tile in tiles)
    return [tile for tile, push in planned if push and push.inward and not push.reason]
