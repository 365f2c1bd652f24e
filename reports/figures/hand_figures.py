"""Figures of hands, drop and seats taken, by game, table, dealer, shift and time."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from reports.figures.dashboard import Dashboard
from reports.figures.figure import Definition, Figure, SheetLayout
from reports.figures.hands import MIN_HANDS, HandStats

CLUSTERED = (
    "95%, from each dealer's hands in each hour at each table. Those hands are grouped,"
    " and the spread between groups makes the interval (Student's t)."
)
INTERVAL = "95% intervals, by dealer and hour."


@dataclass(frozen=True, slots=True)
class HandRow:
    """The hands of one game, table, dealer, shift, hour or day, and those of the whole range."""

    stats: HandStats
    total: HandStats

    @property
    def drop_share(self) -> float | None:
        return self.stats.drop / self.total.drop if self.total.drop else None


HandFigure = Figure[HandRow]
HandLayout = SheetLayout[Dashboard, HandRow]

PARTIAL_DEFINITION = Definition(
    name="Partial hands",
    meaning=(
        "Hands the tablet didn't follow to the end: a street was filled in later, or the"
        " result is missing."
    ),
    source="the tables' logs",
    interval="95%, Wilson",
    n="hands",
)
DROP_RATE_DEFINITION = Definition(
    name="Drop per table-hour, rake per table-hour",
    meaning=(
        "Drop, and rake alone, divided by table-hours. The rest of the drop is jackpot and time."
    ),
    source="the tables' logs",
    interval=CLUSTERED,
    n="hands",
)
SEATS_DEFINITION = Definition(
    name="Seat-hours, seats taken",
    meaning="Time seats were taken, and their share of all seats at open tables.",
    source="the tables' logs",
    interval="none",
)

GAME = HandFigure("game", "Game", "text", lambda row: row.stats.key or "No game", page_kind="game")
TABLE = HandFigure("table", "Table", "text", lambda row: row.stats.key)
DEALER = HandFigure(
    "dealer",
    "Dealer",
    "text",
    lambda row: row.stats.key,
    definition=Definition(
        name="Dealers",
        meaning=(
            f"The same figures for one dealer's hands. Dealers under {MIN_HANDS} hands aren't"
            " shown, and the list is by name, never by figure. Games differ in pace, so"
            " compare within a game."
        ),
        source="the tables' logs",
        interval=CLUSTERED,
        n="hands",
    ),
)
SHIFT = HandFigure("shift", "Shift", "text", lambda row: row.stats.key)
HOUR = HandFigure("hour", "Hour", "moment", lambda row: row.stats.key)
DAY = HandFigure("day", "Day", "day", lambda row: row.stats.key)

DOWNS = HandFigure("downs", "Downs", "int", lambda row: row.stats.downs)
HANDS = HandFigure(
    "hands",
    "Hands, n",
    "int",
    lambda row: row.stats.hands,
    definition=Definition(
        name="Hands",
        meaning="Hands that finished, partial hands included. Misdeals don't count.",
        source="the tables' logs",
        interval="none, it is a count",
    ),
)
TABLE_HOURS = HandFigure(
    "table_hours",
    "Table-h",
    "rate",
    lambda row: row.stats.table_hours,
    page_kind="hours",
    definition=Definition(
        name="Table-hours",
        meaning="Time tables were open.",
        source="the tables' logs",
        interval="none",
    ),
)
PACE = HandFigure(
    "pace",
    "Hands/h",
    "rate",
    lambda row: row.stats.pace.value,
    is_bold=True,
    definition=Definition(
        name="Hands per table-hour",
        meaning="Hands divided by table-hours, breaks and empty tables included.",
        source="the tables' logs",
        interval=CLUSTERED,
        n="hands",
    ),
)
PACE_MARGIN = HandFigure("pace_give", "±", "rate", lambda row: row.stats.pace.margin)
PACE_INTERVAL = HandFigure(
    "pace_interval", "Interval", "interval", lambda row: row.stats.pace.interval
)
PARTIAL = HandFigure(
    "partial",
    "Partial",
    "int",
    lambda row: row.stats.partial,
    definition=PARTIAL_DEFINITION,
)
PARTIAL_SHARE = HandFigure(
    "partial_share",
    "Partial, share",
    "share",
    lambda row: row.stats.partial_share.value,
    definition=PARTIAL_DEFINITION,
    page_title="Partial",
)
PARTIAL_INTERVAL = HandFigure(
    "partial_interval",
    "Partial, interval",
    "share_interval",
    lambda row: row.stats.partial_share.interval,
    page_title="Interval",
)
MISDEALS = HandFigure("misdeals", "Misdeals", "int", lambda row: row.stats.misdeals)

DROP = HandFigure(
    "drop",
    "Drop",
    "money",
    lambda row: row.stats.drop,
    definition=Definition(
        name="Drop",
        meaning=(
            "Rake, jackpot drop and time as dealers logged them. An undone drop counts"
            " against the hour it was undone."
        ),
        source="the tables' logs; counted boxes are under Drop",
        interval="none; it's a total",
    ),
)
RAKE = HandFigure("rake", "Rake", "money", lambda row: row.stats.rake)
JACKPOT = HandFigure("jackpot", "Jackpot", "money", lambda row: row.stats.jackpot)
TIME = HandFigure("time", "Time", "money", lambda row: row.stats.time)
SPLASH = HandFigure(
    "splash",
    "Splash pots",
    "money",
    lambda row: row.stats.splash,
    definition=Definition(
        name="Splash pots",
        meaning=(
            "Money the house added to pots before the deal. It isn't part of the drop. The money"
            " of a void hand counts with the hand that gets it."
        ),
        source="the tables' logs",
        interval="none; it's a total",
    ),
)
DROP_RATE = HandFigure(
    "take",
    "Drop/table-h",
    "money_rate",
    lambda row: row.stats.take.value,
    page_title="¤/table-h",
    is_bold=True,
    definition=DROP_RATE_DEFINITION,
)
DROP_RATE_MARGIN = HandFigure(
    "take_give", "±", "money_rate", lambda row: row.stats.take.margin, page_kind="units"
)
DROP_RATE_INTERVAL = HandFigure(
    "take_interval", "Interval", "money_interval", lambda row: row.stats.take.interval
)
RAKE_RATE = HandFigure(
    "rake_rate",
    "Rake/table-h",
    "money_rate",
    lambda row: row.stats.rake_rate.value,
    is_bold=True,
    definition=DROP_RATE_DEFINITION,
)
RAKE_RATE_MARGIN = HandFigure(
    "rake_give",
    "Rake, ±",
    "money_rate",
    lambda row: row.stats.rake_rate.margin,
    page_title="±",
    page_kind="units",
)
RAKE_RATE_INTERVAL = HandFigure(
    "rake_interval",
    "Rake, interval",
    "money_interval",
    lambda row: row.stats.rake_rate.interval,
    page_title="Interval",
)
DROP_SHARE = HandFigure("share", "Share", "share", lambda row: row.drop_share)

SEAT_HOURS = HandFigure(
    "seat_hours",
    "Seat-h",
    "rate",
    lambda row: row.stats.seat_hours,
    page_kind="hours",
    definition=SEATS_DEFINITION,
)
SEATS_TAKEN = HandFigure(
    "seat_use",
    "Seats taken",
    "share",
    lambda row: row.stats.seat_use,
    is_bold=True,
    definition=SEATS_DEFINITION,
)

PACE_FIGURES = (
    HANDS,
    TABLE_HOURS,
    PACE,
    PACE_MARGIN,
    PACE_INTERVAL,
    PARTIAL,
    PARTIAL_SHARE,
    PARTIAL_INTERVAL,
    MISDEALS,
)
DROP_FIGURES = (
    DROP,
    RAKE,
    JACKPOT,
    TIME,
    DROP_RATE,
    DROP_RATE_MARGIN,
    DROP_RATE_INTERVAL,
    RAKE_RATE,
    RAKE_RATE_MARGIN,
    RAKE_RATE_INTERVAL,
    DROP_SHARE,
    SPLASH,
)
SEAT_FIGURES = (SEAT_HOURS, SEATS_TAKEN)


def _rows(dashboard: Dashboard, groups: Iterable[HandStats]) -> list[HandRow]:
    return [HandRow(stats, dashboard.total) for stats in groups]


def _games(dashboard: Dashboard) -> list[HandRow]:
    return _rows(dashboard, dashboard.games)


def _times(dashboard: Dashboard) -> list[HandRow]:
    return _rows(dashboard, (point.dealt for point in dashboard.series))


def _total(dashboard: Dashboard) -> HandRow:
    return HandRow(dashboard.total, dashboard.total)


PACE_BY_GAME = HandLayout(
    key="pace",
    title="Pace by game",
    figures=(GAME, *PACE_FIGURES),
    rows=_games,
    total=_total,
    total_name="All games",
    note=lambda _: INTERVAL,
    page=(GAME, HANDS, PACE, PACE_MARGIN, PACE_INTERVAL),
)
PARTIAL_HANDS_PAGE = (
    GAME,
    HANDS,
    PARTIAL,
    replace(PARTIAL_SHARE, page_title="Share", is_bold=True),
    PARTIAL_INTERVAL,
    MISDEALS,
)
DROP_BY_GAME = HandLayout(
    key="drop",
    title="Drop per table-hour",
    figures=(GAME, TABLE_HOURS, *DROP_FIGURES),
    rows=_games,
    total=_total,
    total_name="All games",
    note=lambda _: f"{INTERVAL} As logged; an undone drop counts in the hour it was undone.",
    page=(
        GAME,
        TABLE_HOURS,
        DROP,
        replace(DROP_RATE, page_kind="units"),
        DROP_RATE_MARGIN,
        replace(RAKE_RATE, page_title="Rake/h", page_kind="units"),
        RAKE_RATE_MARGIN,
        DROP_SHARE,
    ),
)
SEATS_BY_GAME = HandLayout(
    key="seats",
    title="Seats",
    figures=(GAME, TABLE_HOURS, *SEAT_FIGURES),
    rows=_games,
    total=_total,
    total_name="All games",
    page=(GAME, TABLE_HOURS, SEAT_HOURS, SEATS_TAKEN),
)
TABLES = HandLayout(
    key="tables",
    title="Tables",
    figures=(TABLE, *PACE_FIGURES, *SEAT_FIGURES, *DROP_FIGURES),
    rows=lambda dashboard: _rows(dashboard, dashboard.tables),
    total=_total,
    total_name="All tables",
    note=lambda _: INTERVAL,
    page=(
        TABLE,
        HANDS,
        TABLE_HOURS,
        PACE,
        PACE_INTERVAL,
        PARTIAL_SHARE,
        MISDEALS,
        replace(SEATS_TAKEN, is_bold=False),
        DROP,
        DROP_RATE,
        DROP_RATE_INTERVAL,
        RAKE_RATE,
        RAKE_RATE_INTERVAL,
        DROP_SHARE,
    ),
)
DEALERS = HandLayout(
    key="dealers",
    title="Dealers",
    figures=(DEALER, DOWNS, *PACE_FIGURES),
    rows=lambda dashboard: _rows(dashboard, dashboard.dealers),
    note=lambda _: (
        f"{INTERVAL} No one under {MIN_HANDS} hands; listed by name, since dealers aren't ranked."
    ),
    page=(DEALER, DOWNS, HANDS, TABLE_HOURS, PACE, PACE_INTERVAL, PARTIAL_SHARE, MISDEALS),
)
SHIFTS = HandLayout(
    key="shifts",
    title="Shifts",
    figures=(SHIFT, *PACE_FIGURES, *DROP_FIGURES),
    rows=lambda dashboard: _rows(dashboard, dashboard.shifts),
    total=_total,
    total_name="All shifts",
    note=lambda _: INTERVAL,
    page=(SHIFT, HANDS, PACE, PACE_INTERVAL, DROP, replace(DROP_RATE, is_bold=False)),
)
BY_HOUR = HandLayout(
    key="series",
    title="Through the range",
    figures=(HOUR, *PACE_FIGURES, *DROP_FIGURES),
    rows=_times,
    note=lambda _: INTERVAL,
    page=(HOUR, HANDS, PACE, PACE_INTERVAL, MISDEALS),
)
BY_DAY = replace(
    BY_HOUR,
    figures=(DAY, *BY_HOUR.figures[1:]),
    page=(DAY, *BY_HOUR.page[1:]),
)
DROP_OVER_TIME_PAGE = (
    DROP,
    RAKE,
    JACKPOT,
    TIME,
    DROP_RATE,
    DROP_RATE_INTERVAL,
    RAKE_RATE,
    RAKE_RATE_INTERVAL,
)


def over_time(dashboard: Dashboard) -> HandLayout:
    """Return the table by hour or by day, depending on the length of the range."""
    return BY_HOUR if dashboard.report_range.hourly else BY_DAY
