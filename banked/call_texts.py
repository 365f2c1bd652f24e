"""The texts of floor calls at house-banked tables (`staff.hooks`)."""

from banked.rules.irregularities import catalogue
from poker.formatting import smart_quotes

BETWEEN_ROUNDS = ("closed", "shoe", "burn", "bets")


class BankedCallTexts:
    """What `staff.hooks.CallTexts` describes."""

    def title(self, key: str) -> str:
        row = catalogue().get(key)
        return smart_quotes(row.title) if row else key.replace("_", " ")

    def place(self, number: int, step: str) -> str:
        if step not in BETWEEN_ROUNDS:
            return f"Round {number}"
        return f"After round {number}" if number else "Before the first round"


BANKED_CALLS = BankedCallTexts()
