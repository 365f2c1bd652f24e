"""Why a key of MORE does nothing now: when it would."""

from rulings.wording.sayings import typeset

FIRST = "Somebody is in already, or no hand is dealt."
WHY = {
    "Skip ahead": "Skip ahead is for a hand that runs and has streets to come.",
    "Next hand": "The table is closed. Open it first.",
    "Cards": "Cards are entered while a hand runs.",
    "Count pot": "The log knows the pot, or no hand runs.",
    "Check or call": "No seat has a check or a call to make.",
    "First in, raises": FIRST,
    "First in, calls": FIRST,
    "Straddle": "A straddle is put in between hands, where the plaque has one.",
    "Short post": "A short post comes in before the first act of a hand.",
    "Draw button": "Cards for the button are drawn between hands, at an open table.",
    "Said": "Words are kept while a hand runs.",
    "Log level": "The log level changes between hands, at an open table.",
    "Open or close": "The table closes between hands.",
    "Time charge": "Time is taken between hands, where the plaque charges it.",
    "Any amount": "Any amount is agreed two-handed in pot limit, where the house plays it.",
    "Upcards": "No seat has upcards to enter now.",
    "Deck count": "The deck is counted while a round of stud is open.",
    "Who is first": "Who is first is said before the first act of a round.",
    "Buy card": "No seat may buy a card now.",
}
OTHER = "That does not apply now."


def why_idle(text: str) -> str:
    """The sentence for a key by what stands on it."""
    return typeset(WHY.get(text, OTHER))


def sitting(players: int) -> str:
    """Why a table does not close yet: so many chairs are taken."""
    sit = "1 player still sits" if players == 1 else f"{players} players still sit"
    return typeset(f"{sit} here. Everybody leaves or is moved first, then the table closes.")
