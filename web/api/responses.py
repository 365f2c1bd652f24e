"""Types shared by all responses."""

from typing import Generic, TypeVar

import msgspec

from poker.json_types import JsonObject

Item = TypeVar("Item")


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused: `code` and `facts` for programs, `detail` for people.

    rule: the rulebook clause, if any; facts: seats, amounts in the smallest unit, names.
    """

    status: int
    code: str
    detail: str
    rule: str = ""
    facts: JsonObject = {}


class Page(msgspec.Struct, Generic[Item], frozen=True):
    """A page of results. next: URL of the next page, null on the last."""

    items: list[Item]
    next: str | None


class NamedRef(msgspec.Struct, frozen=True):
    """An ID and its display name."""

    id: int
    name: str
