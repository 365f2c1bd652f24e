"""What all answers are made of."""

from typing import Any, Generic, TypeVar

import msgspec

Item = TypeVar("Item")


class Problem(msgspec.Struct, frozen=True):
    """Why something was not done, for programs (`code`, `facts`) and for people (`detail`).

    rule: the clause that says so, or nothing; facts: seats, sums in the smallest unit, names.
    """

    status: int
    code: str
    detail: str
    rule: str = ""
    facts: dict[str, Any] = {}


class Page(msgspec.Struct, Generic[Item], frozen=True):
    """A piece of a list. next: the address of the next piece, null after the last."""

    items: list[Item]
    next: str | None


class Named(msgspec.Struct, frozen=True):
    """A number and the name that people know it by."""

    id: int
    name: str
