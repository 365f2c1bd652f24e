"""Hours that players earn at tables, by a rate card with dayparts. No guide sets rates; they are house choices.

Minutes come from closed seat sessions only. No one types them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

MINUTE = 60_000
FULL = 100  # percent


class Rate(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a minute counts for in percent. The first rate of a card that fits decides.

    games: plaques' names, () for all; weekdays: 0 is Monday, () for all; starts, ends: minutes of the local day, a
    daypart past midnight has its end before its start; equal for the whole day.
    """

    percent: int = FULL
    games: tuple[str, ...] = ()
    weekdays: tuple[int, ...] = ()
    starts: int = 0
    ends: int = 0

    def fits(self, game: str, moment: "LocalMoment") -> bool:
        """Return whether this rate is for a minute of a game."""
        if self.games and game not in self.games:
            return False
        if self.weekdays and moment.weekday not in self.weekdays:
            return False
        if self.starts == self.ends:
            return True
        if self.starts < self.ends:
            return self.starts <= moment.minute < self.ends
        return moment.minute >= self.starts or moment.minute < self.ends


class RateCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rates of a room. cap: most minutes of a gaming day, 0 without a cap.

    away: minutes after which an absence does not count, 0 if absences count; shortest: minutes that a session needs to
    count at all.
    """

    version: int = 0
    rates: tuple[Rate, ...] = ()
    cap: int = 0
    away: int = 0
    shortest: int = 0


class LocalMoment(NamedTuple):
    """A minute by the room's clock. day: the gaming day as ISO date; weekday: 0 is Monday; minute: of the day."""

    day: str
    weekday: int
    minute: int


class PlayedSession(NamedTuple):
    """A closed seat session, or its part with one game. Times in Unix milliseconds.

    away: the player's absences, in order; whole: minutes of the whole session, 0 if this is all of it.
    """

    key: int
    game: str
    start: int
    end: int
    away: tuple[tuple[int, int], ...] = ()
    whole: int = 0


class EarnedLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a session earned on one gaming day, in minutes. played = counted if every minute counts in full.

    absent: minutes of absences that did not count; capped: minutes above the cap of the day.
    """

    session: int
    day: str
    played: int
    counted: int
    absent: int = 0
    capped: int = 0
    is_short: bool = False  # the session was too short to count


Clock = Callable[[int], LocalMoment]  # from Unix milliseconds


def earned(
    card: RateCard, sessions: Iterable[PlayedSession], clock: Clock, before: dict[str, int]
) -> list[EarnedLine]:
    """Return what the sessions of one player earn, each day of a session as a line.

    sessions: in the order of their ends; before: minutes already counted by gaming day, for the cap. A minute counts
    for the daypart and the day in which it begins, so a change of the clocks neither adds nor loses one.
    """
    counted = dict(before)
    lines: list[EarnedLine] = []
    for session in sessions:
        for line in _session_lines(card, session, clock):
            room = card.cap - counted.get(line.day, 0) if card.cap else line.counted
            kept = max(0, min(line.counted, room))
            counted[line.day] = counted.get(line.day, 0) + kept
            lines.append(msgspec.structs.replace(line, counted=kept, capped=line.counted - kept))
    return lines


def _session_lines(card: RateCard, session: PlayedSession, clock: Clock) -> list[EarnedLine]:
    minutes = max(0, session.end - session.start) // MINUTE
    is_short = (session.whole or minutes) < card.shortest
    played: dict[str, int] = {}
    absent: dict[str, int] = {}
    percents: dict[str, int] = {}
    absences = _long_absences(card, session.away)
    for number in range(minutes):
        at = session.start + number * MINUTE
        moment = clock(at)
        played[moment.day] = played.get(moment.day, 0) + 1
        if any(start <= at < end for start, end in absences):
            absent[moment.day] = absent.get(moment.day, 0) + 1
        elif not is_short:
            percent = _percent(card, session.game, moment)
            percents[moment.day] = percents.get(moment.day, 0) + percent
    return [
        EarnedLine(
            session=session.key,
            day=day,
            played=count,
            counted=percents.get(day, 0) // FULL,
            absent=absent.get(day, 0),
            is_short=is_short,
        )
        for day, count in played.items()
    ]


def _long_absences(card: RateCard, away: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the absences that do not count: those longer than the card allows, whole."""
    if not card.away:
        return ()
    return tuple((start, end) for start, end in away if end - start > card.away * MINUTE)


def _percent(card: RateCard, game: str, moment: LocalMoment) -> int:
    if not card.rates:
        return FULL
    return next((rate.percent for rate in card.rates if rate.fits(game, moment)), 0)
