"""Texts of baseball's extra card (S-180)."""


def which_seat(bought: str) -> str:
    """Return the question on the felt, such as "A 4 up gets a card. Tap its seat"."""
    return f"A {bought} up gets a card. Tap its seat"


def card_up(bought: str) -> str:
    """Return which upcard gets the card, such as "a 4 up"."""
    return f"a {bought} up"


def no_card_reason(seat: int, bought: str) -> str:
    return f"Seat {seat} has no {bought} up that still gets a card."
