"""What is searched for, strictly: a range of time always, words only in a short one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from audit.verbs import VERBS
from poker.refusal import Refusal
from tables.models import Table

LOCAL = "%Y-%m-%dT%H:%M"
FIRST = timedelta(hours=24)  # what the page shows before anybody asks
LONGEST = timedelta(days=366)
LONGEST_WORDS = timedelta(days=31)  # words are looked for in every text of the range
MOST_LETTERS = 80
KINDS = {"": "everything", "log": "at tables and lists", "acts": "all else", "refused": "refused"}


@dataclass(frozen=True, slots=True)
class Place:
    """After which line the next page begins: its time, whether an act of ours (1) or the log's (0), its number."""

    at: datetime
    rank: int
    pk: int

    def __str__(self) -> str:
        return f"{self.at.timestamp():.6f}~{self.rank}~{self.pk}"


@dataclass(frozen=True, slots=True)
class Asked:
    """One search. until is not within; table: its number, 0 for all; what: a verb, a kind of `KINDS`."""

    since: datetime
    until: datetime
    who: str = ""
    what: str = ""
    table: int = 0
    device: str = ""
    words: str = ""
    after: Place | None = None

    def address(self, **other: str) -> str:
        """The question as part of an address, without the page."""
        said = {
            "since": timezone.localtime(self.since).strftime(LOCAL),
            "until": timezone.localtime(self.until).strftime(LOCAL),
            "who": self.who,
            "what": self.what,
            "table": str(self.table or ""),
            "device": self.device,
            "words": self.words,
        }
        return urlencode({name: value for name, value in {**said, **other}.items() if value})


def read(sent: Mapping[str, str], now: datetime) -> Asked:
    """What a form asks for. Refuses `bad_range`, `range_long`, `range_long_for_words`, `bad_search`."""
    until = _moment(sent, "until") or _next_minute(now)
    since = _moment(sent, "since") or until - FIRST
    if since >= until:
        raise Refusal("bad_range")
    if until - since > LONGEST:
        raise Refusal("range_long", "", days=LONGEST.days)
    words, device = _text(sent, "words"), _text(sent, "device")
    if (words or device) and until - since > LONGEST_WORDS:
        raise Refusal("range_long_for_words", "", days=LONGEST_WORDS.days)
    what = _text(sent, "what")
    if what not in KINDS and what not in VERBS:
        raise Refusal("bad_search", "", field="what")
    table, after = _table(_text(sent, "table")), _place(_text(sent, "after"))
    return Asked(since, until, _text(sent, "who"), what, table, device, words, after)


def _text(sent: Mapping[str, str], name: str) -> str:
    text = sent.get(name, "").strip()
    if len(text) > MOST_LETTERS:
        raise Refusal("bad_search", "", field=name)
    return text


def _moment(sent: Mapping[str, str], name: str) -> datetime | None:
    text = _text(sent, name)
    if not text:
        return None
    try:
        found = parse_datetime(text)
        made = timezone.make_aware(found) if found is not None and found.tzinfo is None else found
        good = made is not None and 2000 <= made.year <= 9000
    except (ValueError, OverflowError):
        good = False
    if not good:
        raise Refusal("bad_search", "", field=name)
    return made


def _next_minute(now: datetime) -> datetime:
    """The form has no seconds, and what was just done is to be in it."""
    return now.replace(second=0, microsecond=0) + timedelta(minutes=1)


def _table(text: str) -> int:
    if not text:
        return 0
    if not text.isascii() or not text.isdecimal() or len(text) > 12:
        raise Refusal("bad_search", "", field="table")
    if not Table.objects.filter(pk=int(text)).exists():
        raise Refusal("bad_search", "", field="table")
    return int(text)


def _place(text: str) -> Place | None:
    if not text:
        return None
    try:
        at, rank, pk = text.split("~")
        moment = datetime.fromtimestamp(float(at), tz=timezone.get_current_timezone())
        place = Place(moment, int(rank), int(pk))
    except (ValueError, OverflowError, OSError):
        place = None
    if place is None or place.rank not in (0, 1) or not 0 <= place.pk < 1 << 62:
        raise Refusal("bad_search", "", field="after")
    return place
