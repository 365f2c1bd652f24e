"""Figures of hands by their kind: bomb pots, straddles, kills and runs beside ordinary hands."""

from collections.abc import Iterable
from dataclasses import dataclass

from reports.figures.dashboard import Dashboard
from reports.figures.figure import Definition, Figure, SheetLayout
from reports.figures.hand_kinds import ORDINARY, KindStats
from tables import hand_kind_names


@dataclass(frozen=True, slots=True)
class KindRow:
    """The hands of one kind, and those of the whole range."""

    stats: KindStats
    total: KindStats

    @property
    def name(self) -> str:
        key = self.stats.key or ORDINARY
        return hand_kind_names.NAMES.get(key, key) if key else hand_kind_names.ORDINARY

    @property
    def share(self) -> float | None:
        return self.stats.hands / self.total.hands if self.total.hands else None


KindFigure = Figure[KindRow]

KIND = KindFigure(
    "kind",
    "Kind",
    "text",
    lambda row: row.name,
    definition=Definition(
        name="Kinds of hands",
        meaning=(
            "Bomb pots, straddles, sleepers, kills and boards that were run again. A hand of two"
            " kinds is in both rows, and once in the total. A sleeper counts even if it went back."
        ),
        source="the tables' logs",
        interval="none",
    ),
)
HANDS = KindFigure("hands", "Hands, n", "int", lambda row: row.stats.hands)
SHARE = KindFigure("share", "Share", "share", lambda row: row.share)
TIME = KindFigure(
    "time",
    "Seconds/hand",
    "rate",
    lambda row: row.stats.time.value,
    is_bold=True,
    definition=Definition(
        name="Seconds per hand",
        meaning=(
            "Time from a hand's first tap to its end. The wash between two hands isn't in it, so"
            " hands per table-hour are fewer than an hour of such hands."
        ),
        source="the tables' logs",
        interval=(
            "95%, from each dealer's hands of a kind in each hour at each table. Those hands are"
            " grouped, and the spread between groups makes the interval (Student's t)."
        ),
        n="hands",
    ),
)
TIME_MARGIN = KindFigure("time_give", "±", "rate", lambda row: row.stats.time.margin)
TIME_INTERVAL = KindFigure(
    "time_interval", "Interval", "interval", lambda row: row.stats.time.interval
)
RAKE = KindFigure("rake", "Rake", "money", lambda row: row.stats.rake)
JACKPOT = KindFigure("jackpot", "Jackpot", "money", lambda row: row.stats.jackpot)
RAKE_PER_HAND = KindFigure(
    "rake_hand",
    "Rake/hand",
    "money_rate",
    lambda row: row.stats.rake_per_hand,
    definition=Definition(
        name="Rake per hand",
        meaning="Rake divided by hands. The jackpot drop isn't in it.",
        source="the tables' logs",
        interval="none",
        n="hands",
    ),
)


def _rows(dashboard: Dashboard) -> Iterable[KindRow]:
    hand_kinds = dashboard.hand_kinds
    return [KindRow(stats, hand_kinds.total) for stats in hand_kinds.kinds]


def _total(dashboard: Dashboard) -> KindRow:
    total = dashboard.hand_kinds.total
    return KindRow(total, total)


HANDS_BY_KIND = SheetLayout[Dashboard, KindRow](
    key="kinds",
    title="Kinds of hands",
    figures=(
        KIND,
        HANDS,
        SHARE,
        TIME,
        TIME_MARGIN,
        TIME_INTERVAL,
        RAKE,
        JACKPOT,
        RAKE_PER_HAND,
    ),
    rows=_rows,
    total=_total,
    total_name="All hands",
    note=lambda _: "95% intervals, by dealer and hour. A hand of two kinds is in both rows.",
    page=(KIND, HANDS, SHARE, TIME, TIME_MARGIN, RAKE_PER_HAND),
)
