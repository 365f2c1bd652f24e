"""The prizes of a mystery board as lines of a form."""

from collections.abc import Sequence
from itertools import groupby

from poker.amounts import parse_amount, typed_amount
from poker.refusal import Refusal
from promotions.rule_texts import TIMES
from promotions.rules.mystery import MOST


def prize_lines(prizes: Sequence[int]) -> str:
    """Return prizes as the form shows them, equal ones in a row with their count."""
    groups = ((prize, len(list(items))) for prize, items in groupby(prizes))
    return "\n".join(
        typed_amount(prize) if count == 1 else f"{count} {TIMES} {typed_amount(prize)}"
        for prize, count in groups
    )


def read_prizes(text: str) -> tuple[int, ...]:
    """Return the prizes of lines such as 500 and 3 x 500. Raises `Refusal`: `terms_number`, `not_an_amount`."""
    prizes: list[int] = []
    for line in text.splitlines():
        count, sign, prize = line.replace("*", TIMES).replace("x", TIMES).partition(TIMES)
        if not line.strip():
            continue
        times = _count(count) if sign else 1
        prizes.extend([parse_amount((prize if sign else line).strip(), least=1)] * times)
    return tuple(prizes)


def _count(text: str) -> int:
    """Return how many boxes have a prize, at most one more than a board has. Raises `Refusal`: `terms_number`."""
    value = text.strip()
    if not (value.isascii() and value.isdecimal() and len(value) < 7):
        raise Refusal("terms_number", "", text=value[:20])
    return min(int(value), MOST + 1)
