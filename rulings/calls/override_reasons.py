"""Reasons for overriding a proposal, and how to recognize them at the start of a ruling's text."""

OTHER = "other"
REASONS = (
    ("facts differ", "Facts differ"),
    ("best interest of the game, fairness", "Best interest, fairness"),
    ("house exception", "House exception"),
    (OTHER, "Other"),
)


def reason_of(text: str) -> str:
    """Return the reason in a ruling's text, such as "facts differ: the river was seen"; `OTHER` for free text."""
    begins = text.partition(":")[0]
    return begins if begins in dict(REASONS) else OTHER
