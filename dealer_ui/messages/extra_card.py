"""Texts of baseball's extra card (S-180)."""


def which_seat(bought: str) -> str:
    """Return the question on the felt: "A 4 up gets a card. Tap its seat"."""
    return f"A {bought} up gets a card. Tap its seat"


def card_up(bought: str) -> str:
    """Return what gets the card: "a 4 up"."""
    return f"a {bought} up"


def no_card_reason(seat: int, bought: str) -> str:
    """Return why a seat gets no more cards."""
    return f"Seat {seat} has no {bought} up that still gets a card."
