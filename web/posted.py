"""Values of a POST, read into a struct. The first wrong value refuses the whole request by its code.

Settings pages use Django's forms, which show an error at each field. Pages that answer with one sentence use these
structs. A field's annotation has the function that reads its text: a text is cut to its maximum length, a malformed
number is replaced by a fixed one, and a missing field is empty.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Annotated, Any, Self, TypedDict, TypeVar, get_type_hints
from uuid import uuid4

import msgspec
from django.core.exceptions import BadRequest
from django.http import QueryDict
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from poker.amounts import parse_amount
from poker.refusal import Refusal

Value = TypeVar("Value")
Parser = Callable[
    [str], Value
]  # parser of a text, which is "" if the field is missing; may raise `Refusal`
Reader = Callable[[QueryDict, str], Value]  # reader of the field with this name


class Posted(msgspec.Struct):
    """The values of a POST: `amount: Annotated[int, amount(least=1)]`."""

    @classmethod
    def read(cls, posted: QueryDict) -> Self:
        """Return the values. Other fields are ignored.

        Raises the `Refusal` of the first wrong field. Raises BadRequest for a NUL, which no page sends.
        """
        return cls(**{name: reader(posted, name) for name, reader in _readers(cls).items()})


@cache
def _readers(struct: type[Posted]) -> dict[str, Reader[Any]]:
    hints = get_type_hints(struct, include_extras=True)
    return {name: _reader(hints[name].__metadata__[0]) for name in struct.__struct_fields__}


def _reader(how: "Parser[Any] | _MultiReader") -> Reader[Any]:
    """Return the reader of a field: one that takes several texts, or one that passes a single text to a parser."""
    if isinstance(how, _MultiReader):
        return how.read
    return lambda posted, name: how(_checked(posted.get(name, "")))


def _checked(text: str) -> str:
    if "\0" in text:
        raise BadRequest("A field has a NUL.")
    return text


@dataclass(frozen=True, slots=True)
class _MultiReader:
    """Reads a field that a page may send several times or not at all."""

    read: Reader[Any]


def every(parse: Parser[Value]) -> _MultiReader:
    """Read a list: all values of a field that a page sends several times, in order."""

    def read(posted: QueryDict, name: str) -> list[Value]:
        return [parse(_checked(text)) for text in posted.getlist(name)]

    return _MultiReader(read)


def keyed(parse: Parser[Value], keys: Collection[str] | None = None) -> _MultiReader:
    """Read a dictionary: the fields whose names are `NAME-KEY`, such as `share-4`, by key.

    Keys that are not in `keys` are ignored, and the others are in its order. If it is None, every key is accepted.
    """

    def read(posted: QueryDict, name: str) -> dict[str, Value]:
        prefix = f"{name}-"
        texts = {
            field.removeprefix(prefix): posted.get(field, "")
            for field in posted
            if field.startswith(prefix)
        }
        return {
            key: parse(_checked(texts[key]))
            for key in (texts if keys is None else keys)
            if key in texts
        }

    return _MultiReader(read)


def if_posted(parse: Parser[Value]) -> _MultiReader:
    """Read a value; None if the page has no such field."""

    def read(posted: QueryDict, name: str) -> Value | None:
        return parse(_checked(posted.get(name, ""))) if name in posted else None

    return _MultiReader(read)


def text(
    longest: int | None = None, *, missing: Refusal | None = None, strip: bool = True
) -> Parser[str]:
    """Read a text that is cut to `longest` characters. `missing` is the refusal of an empty text."""

    def parse(typed: str) -> str:
        cut = (typed.strip() if strip else typed)[:longest]
        if missing and not cut:
            raise missing.with_facts()  # a new refusal, because `missing` is shared
        return cut

    return parse


def line(longest: int | None = None, *, missing: Refusal | None = None) -> Parser[str]:
    """Read a text in which each run of white space becomes one space."""
    parse = text(longest, missing=missing)
    return lambda typed: parse(" ".join(typed.split()))


def command_id(longest: int) -> Parser[str]:
    """Read the id of a command; a new id if the page sent none."""
    parse = text(longest)
    return lambda typed: parse(typed) or str(uuid4())


def choice(values: Collection[str], refusal: Refusal) -> Parser[str]:
    """Read one of `values`. Any other value raises `refusal`."""

    def parse(typed: str) -> str:
        if typed not in values:
            raise refusal.with_facts()
        return typed

    return parse


def flag(typed: str) -> bool:
    """Read a checked box, which posts "yes"."""
    return typed == "yes"


def number(digits: int = 17, *, malformed: int = 0) -> Parser[int]:
    """Read a number of at most `digits` digits. A malformed number, which no page sends, is read as `malformed`."""
    return lambda typed: int(typed) if is_number(typed, digits) else malformed


def number_up_to(most: int) -> Parser[int]:
    """Read a number from 1 to `most`, such as a seat. Refuses with `bad_seat`."""

    def parse(typed: str) -> int:
        if not (is_number(typed, 9) and 1 <= int(typed) <= most):
            raise Refusal("bad_seat", "S-013", value=typed[:10])
        return int(typed)

    return parse


def amount(*, least: int, longest: int | None = None) -> Parser[int]:
    """Read an amount as people type it, in the smallest unit. Refuses with `not_an_amount`, even below `least`."""
    return lambda typed: parse_amount(typed.strip()[:longest], least=least)


def optional(parse: Parser[Value]) -> Parser[Value | None]:
    """Read a value; None for a blank text."""
    return lambda typed: parse(typed) if typed.strip() else None


def moment(typed: str) -> datetime | None:
    """Read a date and time in the room's time zone; None for a blank text. Refuses with `date_unreadable`."""
    if not typed.strip():
        return None
    try:
        at = parse_datetime(typed.strip())
    except ValueError:
        at = None
    if at is None:
        raise Refusal("date_unreadable", "", value=typed[:30])
    return at if timezone.is_aware(at) else timezone.make_aware(at)


# The usual kinds of fields.
Text = Annotated[str, text()]
Verbatim = Annotated[str, text(strip=False)]
OptionalText = Annotated[str | None, if_posted(text(strip=False))]
Line = Annotated[str, line()]
Flag = Annotated[bool, flag]
Number = Annotated[int, number()]
Moment = Annotated[datetime | None, moment]


@dataclass(frozen=True, slots=True)
class PolicyNumber:
    """A number of a policy, from `least` to `most`."""

    name: str
    label: str
    least: int
    most: int

    def read(self, posted: QueryDict) -> int:
        """Return the posted number. Raises `Refusal`: `policy_number`."""
        typed = posted.get(self.name, "")
        value = int(typed) if is_number(typed, 4) else -1
        if not self.least <= value <= self.most:
            raise Refusal("policy_number", "", what=self.label, least=self.least, most=self.most)
        return value


class Signature(TypedDict):
    """The badge and PIN of the person who signs."""

    badge: str
    pin: str


class Signed(Posted):
    """Values signed with badge and PIN, which are cut to their maximum lengths."""

    badge: Annotated[str, text(10)]
    pin: Annotated[str, text(8, strip=False)]

    @property
    def signature(self) -> Signature:
        return {"badge": self.badge, "pin": self.pin}


class UncutSigned(Signed):
    """Values signed with badge and PIN, where a text that is too long is a wrong badge or PIN."""

    badge: Annotated[str, text(40)]
    pin: Annotated[str, text(40, strip=False)]


def is_number(typed: str, digits: int) -> bool:
    """Return whether a text has only the digits 0 to 9, and at most `digits` of them."""
    return len(typed) <= digits and re.fullmatch("[0-9]+", typed) is not None
