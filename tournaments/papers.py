"""Seat cards and payout slips as PDF, on 80 mm paper or A6."""

from datetime import datetime

import segno
from django.utils import timezone

from tournaments.messages import display_name, level_text
from tournaments.models import ScheduledEvent
from tournaments.rules.payouts import amounts_by_entry
from tournaments.rules.places import places
from tournaments.rules.state import Entry, SeatPosition, Tournament
from web.printing.pdf import pdf

SIZES = {"80mm": "80mm 120mm", "a6": "105mm 148mm"}


def seat_card_pdf(
    *, row: ScheduledEvent, event: Tournament, entry: Entry, url: str, size: str, now: datetime
) -> bytes:
    """Return the seat card of an entry. url: of the player's page; size: a key of `SIZES`.

    Raises `Refusal`: `no_pdf_library`.
    """
    context = {
        "row": row,
        "event": event,
        "entry": entry,
        "name": display_name(entry),
        "place": _place_of(event, entry),
        "stakes": level_text(event.plan.levels[0]),
        "size": SIZES.get(size, SIZES["80mm"]),
        "qr": segno.make(url, error="m", micro=False).svg_data_uri(scale=4, border=0),
        "now": timezone.localtime(now),
    }
    return pdf("tournaments/printing/seat_card.html", context)


def _place_of(event: Tournament, entry: Entry) -> SeatPosition | None:
    """Return the seat of an entry, the new one for a player who is to move; None for an alternate."""
    move = event.move_of(entry.number)
    if move is not None:
        return SeatPosition(move.to_table, move.to_seat)
    return entry.place if entry.status == "seated" else None


def payout_slip_pdf(
    *, row: ScheduledEvent, event: Tournament, entry: Entry, copy: bool, by: str, now: datetime
) -> bytes:
    """Return the slip of a payout. copy: it was printed before. Raises `Refusal`: `no_pdf_library`."""
    due = amounts_by_entry(event)[entry.number]
    place = places(event)[entry.number]
    context = {
        "row": row,
        "event": event,
        "entry": entry,
        "name": display_name(entry),
        "due": due,
        "place": place,
        "has_note": 0 < event.plan.slip_from <= due.amount,
        "copy": copy,
        "by": by,
        "size": SIZES["80mm"],
        "now": timezone.localtime(now),
    }
    return pdf("tournaments/printing/payout_slip.html", context)
