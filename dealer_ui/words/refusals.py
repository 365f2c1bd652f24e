"""A refusal as a sentence that a dealer understands, with what to do; one for every code."""

from typing import Protocol


class Refused(Protocol):
    """What a sentence needs of `poker.refusal.Refusal`."""

    code: str
    rule: str
    facts: dict[str, object]


def citation(rule: str) -> str:
    """The rule as printed on the right of the caption: "Rule S-081", "House rule H-03"."""
    if not rule:
        return ""
    return f"House rule {rule}" if rule.startswith("H-") else f"Rule {rule}"


def refusal(refused: Refused) -> str:
    """The sentence."""
    return f"Not recorded ({refused.code})."
