"""Where a row of a report leads: to its ruling, its hand in replay, or the report of its game, table or dealer."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from reports.figures.calls import OneCall
from reports.figures.ranges import Range
from reports.pages.roles import Action


@dataclass(frozen=True, slots=True)
class Links:
    """Where the cells of a column lead, row by row ("" for nowhere), and what their reader must be allowed."""

    key: str
    who: Action
    to: tuple[str, ...]


def of_calls(asked: Range, calls: Iterable[OneCall]) -> tuple[Links, ...]:
    """The table of each to the call in replay, its number to the ruling. Who reads a shift reads both."""
    calls = list(calls)
    return (
        Links("table", "shift", tuple(_replay(asked, one) for one in calls)),
        Links("ruling", "shift", tuple(_ruling(one) for one in calls)),
    )


def of_groups(asked: Range, name: str, keys: Iterable[Any]) -> Links:
    """To the report of the same days of one game, table or dealer; "" and None have none."""
    return Links(name, "all", tuple(_narrower(asked, name, key) for key in keys))


def _replay(asked: Range, one: OneCall) -> str:
    if one.entry is None or "/" in one.table:
        return ""
    return reverse("replay:hand", args=[asked.room.pk, one.table, f"e{one.entry}"])


def _ruling(one: OneCall) -> str:
    return reverse("floor:ruling", args=[one.ruling]) if one.ruling else ""


def _narrower(asked: Range, name: str, key: Any) -> str:
    if not key or asked.first is None or asked.last is None:
        return ""
    fields = {
        "room": asked.room.pk,
        "first": asked.first.isoformat(),
        "last": asked.last.isoformat(),
        "shift": asked.shift,
        "table": asked.table,
        "game": asked.game,
        "dealer": asked.dealer,
    } | {name: key}
    said = urlencode({field: value for field, value in fields.items() if value})
    return f"{reverse('reports:report', args=['range'])}?{said}"
