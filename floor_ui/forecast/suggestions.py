"""Suggestions for the next two hours, each a sentence with its figures. Pure; nothing happens without a tap.

The thresholds are house choices; no guide covers them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from floor_ui.forecast.room_now import GameNow
from lineup.rules.plan import dealers_needed, owed, plan
from lineup.rules.state import Lineup, OnDutyDealer
from reports.forecast.demand import HALF_HOUR, tables_needed

MIN_WAITING = (
    4  # players who wait before a table is suggested; with fewer it would be short from the start
)
SOON = 2  # half hours ahead that lead to a suggestion
LEAST_TO_OPEN = 2  # players at a table that opens (S-049)
MAX_BREAKS = 3  # suggested at the same time
DEFAULT_SEATS = 9
Act = Literal["open", "begin_break", ""]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """One suggestion. act: the action of its key, or ""; subject: the table's name or the dealer's key."""

    key: str  # stays the same while the proposal is the same
    text: str
    act: Act = ""
    subject: str = ""
    numbers: tuple[int, ...] = ()  # waitlist entries that a draw would seat
    label: str = ""  # label of the action's key


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingHalfHour:
    """The needs of a coming half hour: tables by the key of the game's list, and those of tournaments. at: "20:30"."""

    at: str
    until: str
    tables: Mapping[str, int]
    event_tables: int = 0

    @property
    def table_count(self) -> int:
        return sum(self.tables.values()) + self.event_tables

    def tables_from(self, open_tables: int) -> int:
        """Return the tables that need dealers if none of the open cash tables closes."""
        return max(open_tables, sum(self.tables.values())) + self.event_tables


def suggestions(
    games: Iterable[GameNow], coming: Sequence[ComingHalfHour], lineup: Lineup, now: int
) -> list[Suggestion]:
    """Return the suggestions, tables first. coming: empty without a forecast; now: Unix milliseconds."""
    games = list(games)
    opens = [item for game in games if (item := _table(game, coming))]
    open_tables = sum(game.open_tables for game in games)
    return [*opens, *_dealers(open_tables, coming, lineup, now)]


def seats_of(game: GameNow) -> int:
    return game.seats // game.open_tables if game.open_tables else DEFAULT_SEATS


def _table(game: GameNow, coming: Sequence[ComingHalfHour]) -> Suggestion | None:
    if game.waiting < MIN_WAITING:
        return None
    now = tables_needed(game.players * HALF_HOUR, seats_of(game))
    soon = [(item.at, item.tables.get(game.key, 0)) for item in coming[:SOON]]
    at, needed = next(((at, n) for at, n in [("", now), *soon] if n > game.open_tables), ("", 0))
    if not needed:
        return None
    by = f" by {at}" if at else ""
    opened = f"{game.open_tables} open" if game.open_tables else "none is open"
    text = (
        f"Open a table of {game.title}{by}: {game.waiting} wait, {_tables(needed)} needed, {opened}"
    )
    key = f"open:{game.key}"
    if not game.closed_tables:
        return Suggestion(key=key, text=f"{text}, no closed table has its plaque.")
    table = game.closed_tables[0]
    numbers = game.present[: table.seats]
    if len(numbers) < LEAST_TO_OPEN:
        return Suggestion(key=key, text=f"{text}, {table.name} is free. Too few of them are here.")
    return Suggestion(
        key=key,
        text=f"{text}, {table.name} is free. The first {len(numbers)} get seats by a draw.",
        act="open",
        subject=table.name,
        numbers=numbers,
        label=f"Draw and open {table.name}",
    )


def _dealers(
    open_tables: int, coming: Sequence[ComingHalfHour], lineup: Lineup, now: int
) -> list[Suggestion]:
    soon = coming[:SOON]
    if not soon:
        return []
    needed = dealers_needed(max(item.tables_from(open_tables) for item in soon), lineup.policy)
    duty = sum(dealer.rotates and not dealer.aside for dealer in lineup.duty)
    until = soon[-1].until
    if needed > duty:
        missing = needed - duty
        who = f"{missing} more dealer{'' if missing == 1 else 's'}"
        text = f"Call in {who}: {duty} on duty, {needed} needed until {until} with breaks."
        return [Suggestion(key="call_in", text=text)]
    return [
        Suggestion(
            key=f"break:{dealer.key}",
            text=(
                f"Send {dealer.name} on break: {duty} dealers on duty,"
                f" {needed} needed until {until} with breaks."
            ),
            act="begin_break",
            subject=dealer.key,
            label="Break",
        )
        for dealer in _may_rest(lineup, min(duty - needed, MAX_BREAKS), now)
    ]


def _may_rest(lineup: Lineup, most: int, now: int) -> list[OnDutyDealer]:
    """Return up to `most` available dealers whom the coming pushes don't need, the most tired first."""
    free = [dealer for dealer in lineup.duty if dealer.is_free]
    free.sort(
        key=lambda dealer: (not owed(dealer, lineup, now), -dealer.downs, dealer.since, dealer.key)
    )
    chosen: list[OnDutyDealer] = []
    for dealer in free:
        if len(chosen) == most:
            break
        rest = replace(lineup, duty=tuple(other for other in lineup.duty if other != dealer))
        if all(push.inward and not push.tired for push in plan(rest, now)):
            lineup = rest
            chosen.append(dealer)
    return chosen


def _tables(count: int) -> str:
    return f"{count} table{'' if count == 1 else 's'}"
