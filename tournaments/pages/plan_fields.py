"""Fields of the plan editor: how each is typed, shown and read."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from poker.amounts import parse_amount, typed_amount
from poker.formatting import as_sentence, smart_quotes
from poker.games import GAMES
from poker.refusal import Refusal
from tournaments.rules.plan import UNLIMITED
from web.messages.refusals import refusal_message

Kind = Literal["text", "money", "number", "choice", "flag", "chips"]
Choices = Sequence[tuple[str, str]]  # value and text
MOST_DIGITS = 12

LIMITS: Choices = (("none", "No limit"), ("pot", "Pot limit"), ("fixed", "Fixed limit"))
GAME_CHOICES: Choices = sorted(
    ((key, as_sentence(smart_quotes(game.title))) for key, game in GAMES.items()),
    key=lambda choice: choice[1].lower(),
)
ANTES: Choices = (("big_blind", "Big blind"), ("button", "Button"), ("all", "Every player"))
BREAK_ORDERS: Choices = (("highest", "Highest number first"), ("lowest", "Lowest number first"))
SEVERAL: Choices = tuple((str(count), str(count)) for count in range(1, 6))
REENTRIES: Choices = (("0", "None"), *SEVERAL, (str(UNLIMITED), "Any number"))
REBUYS: Choices = (("", "None"), *SEVERAL, (str(UNLIMITED), "Any number"))


@dataclass(frozen=True, slots=True)
class FieldType:
    """What a field holds. is_optional: a blank field means 0 or none."""

    label: str
    kind: Kind
    help: str = ""
    is_optional: bool = False
    choices: Choices = ()


@dataclass(slots=True)
class PlanField:
    """A field as the page shows it."""

    name: str
    type: FieldType
    value: str
    error: str = ""

    @property
    def is_checked(self) -> bool:
        return self.value == "yes"

    @property
    def choices(self) -> Choices:
        """Return the choices, with the stored one if the list lacks it."""
        known = self.type.choices
        if not self.value or any(value == self.value for value, _ in known):
            return known
        return (*known, (self.value, self.value))

    def read(self) -> object:
        """Return the typed value; a wrong one leaves its error at the field. Raises `Refusal`."""
        try:
            return _READERS[self.type.kind](self.value, self.type)
        except Refusal as refusal:
            self.error = refusal_message(refusal)
            raise


def shown(kind: Kind, value: object) -> str:
    """Return a value of a plan as its field shows it."""
    if kind == "money" and isinstance(value, int):
        return typed_amount(value)
    if kind == "flag":
        return "yes" if value else ""
    if kind == "chips" and isinstance(value, tuple):
        return " ".join(map(str, value))
    if kind == "number" and isinstance(value, int):
        return f"{value:,}"
    return "" if value is None else str(value)


def whole_number(text: str) -> int:
    """Return a whole number as people type it, such as 20,000. Raises `Refusal`: `plan_number`, `plan_required`."""
    if not text.strip():
        raise Refusal("plan_required")
    digits = text.strip().replace(",", "").replace(" ", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS):
        raise Refusal("plan_number", "", value=text.strip()[:20])
    return int(digits)


def chip_list(text: str) -> tuple[int, ...]:
    """Return chips that are separated by spaces or commas. Raises `Refusal`: `plan_number`."""
    return tuple(whole_number(part) for part in re.split(r"[\s,;]+", text.strip()) if part)


def _text(text: str, field_type: FieldType) -> str:
    typed = " ".join(text.split())[:60]
    if not typed and not field_type.is_optional:
        raise Refusal("plan_required")
    return typed


def _money(text: str, field_type: FieldType) -> int:
    if not text.strip() and field_type.is_optional:
        return 0
    return parse_amount(text.strip(), least=0)


def _number(text: str, field_type: FieldType) -> int:
    if not text.strip() and field_type.is_optional:
        return 0
    return whole_number(text)


def _choice(text: str, field_type: FieldType) -> str:
    values = [value for value, _ in field_type.choices]
    is_count = str(UNLIMITED) in values and text.isascii() and text.isdecimal() and len(text) < 4
    if text in values or is_count:
        return text
    raise Refusal("plan_choice")


_READERS: dict[Kind, Callable[[str, FieldType], object]] = {
    "text": _text,
    "money": _money,
    "number": _number,
    "choice": _choice,
    "flag": lambda text, field_type: text == "yes",
    "chips": lambda text, field_type: chip_list(text),
}
