"""A stored report on paper and in words, made of what is stored and of nothing else."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from documents.pdf import pdf
from poker.refusal import Refusal
from reports import proof
from reports.figures.sheets import Sheet
from reports.models import Paper, StoredReport
from reports.stored.content import read, value_read
from reports.writing.values import NOTHING, NUMBERS, moment, said
from rulings.wording.sayings import money

# Sheet, column, name, and the column of its interval, where it has one.
HEAD = (
    ("pace", "hands", "Hands", ""),
    ("pace", "table_hours", "Table-hours", ""),
    ("pace", "pace", "Hands per table-hour", "pace_interval"),
    ("drop", "drop", "Drop, by the log", ""),
    ("boxes", "counted", "Counted in the boxes", ""),
    ("calls", "n", "Floor calls", ""),
    ("calls", "per_1000", "Calls per 1,000 hands", "interval"),
    ("calls", "overridden", "Proposals overridden", "override_interval"),
    ("waits", "seated", "Seated from the lists", ""),
    ("waits", "walk_away", "Left without a seat", "walk_away_interval"),
)
UNKNOWN = "What was verified of the logs when this was stored was not kept yet"
_log = logging.getLogger("floorbook.reports")


@dataclass(frozen=True, slots=True)
class Cell:
    """A value in words; look: class names."""

    said: str
    look: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One sheet in words."""

    key: str
    title: str
    note: str
    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell that differs from the edition before: where, and both values."""

    sheet: str
    where: str
    before: str
    after: str


def paper_of(report: StoredReport) -> Paper | None:
    """The stored PDF, made where there is none yet; None where this machine has no library for it."""
    found = Paper.objects.filter(report=report).first()
    if found is not None:
        return found
    try:
        content = pdf("reports/stored_paper.html", context_of(report))
    except Refusal as refusal:
        if refusal.code != "no_pdf_library":
            raise
        return None
    try:
        with transaction.atomic():
            return Paper.objects.create(
                report=report,
                content=content,
                sha256=sha256(content).hexdigest(),
                made_at=timezone.now(),
            )
    except IntegrityError:  # somebody else was quicker
        return Paper.objects.get(report=report)


def papers_make(most: int = 6) -> int:
    """Make the PDFs that are missing, the newest first; how many. One that cannot be made keeps none of the others."""
    made = 0
    for report in StoredReport.objects.filter(paper=None).order_by("-pk")[:most]:
        try:
            made += paper_of(report) is not None
        except Exception:
            _log.exception("no paper of %s", report)
    return made


def context_of(report: StoredReport) -> dict[str, Any]:
    """What the templates of page and paper have."""
    found, known = read(report.content), proof.read(report.proof)
    heads = (proof.heads_sheet(known),) if known and known.heads else ()
    return {
        "report": report,
        "log": log_of(report),
        "broken": bool(known and known.broken),
        "title": title_of(report),
        "made": moment(report.made_at),
        "ends": moment(report.ends_at),
        "before_made": moment(report.before.made_at) if report.before else "",
        "figures": figures_of(found),
        "parts": [part(sheet) for sheet in (*found, *heads) if sheet.rows],
        "differs": list(differences(report)),
    }


def log_of(report: StoredReport) -> str:
    """What was proved of the room's logs when it was stored, in a sentence."""
    known = proof.read(report.proof)
    return known.line if known else UNKNOWN


def title_of(report: StoredReport) -> str:
    """Swing shift report."""
    return f"{report.shift.capitalize()} shift report" if report.shift else "Day report"


def name_of(report: StoredReport) -> str:
    """As a file: swing-2026-11-20-edition-2."""
    edition = f"-edition-{report.edition}" if report.edition > 1 else ""
    plain = "".join(one if one.isascii() and one.isalnum() else "-" for one in report.shift)
    return f"{plain or 'day'}-{report.day:%Y-%m-%d}{edition}"


def figures_of(found: tuple[Sheet, ...]) -> list[tuple[str, str, str]]:
    """The first figures: name, value, and its interval or what it is made of, or "". Totals of the sheets."""
    known = {sheet.key: sheet for sheet in found}
    made = []
    for key, column, name, interval in HEAD:
        sheet = known.get(key)
        total = _total(sheet) if sheet else {}
        if sheet is not None and column in total:  # an older edition may not have it
            ends = total.get(interval, NOTHING)
            beside = _made_of(column, sheet) if ends == NOTHING else f"interval {ends}"
            made.append((name, total[column], beside))
    return made


def _total(sheet: Sheet) -> dict[str, str]:
    """The last row in words, by column."""
    return {
        column.key: said(column.kind, value)
        for column, value in zip(sheet.columns, sheet.total or (), strict=False)
    }


def _made_of(column: str, sheet: Sheet) -> str:
    """Of the drop its parts; of the boxes what the log says of the same boxes, which are not of the shift's hours."""
    total = dict(zip((one.key for one in sheet.columns), sheet.total or (), strict=True))
    if column == "drop":
        parts = [(name, total.get(name)) for name in ("rake", "jackpot", "time")]
        return " + ".join(f"{name} {money(sum_)}" for name, sum_ in parts if sum_)
    if column == "counted":
        boxes = len(sheet.rows)
        return f"{boxes} box{'' if boxes == 1 else 'es'}, {money(total['logged'])} by the log"
    return ""


def part(sheet: Sheet) -> Part:
    """A sheet in words, without the columns for which a page is too narrow; of ± and interval the shorter one."""
    gives = [column.key for column in sheet.columns if column.key.endswith("_give")]
    told = {f"{name.removesuffix('_give')}_interval" for name in gives}
    places = [place for place, column in enumerate(sheet.columns) if column.key not in told]
    looks = ["n" if sheet.columns[place].kind in NUMBERS else "" for place in places]

    def row(values: tuple[Any, ...]) -> tuple[Cell, ...]:
        return tuple(
            Cell(said(sheet.columns[place].kind, values[place]), look)
            for place, look in zip(places, looks, strict=True)
        )

    head = tuple(
        Cell(sheet.columns[place].title, look) for place, look in zip(places, looks, strict=True)
    )
    rows = tuple(row(one) for one in sheet.rows)
    return Part(
        sheet.key, sheet.title, sheet.note, head, rows, row(sheet.total) if sheet.total else ()
    )


def differences(report: StoredReport) -> Iterator[Difference]:
    """What differs from the edition before, in words."""
    for one in report.differs:
        kind = one["kind"]
        where = [said(name, value_read(name, value)) for name, value in one["row"]]
        if not one["sheet"]:
            yield Difference("And more", "", "", f"{one['after']} other figures")
            continue
        where += [one["column"]] if one["column"] else []
        before, after = said(kind, one["before"]), said(kind, one["after"])
        if before != after:  # alike in words: the data has it
            yield Difference(one["sheet"], ", ".join(where), before, after)


def words_of(report: StoredReport) -> str:
    """As a mail says it."""
    lines = [
        f"{title_of(report)}, {report.day:%a %-d %b %Y}, {report.room}.",
        f"Over at {moment(report.ends_at)}; stored at {moment(report.made_at)}.",
    ]
    if report.before_id:
        lines.append(
            f"This is edition {report.edition}: something was corrected since edition {report.edition - 1}."
        )
    lines += [f"{log_of(report)}."]
    lines += [
        "",
        *(
            f"{name}: {value}{f' ({of})' if of else ''}"
            for name, value, of in figures_of(read(report.content))
        ),
    ]
    if report.before_id:
        lines += ["", f"What differs from edition {report.edition - 1}:"]
        lines += [
            f"{one.sheet}: {one.where} {one.before} -> {one.after}" if one.where else f"{one.sheet}: {one.after}"
            for one in differences(report)
        ]  # fmt: skip
    return "\n".join(lines)
