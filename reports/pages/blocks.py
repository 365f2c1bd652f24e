"""The parts of a report by their names; here those without a chart."""

from collections.abc import Callable
from dataclasses import replace

from reports.figures import sheets
from reports.figures.dashboard import Dashboard, aliases
from reports.pages.called import calls, each_call, every_call
from reports.pages.drawn import (
    drop,
    drop_led,
    here,
    pace,
    pace_led,
    seats,
    series,
    share_said,
    take,
    waits,
)
from reports.pages.links import of_groups
from reports.pages.shown import NO_DRAWING, Block, Pick, block_of
from tables.models import Table


def blocks(of: Dashboard, names: tuple[str, ...]) -> tuple[Block, ...]:
    """The parts of a report by their names, in order."""
    return tuple(_MADE[name](of) for name in names)


def shifts(of: Dashboard) -> Block:
    """By shift."""
    picks = (
        Pick("shift"),
        Pick("hands"),
        Pick("pace", bold=True),
        Pick("pace_interval"),
        Pick("drop"),
        Pick("take", "$/table-h"),
    )
    return block_of("shifts", "Shifts", "", NO_DRAWING, sheets.shifts(of), picks)


def incidents(of: Dashboard) -> Block:
    """By category."""
    picks = (Pick("category"), Pick("severity"), Pick("n", bold=True))
    made = block_of("incidents", "Incidents", "", NO_DRAWING, sheets.incidents(of), picks)
    return made if of.incidents else _empty(made, "No incident was reported.")


def silences(of: Dashboard) -> Block:
    """Tablets that said nothing."""
    picks = (Pick("table"), Pick("times"), Pick("seconds", bold=True))
    made = block_of("silences", "Offline tablets", "", NO_DRAWING, sheets.silences(of), picks)
    return made if of.silences else _empty(made, "No tablet was silent.")


def hands(of: Dashboard) -> Block:
    """What became of hands: partial, misdealt, opened again."""
    picks = (
        Pick("game", kind="game"),
        Pick("hands"),
        Pick("partial"),
        Pick("partial_share", "Share", bold=True),
        Pick("partial_interval", "Interval"),
        Pick("misdeals"),
    )
    share = of.total.partial_share
    sub = f"Not followed to the end: {share_said(share)}. Opened again: {of.total.undone:,}"
    return block_of("hands", "Partial hands", sub, NO_DRAWING, sheets.pace(of), picks)


def reasons(of: Dashboard) -> Block:
    """Overrides by the reason that was chosen."""
    picks = (Pick("reason"), Pick("n", bold=True), Pick("share"), Pick("interval"))
    sheet = sheets.reasons(of)
    made = block_of("reasons", "Overrides by reason", sheet.note, NO_DRAWING, sheet, picks)
    return made if sheet.rows else _empty(made, "Nothing was overridden.")


def tables(of: Dashboard) -> Block:
    """Each table."""
    picks = (
        Pick("table"),
        Pick("hands"),
        Pick("table_hours", kind="hours"),
        Pick("pace", bold=True),
        Pick("pace_interval"),
        Pick("partial_share", "Partial"),
        Pick("misdeals"),
        Pick("seat_use"),
        Pick("drop"),
        Pick("take", "$/table-h", bold=True),
        Pick("take_interval"),
        Pick("rake_rate", "Rake/table-h", bold=True),
        Pick("rake_interval", "Interval"),
        Pick("share"),
    )
    pks = dict(Table.objects.filter(room=of.asked.room).values_list("name", "pk"))
    links = of_groups(of.asked, "table", (pks.get(str(one.key)) for one in of.tables))
    sheet = sheets.tables(of)
    made = block_of("tables", "Tables", "", NO_DRAWING, sheet, picks, 1000, (links,))
    return replace(made, wide=True)


def dealers(of: Dashboard) -> Block:
    """Each dealer with enough hands, by alias."""
    picks = (
        Pick("dealer"),
        Pick("downs"),
        Pick("hands"),
        Pick("table_hours", kind="hours"),
        Pick("pace", bold=True),
        Pick("pace_interval"),
        Pick("partial_share", "Partial"),
        Pick("misdeals"),
    )
    sheet = sheets.dealers(of)
    keys = {alias: key for key, alias in aliases().items()}
    links = of_groups(of.asked, "dealer", (keys.get(str(one.key)) for one in of.dealers))
    made = block_of("dealers", "Dealers", sheet.note, NO_DRAWING, sheet, picks, 1000, (links,))
    made = replace(made, wide=True)
    return made if of.dealers else _empty(made, "No dealer had 100 hands in these days.")


def _empty(block: Block, none: str) -> Block:
    return Block(block.key, block.title, block.sub, none=none, wide=block.wide, sheets=block.sheets)


_MADE: dict[str, Callable[[Dashboard], Block]] = {
    "pace": pace,
    "pace_led": pace_led,
    "drop": drop,
    "drop_led": drop_led,
    "waits": waits,
    "calls": calls,
    "every_call": every_call,
    "each_call": each_call,
    "here": here,
    "reasons": reasons,
    "series": series,
    "take": take,
    "seats": seats,
    "shifts": shifts,
    "incidents": incidents,
    "silences": silences,
    "hands": hands,
    "tables": tables,
    "dealers": dealers,
}
