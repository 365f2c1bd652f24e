"""Lost seats and table fill over a range, summed from each game's half hours.

There are no such figures for a single table or dealer: its report shows those of all tables, as it does for waits.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from django.db.models import Aggregate, Count, Q, QuerySet, Sum, Value

from reports.figures.hands import dealt_by, has_long_sums, whole_months
from reports.figures.ranges import ReportRange
from reports.forecast.lost_seats import Cause, rake_lost
from reports.models import FillMonth
from reports.rollups.seat_use import FIELDS, HALF_HOUR, GameUse
from tables.models import GameHalfHour
from tables.models.seat_use import SeatUse

# If a game charged nothing in the range, the same game in this many earlier days is the basis.
BASIS_DAYS = 28


@dataclass(frozen=True, slots=True, kw_only=True)
class LostSeats:
    """The lost seats of one game: seconds by cause, and the rake they would have brought, None if unknown."""

    key: str  # the plaque's name
    use: GameUse
    rake: dict[Cause, int] | None

    @property
    def by_cause(self) -> dict[Cause, int]:
        return {cause: getattr(self.use, f"{cause}_s") for cause in Cause}

    @property
    def lost_s(self) -> int:
        return sum(self.by_cause.values())

    @property
    def rake_lost(self) -> int | None:
        """Return the rake lost; the parts by cause add up to it."""
        return None if self.rake is None else sum(self.rake.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class HourFill:
    """One clock hour of the day, for one game or for all ("").

    seconds: of the half hours in which a table was open or a player waited.
    """

    game: str
    hour: int
    use: GameUse
    seconds: int

    @property
    def fill(self) -> float | None:
        return self.use.seat_s / self.use.chair_s if self.use.chair_s else None

    @property
    def tables(self) -> float:
        """Return the average number of open tables."""
        return self.use.open_s / self.seconds

    @property
    def waiting(self) -> float:
        """Return the average number of waiting players."""
        return self.use.wait_s / self.seconds


def lost_seats_of(report_range: ReportRange) -> tuple[LostSeats, ...]:
    """Return the lost seats by game, largest first; games without open tables and waiting players are left out."""
    uses: dict[str, GameUse] = {}
    for (game, _), (_, use) in _fill(report_range).items():
        if game:
            uses.setdefault(game, GameUse()).add(use, 1)
    bases = _bases(report_range, {game for game, use in uses.items() if _lost(use)})
    lost_seats = [_lost_seats(game, use, bases.get(game)) for game, use in uses.items()]
    return tuple(sorted(lost_seats, key=lambda game: (-game.lost_s, game.key)))


def lost_seats_all(games: Iterable[LostSeats]) -> LostSeats:
    """Return the lost seats of all games combined; the rake covers only games where it is known."""
    use = GameUse()
    rake: dict[Cause, int] | None = None
    for lost in games:
        use.add(lost.use, 1)
        if lost.rake is not None:
            before = rake or dict.fromkeys(Cause, 0)
            rake = {cause: before[cause] + lost.rake[cause] for cause in Cause}
    return LostSeats(key="", use=use, rake=rake)


def hour_fills(report_range: ReportRange) -> tuple[HourFill, ...]:
    """Return the fill by game and hour of the day. All games combined come first, with the game ""."""
    return tuple(
        HourFill(game=game, hour=hour, use=use, seconds=half_hours * HALF_HOUR)
        for (game, hour), (half_hours, use) in sorted(_fill(report_range).items())
    )


def _fill(report_range: ReportRange) -> dict[tuple[str, int], tuple[int, GameUse]]:
    """Return half hours and sums by game ("" for all) and hour of the day."""
    fills: dict[tuple[str, int], tuple[int, GameUse]] = {}
    for game, hour, half_hours, more in _sums(report_range):
        before, use = fills.get((game, hour), (0, GameUse()))
        use.add(more, 1)
        fills[game, hour] = (before + half_hours, use)
    return fills


def _sums(report_range: ReportRange) -> Iterator[tuple[str, int, int, GameUse]]:
    """Yield game, hour, half hours and sums: by full months where they suffice, else by half hours."""
    rows = _rows(report_range)
    game = report_range.game
    months = whole_months(report_range)
    if months and not report_range.shift and has_long_sums(report_range.room):
        first, after = months
        rows = rows.filter(Q(day__lt=first) | Q(day__gte=after))
        stored = FillMonth.objects.filter(room=report_range.room, day__gte=first, day__lt=after)
        if game:
            stored = stored.filter(game=game).annotate(all_=Value(""))
            yield from _summed(stored, "all_", Sum("half_hours"))
        yield from _summed(stored, "game", Sum("half_hours"))
    half_hours = Count("begins", distinct=True)
    yield from _summed(rows.annotate(all_=Value("")), "all_", half_hours)
    yield from _summed(rows, "game", half_hours)


Rows = TypeVar("Rows", bound=SeatUse)


def _summed(
    rows: "QuerySet[Rows]", game: str, half_hours: Aggregate
) -> Iterator[tuple[str, int, int, GameUse]]:
    grouped = rows.order_by().values_list(game, "hour")
    for row in grouped.annotate(counted=half_hours, **_SUMS):
        name, hour, counted, *sums = row
        yield name, hour, counted, GameUse(*sums)


_SUMS = {f"sum_{name}": Sum(name) for name in FIELDS}


def _lost(use: GameUse) -> int:
    return sum(getattr(use, f"{cause}_s") for cause in Cause)


def _lost_seats(game: str, use: GameUse, basis: tuple[int, int] | None) -> LostSeats:
    charged, seat_s = basis or (0, 0)
    rake: dict[Cause, int] | None = {}
    for cause in Cause:
        lost = rake_lost(getattr(use, f"{cause}_s"), charged=charged, seat_s=seat_s)
        rake = None if rake is None or lost is None else rake | {cause: lost}
    return LostSeats(key=game, use=use, rake=rake)


def _bases(report_range: ReportRange, games: set[str]) -> dict[str, tuple[int, int]]:
    """Return rake and time charges with the seconds of taken seats, by game: of the range, else of earlier weeks."""
    whole = replace(report_range, table=None, dealer="")
    bases = _charged(whole) if games else {}
    if missing := games - set(bases):
        before = _charged(_weeks_before(whole))
        bases |= {game: before[game] for game in missing if game in before}
    return bases


def _charged(report_range: ReportRange) -> dict[str, tuple[int, int]]:
    rows = dealt_by(report_range, "game", only=("rake", "time", "seat_s"))
    return {
        game: (stats.rake + stats.time, stats.seat_s)
        for (game,), stats in rows.items()
        if stats.rake + stats.time > 0 and stats.seat_s
    }


def _weeks_before(report_range: ReportRange) -> ReportRange:
    days = timedelta(days=BASIS_DAYS)
    if report_range.first is not None:
        last = report_range.first - timedelta(days=1)
        return replace(report_range, first=report_range.first - days, last=last)
    assert report_range.since is not None
    return replace(report_range, since=report_range.since - days, until=report_range.since)


def _rows(report_range: ReportRange) -> QuerySet[GameHalfHour]:
    chosen: dict[str, str] = {}
    if report_range.shift:
        chosen["shift"] = report_range.shift
    if report_range.game:
        chosen["game"] = report_range.game
    return GameHalfHour.objects.filter(_within(report_range), room=report_range.room, **chosen)


def _within(report_range: ReportRange) -> Q:
    if report_range.first and report_range.last:
        return Q(day__range=(report_range.first, report_range.last))
    assert report_range.since is not None
    assert report_range.until is not None
    since = int(report_range.since.timestamp())
    begins = datetime.fromtimestamp(since - since % 3600, tz=UTC)
    return Q(begins__gte=begins, begins__lt=report_range.until)
