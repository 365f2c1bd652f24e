"""The warning at "Add player" while the room is closed."""

from datetime import datetime
from hashlib import blake2b

from django.utils import timezone
from django.utils.html import format_html

from tables.opening_hours import opening_state
from waitlist import messages
from waitlist.pages.page_fragments import PageFragment


def closed_fragment(hours: str, now: datetime) -> PageFragment:
    """Return the warning as a fragment of the page, empty while the room is open. It changes with the clock."""
    state = opening_state(timezone.localtime(now), hours)
    html = ""
    if not state.is_open:
        text = messages.opening_text(state, now)
        html = format_html(
            '<p class="warned">The room is closed. {}. Tell a player who is on the way.</p>', text
        )
    return PageFragment(html, blake2b(html.encode(), digest_size=6).hexdigest())
