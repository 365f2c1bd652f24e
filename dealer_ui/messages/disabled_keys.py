"""Why a key of MORE does nothing now, and when it would."""

from rulings.messages.formatting import smart_quotes

FIRST = "Someone is already in, or no hand is dealt."
DISABLED_REASONS = {
    "Skip ahead": "Skip ahead needs a hand in progress with streets to come.",
    "Next hand": "The table is closed. Open it first.",
    "Cards": "Enter cards during a hand.",
    "Count pot": "The log has the pot, or no hand is in progress.",
    "Check or call": "No seat has a check or call to make.",
    "First in, raises": FIRST,
    "First in, calls": FIRST,
    "Straddle": "Straddle between hands, if the plaque allows it.",
    "Short post": "Short post before the first action of the hand.",
    "Draw button": "Draw for the button between hands, table open.",
    "Verbal": "Log a verbal during a hand.",
    "Log detail": "Change log detail between hands, table open.",
    "Open or close": "Close the table between hands.",
    "Time": "Collect time between hands, if the plaque has it.",
    "Any amount": "Any amount: heads-up pot limit only, if the house allows.",
    "Upcards": "No upcards to enter now.",
    "Deck count": "Count the deck during a stud betting round.",
    "Who is first": "Name who's first before any action on the round.",
    "Buy card": "No seat can buy a card now.",
}
OTHER = "Doesn't apply now."


def disabled_reason(text: str) -> str:
    """Return the reason for a key by its text."""
    return smart_quotes(DISABLED_REASONS.get(text, OTHER))


def sitting(players: int) -> str:
    """Return why a table cannot be closed: so many seats are taken."""
    sit = "1 player is" if players == 1 else f"{players} players are"
    return smart_quotes(f"{sit} still seated. Clear the table first, then close it.")
