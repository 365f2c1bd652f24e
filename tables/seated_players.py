"""The present seats of players, for lists that warn before a seat is offered."""

from poker.view.model import read_occupants
from tables.models import Table


def seats_taken() -> dict[str, str]:
    """Return "T3 seat 5" by the key of each seated player, in all rooms."""
    views = Table.objects.order_by("pk").values_list("name", "stream__view__seats")
    return {
        seat.player: f"{name} seat {seat.seat}"
        for name, seats in views
        for seat in read_occupants(seats)
        if seat.player
    }
