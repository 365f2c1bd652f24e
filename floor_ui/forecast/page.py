"""The page of the next two hours, and the part of it on the wall display."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.utils import timezone

from floor_ui.forecast.room_now import GameNow, games_now, lost_today
from floor_ui.forecast.suggestions import ComingHalfHour, Suggestion, suggestions
from journal.unix_time import milliseconds
from lineup.actions import load_lineup
from lineup.rules.plan import dealers_needed
from lineup.rules.state import Lineup
from reports.forecast.demand import MIN_WEEKS, tables_needed
from reports.forecast.dismissals import dismissed
from reports.forecast.history import HALF_HOUR, room_forecast
from reports.forecast.lost_seats import Cause
from staff.models import Room
from tables.game_keys import list_key
from tables.short_names import titles_of
from tournaments.expectations import tables_wanted
from waitlist.rules.state import Waitlists

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CauseRow:
    """Lost seats of one cause: now, and in minutes of the gaming day."""

    cause: Cause
    now: int
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game with its forecast. short: its short name; tables: needed in each coming half hour, empty if unknown."""

    game: GameNow
    short: str
    lost_minutes: int  # during the gaming day
    tables: tuple[int, ...]

    @property
    def fill(self) -> int | None:
        """Return the percentage of taken seats; None without an open table."""
        return 100 * self.game.taken // self.game.seats if self.game.seats else None


class ForecastPage:
    """A room at one moment, with the next two hours."""

    MIN_WEEKS = MIN_WEEKS

    def __init__(
        self,
        room: Room,
        now: datetime,
        waitlists: Waitlists | None = None,
        lineup: Lineup | None = None,
    ) -> None:
        """Read seats and half hours, plus waitlists and lineup unless they are already loaded."""
        self.room = room
        self.now = now
        self.forecast = room_forecast(room.pk, now)
        self.lineup = load_lineup(room.pk) if lineup is None else lineup
        self._games = games_now(room, waitlists)

    @cached_property
    def _lost(self) -> dict[str, Counter[Cause]]:
        return lost_today(self.room, self.now)

    @cached_property
    def event_tables(self) -> list[int]:
        """Return the tables that tournaments want in each coming half hour."""
        return tables_wanted(
            self.room, [begins + HALF_HOUR - MINUTE for begins in self.forecast.begins]
        )

    @property
    def has_events(self) -> bool:
        return any(self.event_tables)

    @cached_property
    def coming(self) -> list[ComingHalfHour]:
        """Return the tables needed in each coming half hour; empty without a forecast and without tournaments."""
        if not self.forecast.is_known and not self.has_events:
            return []
        return [
            ComingHalfHour(
                at=_clock(begins),
                until=_clock(begins + HALF_HOUR),
                tables=self._tables_needed(i),
                event_tables=self.event_tables[i],
            )
            for i, begins in enumerate(self.forecast.begins)
        ]

    def _tables_needed(self, half_hour: int) -> dict[str, int]:
        """Return the tables needed in a coming half hour, by the key of the game's list: as now without a forecast."""
        if not self.forecast.is_known:
            return {game.key: game.open_tables for game in self._games}
        tables: Counter[str] = Counter()
        for game in self.forecast.games:
            tables[list_key(game.game)] += tables_needed(game.player_s[half_hour], game.seats)
        return dict(tables)

    @cached_property
    def rows(self) -> list[GameRow]:
        """Return the games that run, have a list or are expected; most tables first."""
        games = {game.key: game for game in self._games}
        for game in self.forecast.games:
            games.setdefault(list_key(game.game), _absent(game.game))
        short = titles_of({key: game.title for key, game in games.items()})
        rows = [self._row(game, short[key]) for key, game in games.items()]
        shown = [row for row in rows if row.game.is_active or any(row.tables)]
        return sorted(shown, key=lambda row: (-row.game.open_tables, row.short))

    def _row(self, game: GameNow, short: str) -> GameRow:
        return GameRow(
            game=game,
            short=short,
            lost_minutes=self._lost.get(game.key, Counter()).total() // 60,
            tables=tuple(item.tables.get(game.key, 0) for item in self.coming),
        )

    @cached_property
    def causes(self) -> list[CauseRow]:
        """Return the lost seats by cause, most minutes first."""
        now: Counter[Cause] = Counter()
        today: Counter[Cause] = Counter()
        for game in self._games:
            now.update(game.lost)
        for lost in self._lost.values():
            today.update(lost)
        rows = [
            CauseRow(cause=cause, now=now[cause], minutes=today[cause] // 60) for cause in Cause
        ]
        return sorted(rows, key=lambda row: (-row.minutes, -row.now))

    @cached_property
    def suggestions(self) -> list[Suggestion]:
        """Return the suggestions that no supervisor has dismissed."""
        proposals = suggestions(self._games, self.coming, self.lineup, milliseconds(self.now))
        away = dismissed(self.room.pk, self.now) if proposals else ()
        return [item for item in proposals if item.key not in away]

    @property
    def public_suggestion(self) -> Suggestion | None:
        """Return the first suggestion that names no person, for the wall display."""
        return next((item for item in self.suggestions if item.act != "begin_break"), None)

    @cached_property
    def totals(self) -> Mapping[str, int]:
        return {
            "tables": sum(game.open_tables for game in self._games),
            "taken": sum(game.taken for game in self._games),
            "seats": sum(game.seats for game in self._games),
            "waiting": sum(game.waiting for game in self._games),
            "lost": sum(game.lost_count for game in self._games),
            "lost_minutes": sum(lost.total() for lost in self._lost.values()) // 60,
            "dealers": sum(dealer.rotates and not dealer.aside for dealer in self.lineup.duty),
        }

    @property
    def needs(self) -> list[tuple[str, int, int]]:
        """Return tables and dealers needed in each coming half hour: time, tables, dealers."""
        return [
            (item.at, item.table_count, dealers_needed(item.table_count, self.lineup.policy))
            for item in self.coming
        ]


def room_suggestions(
    room: Room, now: datetime, waitlists: Waitlists, lineup: Lineup
) -> list[Suggestion]:
    """Return the suggestions on a room's forecast page, without dismissed ones."""
    return ForecastPage(room, now, waitlists, lineup).suggestions


def _absent(title: str) -> GameNow:
    return GameNow(
        key=list_key(title),
        title=title,
        open_tables=0,
        seats=0,
        taken=0,
        waiting=0,
        lost={},
        closed_tables=(),
    )


def _clock(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"
