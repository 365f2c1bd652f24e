"""The slip of a counted drop box: its contents, the logged drop, the agents and signature lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from drop.models import DropBox, DropCount, DropResult
from poker.formatting import money
from tables.models import Table
from web.printing.pdf import pdf

NAMES = {"rake": "Rake", "jackpot": "Jackpot drop", "time": "Time"}


@dataclass(frozen=True, slots=True)
class DenominationRow:
    chip: str
    number: int
    sum: str


@dataclass(frozen=True, slots=True)
class Signer:
    """A person who signs the slip, with their function."""

    name: str
    what: str


def slip_pdf(*, result: DropResult, counts: Sequence[DropCount]) -> bytes:
    """Return a one-page PDF for a result or a correction. `counts` has the two equal counts.

    Raises `Refusal`: `no_pdf_library`.
    """
    box = result.box
    context = {
        "box": box,
        "result": result,
        "title": "Drop count correction" if result.about_id else "Drop count",
        "lines": lines(result),
        "total": money(result.total),
        "amounts": amounts(result),
        "logged": money(result.logged),
        "difference": signed(result.difference),
        "facts": facts(box),
        "signers": signers(result, counts),
        "closed": f"{_clock(result.at)} by {result.by.alias}",
    }
    return pdf("web/printing/slip.html", context)


def lines(result: DropResult) -> list[DenominationRow]:
    """Return the denominations, highest first."""
    return [
        DenominationRow(money(value), number, money(value * number))
        for value, number in result.pieces
    ]


def amounts(result: DropResult) -> list[tuple[str, str]]:
    """Return the logged drop by kind."""
    kinds = [("Rake", result.rake), ("Jackpot drop", result.jackpot), ("Time", result.time)]
    if result.box.kind:
        kinds = [(name, amount) for name, amount in kinds if name == NAMES[result.box.kind]]
    elif result.box.table.kind != Table.Kind.POKER:
        kinds = [("Buy-ins", result.buy_ins or 0)]
    return [(name, money(cents)) for name, cents in kinds]


def signed(cents: int) -> str:
    """Return an amount with its sign, such as +$3, -$3 or $0."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def facts(box: DropBox) -> list[tuple[str, str]]:
    fee = [("For", NAMES[box.kind])] if box.kind else []
    since = f"since {_clock(box.previous.taken_at)}" if box.previous else "first box"
    return [
        ("Date", f"{box.day:%A, %B %-d, %Y}"),
        ("Shift", box.shift),
        ("Table", box.table.name),
        ("Game", box.game or "No plaque"),
        ("DropBox", box.number),
        *fee,
        ("Pulled", f"{_clock(box.taken_at)} by {box.taken_by.alias}, {since}"),
    ]


def signers(result: DropResult, counts: Sequence[DropCount]) -> list[Signer]:
    """Return the people who counted, explained and corrected."""
    signers = [Signer(count.by.alias, f"counted {_clock(count.at)}") for count in counts]
    if result.about_id:
        signers.append(Signer(result.by.alias, "corrected"))
    elif result.reason:
        signers.append(Signer(result.by.alias, "explained the variance"))
    return signers


def _clock(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%b %-d %H:%M}"
