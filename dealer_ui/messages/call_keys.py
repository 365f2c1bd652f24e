"""Names of irregularities on the keys of a floor call."""

from poker.formatting import smart_quotes

# The ten keys in their positions. The first one differs in draw games; stud has no button.
GROUPS = (
    "early",
    "bet",
    "exposed",
    "deck",
    "turn",
    "count",
    "showdown",
    "button",
    "conduct",
    "come",
)
_WORDS = {
    "early": "Premature burn or card",
    "draw": "Draw error",
    "bet": "Bet or raise dispute",
    "exposed": "Card exposed",
    "deck": "Deck, stub or muck",
    "turn": "Acted out of turn",
    "count": "Wrong number of cards",
    "showdown": "Showdown or award",
    "button": "Button or blinds",
    "conduct": "Conduct",
    "come": "Come to the table",
}
NOTHING = smart_quotes("That can't apply right now. Choose another kind, or Come to the table.")
INCIDENT = smart_quotes("Player conduct: tap the seat")
_STUD = {"button": "Bring-in or first to act"}
RUNGS = (("seen", "Seen"), ("coming", "On the way"), ("arrived", "At the table"))


def groups_of(family: str) -> tuple[str, ...]:
    """Return the keys of a game family in their positions."""
    return tuple("draw" if group == "early" and family == "draw" else group for group in GROUPS)


def group_words(group: str, family: str) -> str:
    """Return the text of a key of the first page."""
    return (_STUD.get(group) if family == "stud" else None) or _WORDS[group]


def title_words(title: str) -> str:
    return smart_quotes(title)
