"""Floor calls by irregularity: a row each with its dots."""

from collections import defaultdict

from django.utils.safestring import SafeString

from poker.irregular.load import group_of
from reports.charts import dots
from reports.figures import sheets
from reports.figures.calls import Calls, calls_all, facts_of
from reports.figures.dashboard import Dashboard
from reports.pages.shown import Block, Cell
from reports.writing.values import NOTHING, said

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
    Cell("Irregularity"),
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
    """By kind of trouble, as the tablet sorts irregularities; each irregularity is in the files."""
    kinds: dict[str, list[Calls]] = {}
    for one in of.calls:
        kinds.setdefault(group_of(str(one.key)), []).append(one)
    groups = [(GROUPS[name], found) for name, found in kinds.items()]
    return _block(of, groups, "Floor calls by irregularity")


def every_call(of: Dashboard) -> Block:
    """Each irregularity."""
    groups = [(sheets.irregularity(str(one.key)), [one]) for one in of.calls]
    return _block(of, groups, "Each irregularity")


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
        head=HEAD,
        rows=tuple(rows),
        total=_row(of.calls_total, "All calls", None),
        note="Per 1,000 hands, with the exact interval of a count, 95 %.",
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
    told = f"{name}: {one.n} calls, {middle}, {one.overridden} overridden."
    return dots.dots(rest, over, median=median, told=told)


def _over(one: Calls) -> str:
    if not one.proposals:
        return "no proposal" if one.n else NOTHING
    return f"{one.overridden:,} of {one.proposals:,}"
