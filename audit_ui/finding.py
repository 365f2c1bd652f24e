"""Acts and entries of the logs in one list, newest first. Commands and rulings are read where they are, in the logs."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Any, TypeVar

from django.db.models import Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Replace

from audit.models import Act
from audit.verbs import VERBS
from audit_ui.asked import Asked, Place
from audit_ui.people import Names
from journal.models import Entry

Row = TypeVar("Row", Act, Entry)
ACT, ENTRY = 1, 0  # of two at one moment the act is above
A_PAGE = 50
MOST = 10_000  # lines of one file
MOST_LETTERS = 300
TOLD, NOTHING = ("event", "at"), (None, "", False)  # said elsewhere in the line, or not worth it


# An event's name as the list says it: seat.taken is "seat taken".
SAID = Replace(Replace("name", Value("."), Value(" ")), Value("_"), Value(" "))


@dataclass(frozen=True, slots=True)
class Change:
    """One value before and after; "" where there is none."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list, in words."""

    at: datetime
    who: str
    key: str
    what: str
    about: str
    where: str
    device: str
    refused: bool
    changes: tuple[Change, ...]
    detail: str
    place: Place


def found(asked: Asked, limit: int = A_PAGE) -> tuple[list[Line], Place | None]:
    """The lines of a page, and after which the next begins; None where there is none."""
    rows: list[tuple[datetime, int, int, Act | Entry]] = []
    if asked.what != "log":
        rows += [(one.at, ACT, one.pk, one) for one in _newest(_acts(asked), "who", asked, limit)]
    if asked.what in ("", "log"):
        entries = _newest(_entries(asked), "actor", asked, limit)
        rows += [(one.at, ENTRY, one.pk, one) for one in entries]
    rows.sort(key=lambda row: row[:3], reverse=True)
    names = Names(row for *_, row in rows[:limit])
    lines = [
        _of_act(row, names) if isinstance(row, Act) else _of_entry(row, names)
        for *_, row in rows[:limit]
    ]
    return lines, lines[-1].place if len(rows) > limit else None


def _newest(rows: QuerySet[Row], by: str, asked: Asked, limit: int) -> Iterator[Row]:
    """At least so many and one more, where there are; by each key alone: an index has its rows in their order."""
    if not asked.who:
        yield from rows[: limit + 1]
        return
    for key in dict.fromkeys([*keys_of(asked.who), asked.who]):
        yield from rows.filter(**{by: key})[: limit + 1]


def _acts(asked: Asked) -> QuerySet[Act]:
    rows = Act.objects.filter(_within(asked, ACT)).order_by("-at", "-id")
    if asked.what in VERBS:
        rows = rows.filter(verb=asked.what)
    if asked.what == "refused":
        rows = rows.filter(outcome=Act.Outcome.REFUSED)
    if asked.table:
        rows = rows.filter(table=asked.table)
    if asked.device:
        rows = rows.filter(device__icontains=asked.device)
    if asked.words:
        texts = {name: Cast(name, TextField()) for name in ("before", "after")}
        rows = rows.annotate(was=texts["before"], by_now=texts["after"]).filter(
            Q(reason__icontains=asked.words)
            | Q(about_name__icontains=asked.words)
            | Q(was__icontains=asked.words)
            | Q(by_now__icontains=asked.words)
        )
    return rows


def _entries(asked: Asked) -> QuerySet[Entry]:
    """The first entry of each command: what follows from it is beside it in the log."""
    rows = Entry.objects.filter(_within(asked, ENTRY), index=0).order_by("-at", "-id")
    if asked.table:
        rows = rows.filter(stream_id=asked.table)
    if asked.device:
        rows = rows.filter(device__icontains=asked.device)
    if asked.words:
        rows = rows.annotate(said=SAID).filter(
            Q(said__icontains=asked.words) | Q(data__icontains=asked.words)
        )
    return rows.select_related("stream").defer("stream__state", "stream__view")


def _within(asked: Asked, rank: int) -> Q:
    """The range, and what comes after the page before."""
    within = Q(at__gte=asked.since, at__lt=asked.until)
    after = asked.after
    if after is None:
        return within
    if rank > after.rank:
        return within & Q(at__lt=after.at)
    same = Q(at=after.at) if rank < after.rank else Q(at=after.at, id__lt=after.pk)
    return within & Q(at__lte=after.at) & (Q(at__lt=after.at) | same)


def keys_of(text: str) -> list[str]:
    """Whoever has this alias, badge or user name, as the log names people; keys stand for themselves."""
    return Names.keys(text)


def _of_act(act: Act, names: Names) -> Line:
    before, after = act.before or {}, act.after or {}
    changes = tuple(
        Change(_said(name), _shown(before.get(name)), _shown(after.get(name)))
        for name in dict.fromkeys(chain(before, after))
    )
    return Line(
        at=act.at,
        who=act.alias or names.person(act.who),
        key=act.who,
        what=VERBS.get(act.verb, act.verb),
        about=act.about_name or _said(f"{act.about_kind} {act.about_key}".strip()),
        where=names.place(act.room, act.table),
        device=act.device,
        refused=act.outcome == Act.Outcome.REFUSED,
        changes=changes,
        detail=act.reason,
        place=Place(act.at, ACT, act.pk),
    )


def _of_entry(entry: Entry, names: Names) -> Line:
    return Line(
        at=entry.at,
        who=names.person(entry.actor),
        key=entry.actor,
        what=_said(entry.name.replace(".", " ")),
        about=f"entry {entry.seq}",
        where=names.stream(entry.stream_id, entry.stream.key),
        device=entry.device or "",
        refused=False,
        changes=(),
        detail=_facts(entry.data),
        place=Place(entry.at, ENTRY, entry.pk),
    )


def _facts(data: str) -> str:
    """What an entry says, as far as it fits a line; the table of a new hand is too much."""
    values = json.loads(data)
    parts = [
        f"{_said(name)} {_shown(value)}"
        for name, value in values.items()
        if name not in TOLD and not isinstance(value, dict | list) and value not in NOTHING
    ]
    text = ", ".join(parts)
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


def _said(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def walked(asked: Asked, most: int = MOST) -> Iterator[Sequence[Line]]:
    """All lines of a search page by page, no more than so many."""
    left = most
    while left > 0:
        lines, after = found(asked, min(left, 500))
        yield lines
        left -= len(lines)
        if after is None:
            return
        asked = replace(asked, after=after)


def rows_of(lines: Iterable[Line]) -> Iterator[tuple[str, ...]]:
    """Lines as rows of a file; times in UTC."""
    for line in lines:
        before = "; ".join(f"{one.name}: {one.before}" for one in line.changes if one.before)
        after = "; ".join(f"{one.name}: {one.after}" for one in line.changes if one.after)
        yield (
            line.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            line.who,
            line.key,
            line.what,
            "refused" if line.refused else "done",
            line.about,
            line.where,
            line.device,
            before,
            after,
            line.detail,
        )


HEAD = (
    *("time (UTC)", "who", "key", "what", "outcome", "about", "where", "device"),
    *("before", "after", "detail"),
)
