"""The kill button, in front of the player who made the hand a kill hand (S-072)."""

from dealer_ui.screen.model import Pill
from poker.view.model import SeatView, TableView


def pills(view: TableView, seat: SeatView) -> list[Pill]:
    """Return the mark on the killer's seat during a kill hand."""
    kill = view.kill
    if not kill or not kill.on or kill.seat != seat.seat:
        return []
    text = "K" if seat.button else "KILL"  # next to the button, the name needs the space
    return [Pill(text=text, name="kill button", look="kill")]
