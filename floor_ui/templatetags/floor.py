"""Template filters for amounts, cards and clock times on the floor's pages."""

import re
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from floor_ui.map.tiles import TableTile
from floor_ui.messages import decision_text
from floor_ui.waiting_calls import waiting_html
from journal.unix_time import from_milliseconds, milliseconds
from poker.formatting import SUITS
from poker.formatting import money as said_money
from rulings.calls.models import Ruling
from staff.models import Room, Staff
from web.messages.facts import spoken

register = template.Library()
LETTERS = {glyph: letter for letter, glyph in SUITS.items()}
FACE = re.compile(f"((?:10|[2-9JQKA]))([{''.join(LETTERS)}])")


@register.filter
def faces(text: object) -> SafeString:
    """Return a sentence with its cards in the colors of their suits."""

    def colored(found: re.Match[str]) -> str:
        return f'<b class="card {LETTERS[found[2]]}">{found[1]}<i>{found[2]}</i></b>'

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
def money(cents: int | None) -> str:
    """Return an amount such as $54; "" if it was not counted."""
    return "" if cents is None else said_money(cents)


@register.filter
def format_time(moment: datetime | None) -> str:
    """Return a time such as 21:40:48 in the room's time zone."""
    return f"{timezone.localtime(moment):%H:%M:%S}" if moment else ""


@register.filter
def at_clock(milliseconds: int) -> str:
    """Return Unix milliseconds as 21:40 in the room's time zone."""
    moment = from_milliseconds(milliseconds)
    return f"{timezone.localtime(moment):%H:%M}"


@register.filter
def time_of(moment: datetime | None) -> str:
    """Return a time such as 21:40 in the room's time zone."""
    return f"{timezone.localtime(moment):%H:%M}" if moment else ""


@register.filter
def moment(at: datetime | None, now: datetime) -> str:
    """Return a time such as 21:40, with the day if it is not today: 20 Nov 21:40."""
    if at is None:
        return ""
    today = timezone.localdate(at) == timezone.localdate(now)
    return time_of(at) if today else f"{day(at)} {time_of(at)}"


@register.filter
def day(moment: datetime | None) -> str:
    """Return a date such as 21 Nov in the room's time zone."""
    return f"{timezone.localtime(moment):%b %-d}" if moment else ""


@register.filter
def lasted(seconds: int | None) -> str:
    """Return a duration such as 1:31 or 1:02:03."""
    if seconds is None:
        return ""
    hours, rest = divmod(int(seconds), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}:{left:02d}"


@register.filter
def epoch(moment: datetime | None) -> int:
    """Return Unix milliseconds for the page's counters."""
    return milliseconds(moment) if moment else 0


@register.filter
def in_the_box(tile: TableTile, now: datetime) -> int:
    """Return how many minutes the table's dealer has been in the box."""
    return tile.minutes(now)


@register.simple_tag
def waiting_calls(staff: Staff, listed: Room | None = None) -> SafeString:
    """Render the hidden list of the calls that ring on a page. listed: the room whose calls the page lists itself."""
    return mark_safe(waiting_html(staff, listed.pk if listed else 0))
