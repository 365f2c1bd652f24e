"""The slip of a counted drop box: what lay in it, what the log says, who counted, lines to sign on."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from documents.pdf import pdf
from drops.models import Box, Count, Result
from rulings.wording.sayings import money


@dataclass(frozen=True, slots=True)
class Line:
    """One denomination: chip, how many, what they make."""

    chip: str
    number: int
    sum: str


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signs, and as what."""

    name: str
    what: str


def slip_pdf(*, result: Result, counts: Sequence[Count]) -> bytes:
    """One page of a result or of a correction; `counts` are the two equal ones. Refuses `no_pdf_library`."""
    box = result.box
    context = {
        "box": box,
        "result": result,
        "title": "Correction of a drop count" if result.about_id else "Drop count",
        "lines": lines(result),
        "total": money(result.total),
        "amounts": amounts(result),
        "logged": money(result.logged),
        "difference": signed(result.difference),
        "facts": facts(box),
        "signers": signers(result, counts),
        "closed": f"{_clock(result.at)} by {result.by.alias}",
    }
    return pdf("documents/slip.html", context)


def lines(result: Result) -> list[Line]:
    """The denominations, the greatest first."""
    return [Line(money(value), number, money(value * number)) for value, number in result.pieces]


def amounts(result: Result) -> list[tuple[str, str]]:
    """What the log says, by kind."""
    kinds = (("Rake", result.rake), ("Jackpot drop", result.jackpot), ("Time", result.time))
    return [(name, money(cents)) for name, cents in kinds]


def signed(cents: int) -> str:
    """+$3, -$3, $0."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def facts(box: Box) -> list[tuple[str, str]]:
    """The head of the slip."""
    since = f"since {_clock(box.previous.taken_at)}" if box.previous else "the first box"
    return [
        ("Date", f"{box.day:%A, %-d %B %Y}"),
        ("Shift", box.shift),
        ("Table", box.table.name),
        ("Game", box.game or "No plaque"),
        ("Box", box.number),
        ("Taken", f"{_clock(box.taken_at)} by {box.taken_by.alias}, {since}"),
    ]


def signers(result: Result, counts: Sequence[Count]) -> list[Signer]:
    """Who counted, who explained, who corrected."""
    who = [Signer(one.by.alias, f"counted {_clock(one.at)}") for one in counts]
    if result.about_id:
        who.append(Signer(result.by.alias, "corrected"))
    elif result.reason:
        who.append(Signer(result.by.alias, "explained the difference"))
    return who


def _clock(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%-d %b %H:%M}"
