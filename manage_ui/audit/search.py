"""The audit search: audit events and log entries in one list, newest first."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import TypeVar

from django.db.models import Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Replace
from django.utils.timezone import localtime

from journal.models import Entry
from journal.tap_time import caveat_texts, is_late
from manage_ui.audit.log_names import NameLookup
from manage_ui.audit.query import AuditQuery, PageCursor
from staff.audit.verbs import VERBS
from staff.models import AuditEvent

Row = TypeVar("Row", AuditEvent, Entry)
# Sort ranks: among rows with the same time, the audit event comes first.
ACT = 1
ENTRY = 0
A_PAGE = 50
MAX_ROWS = 10_000  # rows of one file
FACTS_LENGTH = 300
IGNORED_FIELDS = ("event", "at")  # shown elsewhere in the row
EMPTY_VALUES = (None, "", False)  # not shown


# An event's name as the list shows it: "seat.taken" becomes "seat taken".
EVENT_LABEL = Replace(Replace("name", Value("."), Value(" ")), Value("_"), Value(" "))


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One value before and after; "" if there was none."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One row of the list, as text."""

    at: datetime
    actor: str
    key: str
    action: str
    subject: str
    location: str
    device: str
    is_refused: bool
    changes: tuple[FieldChange, ...]
    detail: str
    cursor: PageCursor


def search_events(
    query: AuditQuery, limit: int = A_PAGE
) -> tuple[list[AuditRow], PageCursor | None]:
    """Return the rows of a page, and the cursor of the next page, if any."""
    rows: list[tuple[datetime, int, int, AuditEvent | Entry]] = []
    if query.what != "log":
        rows += [(act.at, ACT, act.pk, act) for act in _newest(_acts(query), "who", query, limit)]
    if query.what in ("", "log"):
        entries = _newest(_entries(query), "actor", query, limit)
        rows += [(entry.at, ENTRY, entry.pk, entry) for entry in entries]
    rows.sort(key=lambda row: row[:3], reverse=True)
    names = NameLookup(row for *_, row in rows[:limit])
    lines = [
        _of_act(row, names) if isinstance(row, AuditEvent) else _of_entry(row, names)
        for *_, row in rows[:limit]
    ]
    return lines, lines[-1].cursor if len(rows) > limit else None


def _newest(rows: QuerySet[Row], by: str, query: AuditQuery, limit: int) -> Iterator[Row]:
    """Yield the first `limit` + 1 rows for each key of the query's person.

    Each key is queried separately, so that an index returns its rows in order.
    """
    if not query.who:
        yield from rows[: limit + 1]
        return
    for key in dict.fromkeys([*keys_of(query.who), query.who]):
        yield from rows.filter(**{by: key})[: limit + 1]


def _acts(query: AuditQuery) -> QuerySet[AuditEvent]:
    rows = AuditEvent.objects.filter(_within(query, ACT)).order_by("-at", "-id")
    if query.what in VERBS:
        rows = rows.filter(verb=query.what)
    if query.what == "refused":
        rows = rows.filter(outcome=AuditEvent.Outcome.REFUSED)
    if query.table:
        rows = rows.filter(table=query.table)
    if query.device:
        rows = rows.filter(device__icontains=query.device)
    if query.text:
        texts = {name: Cast(name, TextField()) for name in ("before", "after")}
        rows = rows.annotate(before_text=texts["before"], after_text=texts["after"]).filter(
            Q(reason__icontains=query.text)
            | Q(about_name__icontains=query.text)
            | Q(before_text__icontains=query.text)
            | Q(after_text__icontains=query.text)
        )
    return rows


def _entries(query: AuditQuery) -> QuerySet[Entry]:
    """Return the first entry of each command."""
    rows = Entry.objects.filter(_within(query, ENTRY), index=0).order_by("-at", "-id")
    if query.table:
        rows = rows.filter(stream_id=query.table)
    if query.device:
        rows = rows.filter(device__icontains=query.device)
    if query.text:
        rows = rows.annotate(event_label=EVENT_LABEL).filter(
            Q(event_label__icontains=query.text) | Q(data__icontains=query.text)
        )
    return rows.select_related("stream").defer("stream__state", "stream__view")


def _within(query: AuditQuery, rank: int) -> Q:
    """Return the condition for the range and the rows after the previous page."""
    within = Q(at__gte=query.since, at__lt=query.until)
    after = query.after
    if after is None:
        return within
    if rank > after.rank:
        return within & Q(at__lt=after.at)
    same = Q(at=after.at) if rank < after.rank else Q(at=after.at, id__lt=after.pk)
    return within & Q(at__lte=after.at) & (Q(at__lt=after.at) | same)


def keys_of(text: str) -> list[str]:
    """Return the log's keys for people with this alias, badge or user name."""
    return NameLookup.keys(text)


def _of_act(act: AuditEvent, names: NameLookup) -> AuditRow:
    before = act.before or {}
    after = act.after or {}
    changes = tuple(
        FieldChange(_label(name), _display(before.get(name)), _display(after.get(name)))
        for name in dict.fromkeys(chain(before, after))
    )
    return AuditRow(
        at=act.at,
        actor=act.alias or names.person(act.who),
        key=act.who,
        action=VERBS.get(act.verb, act.verb),
        subject=act.about_name or _label(f"{act.about_kind} {act.about_key}".strip()),
        location=names.place(act.room, act.table),
        device=act.device,
        is_refused=act.outcome == AuditEvent.Outcome.REFUSED,
        changes=changes,
        detail=act.reason,
        cursor=PageCursor(act.at, ACT, act.pk),
    )


def _of_entry(entry: Entry, names: NameLookup) -> AuditRow:
    return AuditRow(
        at=entry.at,
        actor=names.person(entry.actor),
        key=entry.actor,
        action=_label(entry.name.replace(".", " ")),
        subject=f"entry {entry.seq}",
        location=names.stream(entry.stream_id, entry.stream.key),
        device=entry.device or "",
        is_refused=False,
        changes=(),
        detail=", ".join([*_storing(entry), _facts(entry.data)]),
        cursor=PageCursor(entry.at, ENTRY, entry.pk),
    )


def _storing(entry: Entry) -> list[str]:
    """Return the entry's caveats, preceded by the time it was stored if that was long after its tap."""
    texts = caveat_texts(entry.caveat)
    if entry.stored_at is None or not is_late(entry.at, entry.stored_at):
        return texts
    return [f"stored {localtime(entry.stored_at):%b %-d, %H:%M:%S}", *texts]


def _facts(data: str) -> str:
    """Return an entry's facts as text, without nested values and cut to the length of a row."""
    values = json.loads(data)
    parts = [
        f"{_label(name)} {_display(value)}"
        for name, value in values.items()
        if name not in IGNORED_FIELDS
        and not isinstance(value, dict | list)
        and value not in EMPTY_VALUES
    ]
    text = ", ".join(parts)
    return text if len(text) <= FACTS_LENGTH else text[: FACTS_LENGTH - 1] + "…"


def _label(name: str) -> str:
    return name.replace("_", " ")


def _display(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def search_all_pages(query: AuditQuery, most: int = MAX_ROWS) -> Iterator[Sequence[AuditRow]]:
    """Yield the rows of a search page by page, up to a maximum."""
    remaining = most
    while remaining > 0:
        rows, after = search_events(query, min(remaining, 500))
        yield rows
        remaining -= len(rows)
        if after is None:
            return
        query = replace(query, after=after)


def rows_of(lines: Iterable[AuditRow]) -> Iterator[tuple[str, ...]]:
    """Yield the cells of each row of a file, under `HEAD`; times in UTC."""
    for line in lines:
        before = "; ".join(
            f"{change.name}: {change.before}" for change in line.changes if change.before
        )
        after = "; ".join(
            f"{change.name}: {change.after}" for change in line.changes if change.after
        )
        yield (
            line.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            line.actor,
            line.key,
            line.action,
            "refused" if line.is_refused else "done",
            line.subject,
            line.location,
            line.device,
            before,
            after,
            line.detail,
        )


HEAD = (
    "time (UTC)",
    "who",
    "key",
    "what",
    "outcome",
    "about",
    "where",
    "device",
    "before",
    "after",
    "detail",
)
