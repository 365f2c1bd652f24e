"""The first part of a shift report: what changed, what to look at, and the finding of each block."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from operator import itemgetter

from django.utils.safestring import SafeString

from drop.models import DropBox, policy_of
from poker.formatting import money
from reports.charts import svg
from reports.charts.strip import strip
from reports.export.display_values import display, percents, rounded
from reports.export.short_names import short_name
from reports.figures.call_figures import by_kind, kind_of
from reports.figures.calls import REMEDY, facts_of
from reports.figures.comparison import (
    Change,
    MeasureKey,
    ShiftChanges,
    calls_changed,
    changes_of,
    paces_changed,
)
from reports.figures.dashboard import Dashboard
from reports.figures.ranges import ReportRange
from reports.forecast.lost_seats import Cause
from reports.pages.links import calls_report, of_groups
from reports.pages.table_html import ReportBlock
from staff.permissions import Permission
from web.addresses import address

MOST_TO_LOOK_AT = 6
NOTHING_UNUSUAL = "Nothing out of the usual."
TABLES_NAMED = 2  # maximum tables named: those with the most calls of one kind
OFFLINE = timedelta(
    minutes=10
)  # an outage of one tablet this long in a shift is worth a look: a house choice


@dataclass(frozen=True, slots=True)
class _Measure:
    """The words for a figure. more, less: for the difference; most, least: for a shift above or below all earlier ones;
    good: 1 if more is good, else -1.
    """

    title: str
    shown: Callable[[float], str]
    difference: Callable[[float], str]
    more: str
    less: str
    most: str
    least: str
    good: int


def _number(value: float) -> str:
    return f"{value:,.0f}"


def _minutes(seconds: float) -> str:
    return f"{display('minutes', seconds)} min"


MEASURES: dict[MeasureKey, _Measure] = {
    "pace": _Measure(
        "Hands per table-hour",
        lambda value: display("rate", value),
        lambda value: display("rate", value),
        "more",
        "fewer",
        "Highest",
        "Lowest",
        1,
    ),
    "calls": _Measure("Floor calls", _number, _number, "more", "fewer", "Most", "Fewest", -1),
    "here": _Measure(
        "To the table, median",
        lambda value: display("time", value),
        lambda value: display("time", value),
        "slower",
        "faster",
        "Slowest",
        "Fastest",
        -1,
    ),
    "drop": _Measure(
        "Drop",
        lambda value: money(round(value)),
        lambda value: money(round(value)),
        "more",
        "less",
        "Highest",
        "Lowest",
        1,
    ),
    "wait": _Measure("Wait, median", _minutes, _minutes, "more", "less", "Longest", "Shortest", -1),
    "lost": _Measure("Lost seats", _minutes, _minutes, "more", "less", "Most", "Least", -1),
    "overridden": _Measure(
        "Proposals overridden",
        lambda value: percents(value)[0],
        lambda value: f"{100 * value:.0f} points",
        "more",
        "less",
        "Highest",
        "Lowest",
        -1,
    ),
}


@dataclass(frozen=True, slots=True)
class ChangeCard:
    """One change as shown on the page. tone: "bad", "good" or ""; icon: of the difference, or ""."""

    title: str
    value: str
    difference: str
    before: str
    note: str
    tone: str
    chart: SafeString

    @property
    def icon(self) -> str:
        """Return the mark beside an unusual figure, so that color is not the only sign."""
        return "warn" if self.tone == "bad" else ""


@dataclass(frozen=True, slots=True)
class LookAt:
    """One thing to look at, and the page with its details for readers with the permission."""

    title: str
    note: str
    url: str = ""
    permission: Permission = "reports.read_shift"


@dataclass(frozen=True, slots=True)
class ShiftFindings:
    """The part above the blocks of a shift report. why: why nothing is compared, or ""."""

    title: str
    legend: str
    why: str
    cards: tuple[ChangeCard, ...]
    to_look_at: tuple[LookAt, ...]
    nothing_to_look_at: str = NOTHING_UNUSUAL


def findings_of(
    dashboard: Dashboard, blocks: Sequence[ReportBlock], *, is_over: bool
) -> tuple[ShiftFindings, tuple[ReportBlock, ...]]:
    """Return what changed and what to look at, and the blocks with their findings as headings."""
    changed = changes_of(dashboard, is_over=is_over)
    findings = ShiftFindings(
        title=_title(changed),
        legend=_legend(changed),
        why="" if changed.changes else "No earlier shift of this weekday to compare with.",
        cards=tuple(_card(change, changed) for change in changed.changes),
        to_look_at=tuple(_to_look_at(dashboard, changed))[:MOST_TO_LOOK_AT],
    )
    return findings, tuple(_headed(block, dashboard, changed) for block in blocks)


def _title(changed: ShiftChanges) -> str:
    if changed.compared_with is not None:
        return f"What changed since the same shift a week ago, {changed.compared_with:%a, %b %-d}"
    if changed.days:
        return f"What is different from the median of {_shifts(changed)} before"
    return "What changed"


def _legend(changed: ShiftChanges) -> str:
    if not changed.changes:
        return ""
    ring = "; ring: a week ago" if changed.compared_with is not None else ""
    return f"Least usual first. Dots: the {_shifts(changed)} before{ring}"


def _shifts(changed: ShiftChanges, more: int = 0) -> str:
    """Return "8 Fridays", "1 Friday"."""
    number = len(changed.days) + more
    return f"{number} {changed.days[0]:%A}{'' if number == 1 else 's'}"


def _card(change: Change, changed: ShiftChanges) -> ChangeCard:
    measure = MEASURES[change.key]
    direction = (change.difference > 0) - (change.difference < 0)
    tone = ""
    if change.is_unusual and direction:
        tone = "good" if direction == measure.good else "bad"
    then = "a week ago" if change.is_week_ago else "usually"
    value = measure.shown(change.now)
    before = measure.shown(change.before)
    word = measure.more if direction > 0 else measure.less
    size = measure.difference(abs(change.difference))
    is_same = value == before or size == measure.difference(0)
    difference = "the same" if is_same else f"{size} {word}"
    note = _among(change, changed, measure)
    return ChangeCard(
        title=measure.title,
        value=value,
        difference=difference,
        before=before,
        note=f"{before} {then}. {note}",
        tone=tone,
        chart=strip(
            change.now,
            change.past,
            before=change.before if change.is_week_ago else None,
            color=svg.RED if tone == "bad" else svg.GREEN,
            description=f"{measure.title}: {value} among {', '.join(map(measure.shown, change.past))}.",
        ),
    )


def _among(change: Change, changed: ShiftChanges, measure: _Measure) -> str:
    if change.rank:
        word = measure.most if change.rank == "highest" else measure.least
        return f"{word} of {len(change.past) + 1} {changed.days[0]:%A}s"
    return "More than chance" if change.is_beyond_chance else "As usual"


def _to_look_at(dashboard: Dashboard, changed: ShiftChanges) -> list[LookAt]:
    report_range = dashboard.report_range
    lines = [*_boxes(report_range)]
    if changed.before is not None:
        lines = [
            *_calls(dashboard, changed.before),
            *_slow_games(dashboard, changed.before),
            *lines,
        ]
    lines += [
        LookAt(
            f"{stats.table}: tablet offline for {display('minutes', stats.seconds)} minutes",
            f"{stats.times} time{'' if stats.times == 1 else 's'}",
        )
        for stats in dashboard.silences
        if stats.seconds >= OFFLINE.total_seconds()
    ]
    return lines


def _calls(now: Dashboard, before: Dashboard) -> list[LookAt]:
    """Return the kinds of calls that became more frequent, with the tables that had the most of them."""
    lines = []
    for name, stats, other in calls_changed(by_kind(now), by_kind(before), before.total.hands):
        keys = [stats.key for stats in now.calls if kind_of(stats.key) == name]
        facts = facts_of(now.report_range).exclude(decision=REMEDY).filter(key__in=keys)
        tables = Counter(facts.values_list("table__name", flat=True)).most_common(TABLES_NAMED)
        where = ", ".join(f"{table} had {number}" for table, number in tables)
        lines.append(
            LookAt(
                f"{name}: {stats.n}, {stats.n - other.n} more than a week ago",
                f"{where}. More than chance",
                calls_report(now.report_range),
                "reports.read_reports",
            )
        )
    return lines


def _slow_games(now: Dashboard, before: Dashboard) -> list[LookAt]:
    slower = [change for change in paces_changed(now, before) if change[2] < 0]
    links = of_groups(now.report_range, "game", [stats.key for stats, _, _ in slower])
    return [
        LookAt(
            f"{stats.key or 'No game'} dealt {display('rate', -difference)} fewer hands an hour",
            f"{display('rate', stats.pace.value)}, a week ago {display('rate', other.pace.value)}."
            " More than chance",
            url,
            links.permission,
        )
        for (stats, other, difference), url in zip(slower, links.urls, strict=True)
    ]


def _boxes(report_range: ReportRange) -> list[LookAt]:
    """Return the counted boxes whose difference from the log needs a reason in this room."""
    limit = policy_of(report_range.room).threshold
    boxes = DropBox.objects.filter(
        room=report_range.room,
        day__range=(report_range.first, report_range.last),
        results__isnull=False,
    )
    if report_range.shift:
        boxes = boxes.filter(shift=report_range.shift)
    lines = []
    for box in boxes.distinct().select_related("table").prefetch_related("results"):
        last = list(box.results.all())[-1]
        if abs(last.difference) <= limit:
            continue
        word = "over" if last.difference > 0 else "under"
        name = f"{box.table.name}, {box.kind} box" if box.kind else box.table.name
        lines.append(
            LookAt(
                f"{name} counted {money(abs(last.difference))} {word} the log",
                last.reason or f"over the {money(limit)} that needs a reason",
                address("drop box", box.pk),
            )
        )
    return lines


def _headed(block: ReportBlock, dashboard: Dashboard, changed: ShiftChanges) -> ReportBlock:
    """Return a block with its finding as the heading, and its own title in the subtitle."""
    finding = _FINDINGS[block.key](dashboard, changed) if block.key in _FINDINGS else ""
    if not finding:
        return block
    return replace(block, title=finding, subtitle=f"{block.title}. {block.subtitle}".strip())


def _pace_finding(dashboard: Dashboard, changed: ShiftChanges) -> str:
    if changed.before is None:
        return ""
    games = paces_changed(dashboard, changed.before)
    if not games:
        return "Each game dealt about as many hands as a week ago"
    fewer = [stats for stats, _, difference in games if difference < 0]
    names = fewer or [stats for stats, _, _ in games]
    what = "fewer" if fewer else "more"
    if len(names) == 1:
        return f"Only {short_name(names[0].key or 'No game')} dealt {what} hands"
    return f"{len(names)} games dealt {what} hands"


def _calls_finding(dashboard: Dashboard, changed: ShiftChanges) -> str:
    if changed.before is None:
        return ""
    more = calls_changed(by_kind(dashboard), by_kind(changed.before), changed.before.total.hands)
    if not more:
        return "No kind of floor call became more frequent"
    if len(more) == 1:
        return f"More of one kind: {more[0][0]}"
    return f"{len(more)} kinds of floor calls became more frequent"


def _waits_finding(dashboard: Dashboard, changed: ShiftChanges) -> str:
    waits = [
        (stats.wait_s.p50, stats.key) for stats in dashboard.waits if stats.wait_s.p50 is not None
    ]
    if not waits:
        return ""
    longest, game = max(waits, key=itemgetter(0))
    return f"The longest usual wait was {_minutes(longest)}, for {short_name(game or '')}"


def _drop_finding(dashboard: Dashboard, changed: ShiftChanges) -> str:
    games = [(stats.take.value, stats.key) for stats in dashboard.games if stats.take.value]
    if len(games) < 2:
        return ""
    most, game = max(games, key=itemgetter(0))
    return f"{short_name(game or 'No game')} took most an hour, {rounded(most)}"


def _lost_finding(dashboard: Dashboard, changed: ShiftChanges) -> str:
    if not dashboard.lost_seats or not sum(game.lost_s for game in dashboard.lost_seats):
        return ""
    seconds = dict.fromkeys(Cause, 0)
    for game in dashboard.lost_seats:
        for cause, lost in game.by_cause.items():
            seconds[cause] += lost
    most = max(Cause, key=lambda cause: seconds[cause])
    return f"{_minutes(sum(seconds.values()))} of seats were lost, most of it: {most.label.lower()}"


_FINDINGS: dict[str, Callable[[Dashboard, ShiftChanges], str]] = {
    "pace": _pace_finding,
    "drop": _drop_finding,
    "waits": _waits_finding,
    "calls": _calls_finding,
    "lost_causes": _lost_finding,
}
