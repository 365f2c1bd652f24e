"""The seats of tables' views, decoded only as far as lists of many tables read them.

A seat in a view has some fifty fields, most of them for the hand in progress. A list reads five.
"""

from typing import TypedDict

import msgspec
from django.db.models import TextField
from django.db.models.functions import Cast

from poker.view.model import OccupantView, read_occupants


class _StoredSeat(TypedDict, total=False):
    """The fields that are decoded."""

    seat: int
    player: str
    name: str
    lock: dict[str, object] | None
    state: str


_DECODER = msgspec.json.Decoder(list[_StoredSeat] | None)


def seats_text() -> Cast:
    """Return the column with the seats of a table's view as text, for `decode_seats`."""
    return Cast("stream__view__seats", TextField())


def decode_seats(text: str | None) -> list[OccupantView]:
    """Return the seats of a view; none if the table has no view yet."""
    return read_occupants(_DECODER.decode(text) if text else None)
