"""How values stand on the floor's pages: sums, cards, clock times."""

import re
from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from floor_ui.map.tiles import Tile
from floor_ui.words import decided
from rulings.calls.models import Ruling
from rulings.wording.facts import spoken
from rulings.wording.sayings import SUITS
from rulings.wording.sayings import money as said_money

register = template.Library()
LETTERS = {glyph: letter for letter, glyph in SUITS.items()}
FACE = re.compile(f"((?:10|[2-9JQKA]))([{''.join(LETTERS)}])")


@register.filter
def faces(text: object) -> SafeString:
    """A sentence whose cards have the colours of their suits."""

    def coloured(found: re.Match[str]) -> str:
        return f'<b class="card {LETTERS[found[2]]}">{found[1]}<i>{found[2]}</i></b>'

    return mark_safe(FACE.sub(coloured, escape(str(text))))


@register.filter
def said(text: object) -> str:
    """A stored sentence as people read it: its sums are money, its cards have faces."""
    return spoken(str(text))


@register.filter
def how(ruling: Ruling) -> str:
    """Accepted, overridden, held: how a call was decided."""
    return decided(ruling.decision, ruling.steps)


@register.filter
def money(cents: int | None) -> str:
    """$54; nothing of a sum that nobody counted."""
    return "" if cents is None else said_money(cents)


@register.filter
def clock(moment: datetime | None) -> str:
    """21:40:48, in the room's time."""
    return f"{timezone.localtime(moment):%H:%M:%S}" if moment else ""


@register.filter
def at_clock(milliseconds: int) -> str:
    """21:40 of Unix milliseconds, in the room's time."""
    moment = datetime.fromtimestamp(milliseconds / 1000, tz=UTC)
    return f"{timezone.localtime(moment):%H:%M}"


@register.filter
def time_of(moment: datetime | None) -> str:
    """21:40, in the room's time."""
    return f"{timezone.localtime(moment):%H:%M}" if moment else ""


@register.filter
def moment(at: datetime | None, now: datetime) -> str:
    """21:40, with the day where it is not today: 20 Nov 21:40."""
    if at is None:
        return ""
    today = timezone.localdate(at) == timezone.localdate(now)
    return time_of(at) if today else f"{day(at)} {time_of(at)}"


@register.filter
def day(moment: datetime | None) -> str:
    """21 Nov, in the room's time."""
    return f"{timezone.localtime(moment):%-d %b}" if moment else ""


@register.filter
def lasted(seconds: int | None) -> str:
    """1:31, or 1:02:03."""
    if seconds is None:
        return ""
    hours, rest = divmod(int(seconds), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}:{left:02d}"


@register.filter
def epoch(moment: datetime | None) -> int:
    """Unix milliseconds, for what ticks."""
    return int(moment.timestamp() * 1000) if moment else 0


@register.filter
def in_the_box(tile: Tile, now: datetime) -> int:
    """For how many minutes its dealer has dealt."""
    return tile.minutes(now)
