"""An archived report as PDF and as text, built only from what is stored."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.utils import timezone

from poker.formatting import money
from poker.refusal import Refusal
from reports import chain_status
from reports.archive.content import BOX_COUNTED, BOX_LOGGED, BOXES, FINDINGS, read, value_read
from reports.export.display_values import NOTHING, NUMBERS, display, moment
from reports.figures.call_figures import (
    CALL_RATE,
    CALL_RATE_INTERVAL,
    CALLS,
    CALLS_BY_IRREGULARITY,
    OVERRIDDEN,
    OVERRIDE_INTERVAL,
)
from reports.figures.figure import Figure, Row, Sheet, SheetLayout
from reports.figures.hand_figures import (
    DROP,
    DROP_BY_GAME,
    HANDS,
    JACKPOT,
    PACE,
    PACE_BY_GAME,
    PACE_INTERVAL,
    RAKE,
    TABLE_HOURS,
    TIME,
)
from reports.figures.wait_figures import LEFT_INTERVAL, LEFT_SHARE, SEATED, WAITS
from reports.models import ArchivedReport, ReportPdf
from web.printing.pdf import pdf


@dataclass(frozen=True, slots=True)
class Headline:
    """A total at the head of a stored report."""

    layout: SheetLayout[Any, Any]
    figure: Figure[Any]
    interval: Figure[Any] | None = None
    name: str = ""  # replaces the name in the figure's definition

    @property
    def title(self) -> str:
        if self.name or self.figure.definition is None:
            return self.name
        return self.figure.definition.name


HEADLINES = (
    Headline(PACE_BY_GAME, HANDS),
    Headline(PACE_BY_GAME, TABLE_HOURS),
    Headline(PACE_BY_GAME, PACE, PACE_INTERVAL),
    Headline(DROP_BY_GAME, DROP, name="Drop, logged"),
    Headline(BOXES, BOX_COUNTED, name="Boxes, counted"),
    Headline(CALLS_BY_IRREGULARITY, CALLS, name="Floor calls"),
    Headline(CALLS_BY_IRREGULARITY, CALL_RATE, CALL_RATE_INTERVAL, name="Calls per 1,000 hands"),
    Headline(CALLS_BY_IRREGULARITY, OVERRIDDEN, OVERRIDE_INTERVAL),
    Headline(WAITS, SEATED, name="Seated from the lists"),
    Headline(WAITS, LEFT_SHARE, LEFT_INTERVAL, name="Left without a seat"),
)
# The sheets that a mail includes.
MAILED = tuple(
    layout.key for layout in (PACE_BY_GAME, DROP_BY_GAME, WAITS, CALLS_BY_IRREGULARITY, BOXES)
)
UNKNOWN = "Log verification wasn't recorded when this was stored"
_log = logging.getLogger("floorbook.reports")


@dataclass(frozen=True, slots=True)
class PrintedCell:
    text: str
    css_class: str = ""  # CSS class names


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    key: str
    title: str
    note: str
    head: tuple[PrintedCell, ...]
    rows: tuple[tuple[PrintedCell, ...], ...]
    total: tuple[PrintedCell, ...]


@dataclass(frozen=True, slots=True)
class CellDifference:
    """A cell that differs from the previous edition, with both values."""

    sheet: str
    where: str
    before: str
    after: str


def paper_of(report: ArchivedReport) -> ReportPdf | None:
    """Return the stored PDF, created first if it is missing; None if the PDF library is not installed."""
    paper = ReportPdf.objects.filter(report=report).first()
    if paper is not None:
        return paper
    try:
        content = pdf("reports/stored_paper.html", context_of(report))
    except Refusal as refusal:
        if refusal.code != "no_pdf_library":
            raise
        return None
    try:
        with transaction.atomic():
            return ReportPdf.objects.create(
                report=report,
                content=content,
                sha256=sha256(content).hexdigest(),
                made_at=timezone.now(),
            )
    except IntegrityError:  # a concurrent request stored it first
        return ReportPdf.objects.get(report=report)


def papers_make(most: int = 6) -> int:
    """Create missing PDFs, newest first; return how many. One failure does not stop the others."""
    papers = 0
    for report in ArchivedReport.objects.filter(paper=None).order_by("-pk")[:most]:
        try:
            papers += paper_of(report) is not None
        except Exception:
            _log.exception("couldn't make the PDF of %s", report)
    return papers


def context_of(report: ArchivedReport) -> dict[str, object]:
    """Return the context shared by the page's and the PDF's templates."""
    sheets = read(report.content)
    chain = chain_status.from_json(report.proof)
    heads = (chain_status.heads_sheet(chain),) if chain and chain.heads else ()
    return {
        "report": report,
        "log": log_of(report),
        "broken": bool(chain and chain.broken),
        "title": title_of(report),
        "made_at": moment(report.made_at),
        "ends": moment(report.ends_at),
        "before_made": moment(report.before.made_at) if report.before else "",
        "figures": figures_of(sheets),
        "findings": _findings(sheets),
        "parts": [
            part(sheet) for sheet in (*sheets, *heads) if sheet.rows and sheet.key not in FINDINGS
        ],
        "differences": list(differences(report)),
    }


def _findings(sheets: tuple[Sheet, ...]) -> list[PrintedSheet]:
    """Return what changed and what to look at; empty for a day, and for reports stored without them."""
    return [part(sheet) for sheet in sheets if sheet.key in FINDINGS]


def log_of(report: ArchivedReport) -> str:
    """Return one sentence about the verification of the room's logs when the report was stored."""
    chain = chain_status.from_json(report.proof)
    return chain.text if chain else UNKNOWN


def title_of(report: ArchivedReport) -> str:
    """Return the title, such as "Swing shift report"."""
    return f"{report.shift.capitalize()} shift report" if report.shift else "Day report"


def name_of(report: ArchivedReport) -> str:
    """Return the file name without extension: swing-2026-11-20-edition-2."""
    edition = f"-edition-{report.edition}" if report.edition > 1 else ""
    plain = "".join(
        letter if letter.isascii() and letter.isalnum() else "-" for letter in report.shift
    )
    return f"{plain or 'day'}-{report.day:%Y-%m-%d}{edition}"


def figures_of(sheets: tuple[Sheet, ...]) -> list[tuple[str, str, str]]:
    """Return the headline figures from the sheets' totals: name, value, and the interval or the components, or ""."""
    sheet_by_key = {sheet.key: sheet for sheet in sheets}
    figures = []
    for headline in HEADLINES:
        key = headline.figure.key
        sheet = sheet_by_key.get(headline.layout.key)
        total = _total(sheet) if sheet else {}
        if sheet is not None and key in total:  # an older edition may not have it
            ends = total.get(headline.interval.key, NOTHING) if headline.interval else NOTHING
            note = _components(headline.figure, sheet) if ends == NOTHING else f"interval {ends}"
            figures.append((headline.title, total[key], note))
    return figures


def _total(sheet: Sheet) -> dict[str, str]:
    """Return the total row as text, by column."""
    return {
        column.key: display(column.kind, value)
        for column, value in zip(sheet.columns, sheet.total or (), strict=False)
    }


def _components(figure: Figure[Any], sheet: Sheet) -> str:
    """Return the components of the drop, or for the boxes the logged total of the same boxes.

    Boxes do not follow the shift's hours, so their logged total can differ from the shift's drop.
    """
    total = dict(zip((column.key for column in sheet.columns), sheet.total or (), strict=True))
    if figure is DROP:
        parts = [(part.title.lower(), total.get(part.key)) for part in (RAKE, JACKPOT, TIME)]
        return " + ".join(f"{name} {money(sum_)}" for name, sum_ in parts if sum_)
    if figure is BOX_COUNTED:
        boxes = len(sheet.rows)
        return f"{boxes} box{'' if boxes == 1 else 'es'}, {money(total[BOX_LOGGED.key])} logged"
    return ""


def part(sheet: Sheet) -> PrintedSheet:
    """Return a sheet as text without columns too wide for the page: margins of error replace intervals."""
    margins = [column.key for column in sheet.columns if column.key.endswith("_give")]
    replaced_columns = {f"{name.removesuffix('_give')}_interval" for name in margins}
    places = [
        position
        for position, column in enumerate(sheet.columns)
        if column.key not in replaced_columns
    ]
    looks = ["n" if sheet.columns[position].kind in NUMBERS else "" for position in places]

    def row(values: Row) -> tuple[PrintedCell, ...]:
        return tuple(
            PrintedCell(display(sheet.columns[position].kind, values[position]), look)
            for position, look in zip(places, looks, strict=True)
        )

    head = tuple(
        PrintedCell(sheet.columns[position].title, look)
        for position, look in zip(places, looks, strict=True)
    )
    rows = tuple(row(line) for line in sheet.rows)
    return PrintedSheet(
        sheet.key, sheet.title, sheet.note, head, rows, row(sheet.total) if sheet.total else ()
    )


def differences(report: ArchivedReport) -> Iterator[CellDifference]:
    """Yield the differences from the previous edition as text."""
    for differ in report.differs:
        kind = differ["kind"]
        where = [display(name, value_read(name, value)) for name, value in differ["row"]]
        if not differ["sheet"]:
            yield CellDifference("More", "", "", f"{differ['after']} other figures")
            continue
        where += [differ["column"]] if differ["column"] else []
        before = display(kind, differ["before"])
        after = display(kind, differ["after"])
        if before != after:  # a change too small to show after rounding
            yield CellDifference(differ["sheet"], ", ".join(where), before, after)


def _texts(cells: tuple[PrintedCell, ...]) -> list[str]:
    return [cell.text for cell in cells if cell.text and cell.text != NOTHING]


def page_of(report: ArchivedReport) -> str:
    """Return the email as a page: what changed, the headline figures, what this edition corrects, the main tables.

    Mail programs load no style sheets, fonts or other files, so the page uses none. Other tables are in the PDF.
    """
    context = context_of(report)
    sheets = [part(sheet) for sheet in read(report.content) if sheet.rows and sheet.key in MAILED]
    return render_to_string("reports/mail.html", context | {"parts": sheets})


def words_of(report: ArchivedReport) -> str:
    """Return the text version of the email."""
    lines = [
        f"{title_of(report)}, {report.day:%a, %b %-d, %Y}, {report.room}.",
        f"Ended {moment(report.ends_at)}; stored {moment(report.made_at)}.",
    ]
    if report.before_id:
        lines.append(f"This is edition {report.edition}; it corrects edition {report.edition - 1}.")
    sheets = read(report.content)
    lines += [f"{log_of(report)}."]
    for sheet in _findings(sheets):
        lines += ["", f"{sheet.title}:", *filter(None, [sheet.note])]
        lines += [": ".join((row[0].text, ", ".join(_texts(row[1:])))) for row in sheet.rows]
    lines += [
        "",
        *(f"{name}: {value}{f' ({of})' if of else ''}" for name, value, of in figures_of(sheets)),
    ]
    if report.before_id:
        lines += ["", f"Changes from edition {report.edition - 1}:"]
        lines += [
            f"{cell.sheet}: {cell.where} {cell.before} -> {cell.after}"
            if cell.where
            else f"{cell.sheet}: {cell.after}"
            for cell in differences(report)
        ]
    return "\n".join(lines)
