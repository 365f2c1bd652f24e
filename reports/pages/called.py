"""Floor calls by irregularity: a row each with its dots."""

from collections import defaultdict
from dataclasses import replace

from django.utils.safestring import SafeString

from poker.irregular.load import group_of
from reports.charts import dots
from reports.figures import sheets
from reports.figures.calls import Calls, calls_all, facts_of
from reports.figures.dashboard import Dashboard
from reports.pages.links import of_calls
from reports.pages.shown import NO_DRAWING, Block, Cell, Pick, block_of
from reports.writing.values import NOTHING, said

LISTED = 40  # calls that a page lists one by one; a file has more
GROUPS = {  # the kinds of trouble of the catalogue, in the words of the floor
    "early": "Burn or card too early",
    "exposed": "Card exposed",
    "bet": "Bet or raise dispute",
    "turn": "Acted out of turn",
    "count": "Wrong number of cards",
    "deck": "Deck, stub or muck",
    "showdown": "Showdown or award",
    "button": "Button or blinds",
    "draw": "Wrong on the draw",
    "conduct": "Conduct",
    "": "Not reported",
}
HEAD = (
    Cell("n", "n"),
    Cell("", drawn=dots.axis()),
    Cell("Per 1,000", "n"),
    Cell("Interval", "n"),
    Cell("Here p50", "n"),
    Cell("p90", "n"),
    Cell("Closed p50", "n"),
    Cell("Overridden", "n"),
)


def calls(of: Dashboard) -> Block:
    """By kind of trouble, as the tablet sorts irregularities; files have this table and that of each irregularity."""
    kinds: dict[str, list[Calls]] = {}
    for one in of.calls:
        kinds.setdefault(group_of(str(one.key)), []).append(one)
    groups = [(GROUPS[name], found) for name, found in kinds.items()]
    made = _block(of, groups, "Floor calls by kind of trouble")
    rows = [(name, calls_all(found, of.total.hands)) for name, found in groups]
    rows.sort(key=lambda row: (-row[1].n, row[0]))
    return replace(made, sheets=(sheets.calls_by_kind(of, rows), *made.sheets))


def every_call(of: Dashboard) -> Block:
    """Each irregularity."""
    groups = [(sheets.irregularity(str(one.key)), [one]) for one in of.calls]
    return _block(of, groups, "Floor calls by irregularity")


def each_call(of: Dashboard) -> Block:
    """Calls one by one, each with its hand and its ruling."""
    sheet = sheets.each_call(of)
    picks = (
        Pick("at", kind="clock" if of.asked.days == 1 else "moment"),
        Pick("table"),
        Pick("hand"),
        Pick("irregularity"),
        Pick("ruling"),
        Pick("ended"),
        Pick("reason"),
        Pick("by"),
        Pick("here"),
        Pick("closed"),
    )
    sub = "Table: the call in replay. Ruling: facts, steps and clause as they were decided"
    links = of_calls(of.asked, of.each_call)
    made = block_of("each", sheet.title, sub, NO_DRAWING, sheet, picks, LISTED, links)
    note = " ".join(filter(None, (sheet.note, made.note)))
    return replace(made, wide=True, note=note, none="Nobody called the floor.")


def _block(of: Dashboard, groups: list[tuple[str, list[Calls]]], title: str) -> Block:
    sums = [(name, found, calls_all(found, of.total.hands)) for name, found in groups]
    over = _overridden(of, [one for _, found, all_ in sums if all_.n <= dots.MOST for one in found])
    rows = [
        _row(all_, name, [seconds for one in found for seconds in over.get(str(one.key), [])])
        for name, found, all_ in sorted(sums, key=lambda row: (-row[2].n, row[0]))
    ]
    sub = "One dot a call: time until the supervisor stood at the table. Upright line: median. Diamond: overridden"
    if any(all_.n > dots.MOST for _, _, all_ in sums):
        sub += f". Over {dots.MOST} calls: their density"
    return Block(
        "calls",
        title,
        sub,
        head=(Cell(title.removeprefix("Floor calls by ").capitalize()), *HEAD),
        rows=tuple(rows),
        total=_row(of.calls_total, "All calls", None),
        note=f"Per 1,000 hands, with the exact interval of a count, 95 %. {sheets.remedied(of)}".strip(),
        none="Nobody called the floor.",
        wide=True,
        sheets=(sheets.calls(of),),
    )


def _overridden(of: Dashboard, groups: list[Calls]) -> dict[str, list[int]]:
    """Seconds of the overridden calls of those irregularities that are drawn one by one."""
    keys = [str(one.key) for one in groups if one.overridden]
    found = defaultdict[str, list[int]](list)
    if keys:
        rows = facts_of(of.asked).filter(decision="overridden", key__in=keys, here_s__isnull=False)
        for key, seconds in rows.order_by().values_list("key", "here_s"):
            found[key].append(seconds or 0)
    return found


def _row(one: Calls, name: str, over: list[int] | None) -> tuple[Cell, ...]:
    here = one.here_s
    rate = one.per_1000
    interval = said("interval", (rate.low, rate.high)) if rate.low is not None else ""
    return (
        Cell(name),
        Cell(f"{one.n:,}", "n b"),
        Cell("") if over is None else Cell("", "strip", _dots(one, name, over)),
        Cell(said("rate", rate.value), "n"),
        Cell(interval, "n quiet"),
        Cell(said("time", here.p50), "n b"),
        Cell(said("time", here.p90), "n"),
        Cell(said("time", one.closed_s.p50), "n"),
        Cell(_over(one), "n red" if one.overridden else "n"),
    )


def _dots(one: Calls, name: str, over: list[int]) -> SafeString:
    median = one.here_s.p50  # none of too few, as everywhere
    rest = list(one.here)
    for seconds in over:
        if seconds in rest:
            rest.remove(seconds)
    middle = f"median {said('time', median)}" if median is not None else "too few for a median"
    told = (
        f"{name}: {one.n} call{'' if one.n == 1 else 's'}, {middle}, {one.overridden} overridden."
    )
    return dots.dots(rest, over, median=median, told=told)


def _over(one: Calls) -> str:
    if not one.proposals:
        return "no proposal" if one.n else NOTHING
    return f"{one.against:,} of {one.proposals:,}"
