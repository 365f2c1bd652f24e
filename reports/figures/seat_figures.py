"""Figures of lost seats and table fill."""

from dataclasses import dataclass

from reports.figures.dashboard import Dashboard
from reports.figures.figure import Definition, Figure, SheetLayout
from reports.figures.seat_use import BASIS_DAYS, HourFill, LostSeats, lost_seats_all
from reports.forecast.lost_seats import Cause

FILL_NOTE = "Tables and waiting: the average of the time when a table was open or a player waited."


@dataclass(frozen=True, slots=True)
class LostByCause:
    """Lost seats of all games by one cause. share: of all lost seconds; None for all causes combined."""

    cause: Cause | None
    seconds: int
    share: float | None
    rake: int | None


LostFigure = Figure[LostSeats]
CauseFigure = Figure[LostByCause]
FillFigure = Figure[HourFill]
FillLayout = SheetLayout[Dashboard, HourFill]

RAKE_LOST_DEFINITION = Definition(
    name="Rake lost",
    meaning=(
        "The lost time at the rake and time charge that the same game had per taken seat"
        " in the range, or in the four weeks before if it had none. Not known if it had"
        " none there either."
    ),
    source="the tables' logs",
    interval="none",
)
LOST_DEFINITION = Definition(
    name="Lost seats",
    meaning=(
        "Time that a seat of a game was open while a player waited for that game in the"
        " room: at each second as many seats as players waited. Each has one cause: called"
        " and not answered, player on the way, no one called, floor call, no dealer,"
        " locked up. If fewer players waited than seats were open, those filled soonest"
        " count, in this order."
    ),
    source="the logs of tables and waitlists",
    interval="none, it is a sum",
)
LOST_GAME = LostFigure("game", "Game", "text", lambda lost: lost.key, page_kind="game")
LOST = LostFigure(
    "lost",
    "Lost",
    "time",
    lambda lost: lost.lost_s,
    page_kind="minutes",
    is_bold=True,
    definition=LOST_DEFINITION,
)
RAKE_LOST = LostFigure(
    "rake",
    "Rake lost",
    "money",
    lambda lost: lost.rake_lost,
    is_bold=True,
    definition=RAKE_LOST_DEFINITION,
)


def _of_cause(cause: Cause) -> LostFigure:
    return LostFigure(
        str(cause), cause.label, "time", lambda lost: lost.by_cause[cause], page_kind="minutes"
    )


LOST_FIGURES = (LOST_GAME, LOST, RAKE_LOST, *(_of_cause(cause) for cause in Cause))

CAUSE = CauseFigure("cause", "Cause", "text", lambda row: row.cause.label if row.cause else None)
CAUSE_LOST = CauseFigure(
    "lost",
    "Lost",
    "time",
    lambda row: row.seconds,
    page_kind="minutes",
    is_bold=True,
    definition=LOST_DEFINITION,
)
CAUSE_SHARE = CauseFigure("share", "Share", "share", lambda row: row.share)
CAUSE_RAKE = CauseFigure(
    "rake",
    "Rake lost",
    "money",
    lambda row: row.rake,
    definition=RAKE_LOST_DEFINITION,
)
CAUSE_MEANING = CauseFigure(
    "means", "Means", "text", lambda row: row.cause.sentence if row.cause else None
)

FILL_GAME = FillFigure("game", "Game", "text", lambda fill: fill.game, page_kind="game")
FILL_HOUR = FillFigure("hour", "Hour", "text", lambda fill: f"{fill.hour:02d}:00")
FILL = FillFigure(
    "seat_use",
    "Seats taken",
    "share",
    lambda fill: fill.fill,
    is_bold=True,
    definition=Definition(
        name="Table fill",
        meaning="Taken seats as a share of all seats at open tables, by hour of the day.",
        source="the tables' logs",
        interval="none",
    ),
)
FILL_TABLES = FillFigure("tables", "Tables", "rate", lambda fill: fill.tables)
FILL_WAITING = FillFigure("waiting", "Waiting", "rate", lambda fill: fill.waiting)
FILL_FIGURES = (FILL_HOUR, FILL, FILL_TABLES, FILL_WAITING)


def _rake_note(dashboard: Dashboard) -> str:
    """Return a note on how lost rake is computed, and for which games it is unknown."""
    unknown = [lost.key for lost in dashboard.lost_seats if lost.rake_lost is None]
    note = (
        "Rake lost: the lost time at the rake and time charge that each game had per taken seat,"
        f" in the range or in the {BASIS_DAYS} days before."
    )
    if not unknown:
        return note
    return f"{note} Not known for {', '.join(unknown)}: nothing was charged there."


def _causes(dashboard: Dashboard) -> list[LostByCause]:
    """Return the causes, most lost seconds first."""
    if not dashboard.lost_seats:
        return []
    total = lost_seats_all(dashboard.lost_seats)
    causes = [
        LostByCause(
            cause=cause,
            seconds=seconds,
            share=seconds / total.lost_s if total.lost_s else None,
            rake=None if total.rake is None else total.rake[cause],
        )
        for cause, seconds in total.by_cause.items()
    ]
    return sorted(causes, key=lambda row: -row.seconds)


def _all_causes(dashboard: Dashboard) -> LostByCause | None:
    if not dashboard.lost_seats:
        return None
    total = lost_seats_all(dashboard.lost_seats)
    return LostByCause(cause=None, seconds=total.lost_s, share=None, rake=total.rake_lost)


LOST_SEATS = SheetLayout[Dashboard, LostSeats](
    key="lost_seats",
    title="Lost seats",
    figures=LOST_FIGURES,
    rows=lambda dashboard: dashboard.lost_seats,
    total=lambda dashboard: lost_seats_all(dashboard.lost_seats),
    total_name="All games",
    note=_rake_note,
    page=LOST_FIGURES,
)
LOST_BY_CAUSE = SheetLayout[Dashboard, LostByCause](
    key="lost_causes",
    title="Lost seats by cause",
    figures=(CAUSE, CAUSE_LOST, CAUSE_SHARE, CAUSE_RAKE, CAUSE_MEANING),
    rows=_causes,
    total=_all_causes,
    total_name="All causes",
    note=_rake_note,
    page=(CAUSE, CAUSE_LOST, CAUSE_SHARE, CAUSE_RAKE),
)
FILL_BY_HOUR = FillLayout(
    key="fill",
    title="Table fill by hour",
    figures=FILL_FIGURES,
    rows=lambda dashboard: dashboard.fill_by_hour,
    note=lambda _: FILL_NOTE,
    page=FILL_FIGURES,
)
FILL_BY_GAME = FillLayout(
    key="fill_games",
    title="Table fill by game and hour",
    figures=(FILL_GAME, *FILL_FIGURES),
    rows=lambda dashboard: dashboard.fill_by_game,
    note=lambda _: FILL_NOTE,
    page=(FILL_GAME, *FILL_FIGURES),
)
