"""Why a proposal was overridden: reasons that the floor offers, and which of them a ruling's text begins with."""

OTHER = "other"
REASONS = (
    ("facts differ", "Facts differ"),
    ("best interest of the game, fairness", "Best interest, fairness"),
    ("house exception", "House exception"),
    (OTHER, "Other"),
)


def chosen(text: str) -> str:
    """The reason of a ruling's text, such as "facts differ: the river was seen"; `OTHER` for words of its own."""
    begins = text.partition(":")[0]
    return begins if begins in dict(REASONS) else OTHER
