"""What may have happened, as the keys of a floor call name it."""

from rulings.wording.sayings import typeset

# The ten keys in their places. On a draw the first one is another; stud has no button.
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
    "early": "Burn or card too early",
    "draw": "Wrong on the draw",
    "bet": "Bet or raise dispute",
    "exposed": "Card exposed",
    "deck": "Deck, stub or muck",
    "turn": "Acted out of turn",
    "count": "Wrong number of cards",
    "showdown": "Showdown or award",
    "button": "Button or blinds",
    "conduct": "Conduct",
    "come": "Just come",
}
NOTHING = "Nothing of this kind can happen now. Choose another kind, or Just come."
INCIDENT = typeset("A player's conduct: tap the seat")
_STUD = {"button": "Bring-in or opener"}
RUNGS = (("seen", "Seen"), ("coming", "On the way"), ("arrived", "At the table"))


def groups_of(family: str) -> tuple[str, ...]:
    """The keys of a kind of game, in their places."""
    return tuple("draw" if group == "early" and family == "draw" else group for group in GROUPS)


def group_words(group: str, family: str) -> str:
    """What a key of the first page says."""
    return (_STUD.get(group) if family == "stud" else None) or _WORDS[group]


def title_words(title: str) -> str:
    """An irregularity as its key says it."""
    return typeset(title)
