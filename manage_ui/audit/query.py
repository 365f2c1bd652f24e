"""Queries of the audit search. A query has a time range; a text search needs a short one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from poker.refusal import Refusal
from staff.audit.verbs import VERBS
from tables.models import Table

LOCAL = "%Y-%m-%dT%H:%M"
DEFAULT_RANGE = timedelta(hours=24)  # default range of the page
MAX_RANGE = timedelta(days=366)
MAX_TEXT_RANGE = timedelta(days=31)  # a text search reads every row of the range
TEXT_LENGTH = 80
KINDS = {
    "": "everything",
    "log": "tables and lists",
    "acts": "everything else",
    "refused": "refused",
}


@dataclass(frozen=True, slots=True)
class PageCursor:
    """The last row of a page; the next page begins after it."""

    at: datetime
    rank: int  # 1 for an audit event, 0 for a log entry
    pk: int

    def __str__(self) -> str:
        return f"{self.at.timestamp():.6f}~{self.rank}~{self.pk}"


@dataclass(frozen=True, slots=True)
class AuditQuery:
    """One search."""

    since: datetime
    until: datetime  # exclusive
    who: str = ""
    what: str = ""  # an audit verb, or a key of `KINDS`
    table: int = 0  # key of the table; 0 for all
    device: str = ""
    text: str = ""
    after: PageCursor | None = None

    def to_query_string(self, **other: str) -> str:
        """Return the query string of the search without its page cursor."""
        context = {
            "since": timezone.localtime(self.since).strftime(LOCAL),
            "until": timezone.localtime(self.until).strftime(LOCAL),
            "who": self.who,
            "what": self.what,
            "table": str(self.table or ""),
            "device": self.device,
            "words": self.text,
        }
        return urlencode({name: value for name, value in {**context, **other}.items() if value})


def parse_query(data: Mapping[str, str], now: datetime) -> AuditQuery:
    """Parse the search form. Raises `Refusal`: `bad_range`, `range_long`, `range_long_for_words`, `bad_search`."""
    until = _moment(data, "until") or _next_minute(now)
    since = _moment(data, "since") or until - DEFAULT_RANGE
    if since >= until:
        raise Refusal("bad_range")
    if until - since > MAX_RANGE:
        raise Refusal(
            "range_long",
            "",
            days=f"{ceil((until - since) / timedelta(days=1)):,}",
            most=f"{MAX_RANGE.days:,}",
        )
    text = _text(data, "words")
    device = _text(data, "device")
    if (text or device) and until - since > MAX_TEXT_RANGE:
        raise Refusal("range_long_for_words", "", days=MAX_TEXT_RANGE.days)
    what = _text(data, "what")
    if what not in KINDS and what not in VERBS:
        raise Refusal("bad_search", "", field="what")
    table = _table(_text(data, "table"))
    after = _cursor(_text(data, "after"))
    return AuditQuery(since, until, _text(data, "who"), what, table, device, text, after)


def _text(data: Mapping[str, str], name: str) -> str:
    text = data.get(name, "").strip()
    if len(text) > TEXT_LENGTH:
        raise Refusal("bad_search", "", field=name)
    return text


def _moment(data: Mapping[str, str], name: str) -> datetime | None:
    text = _text(data, name)
    if not text:
        return None
    try:
        moment = parse_datetime(text)
        if moment is not None and moment.tzinfo is None:
            moment = timezone.make_aware(moment)
    except (ValueError, OverflowError):
        moment = None
    if moment is None or not 2000 <= moment.year <= 9000:
        raise Refusal("bad_search", "", field=name)
    return moment


def _next_minute(now: datetime) -> datetime:
    """Return the end of the current minute: the form has no seconds, and the latest actions must be included."""
    return now.replace(second=0, microsecond=0) + timedelta(minutes=1)


def _table(text: str) -> int:
    if not text:
        return 0
    if not text.isascii() or not text.isdecimal() or len(text) > 12:
        raise Refusal("bad_search", "", field="table")
    if not Table.every.filter(pk=int(text)).exists():
        raise Refusal("bad_search", "", field="table")
    return int(text)


def _cursor(text: str) -> PageCursor | None:
    if not text:
        return None
    try:
        at, rank, pk = text.split("~")
        moment = datetime.fromtimestamp(float(at), tz=timezone.get_current_timezone())
        cursor = PageCursor(moment, int(rank), int(pk))
    except (ValueError, OverflowError, OSError):
        cursor = None
    if cursor is None or cursor.rank not in (0, 1) or not 0 <= cursor.pk < 1 << 62:
        raise Refusal("bad_search", "", field="after")
    return cursor
