"""How long a player may be away (H-53). Pure: pages and the tablet use the same limits.

No guide has a limit. Each room sets its own, and a supervisor decides what to do about a player who exceeds one.
"""

from typing import Literal

import msgspec

MINUTE = 60_000
LimitReason = Literal["", "minutes", "blinds", "walking"]


class AbsenceLimits(msgspec.Struct, frozen=True, omit_defaults=True):
    """A room's limits. 0 means no limit."""

    minutes: int = 0
    reported_minutes: int = 0  # for an absence that was reported to the floor (S-037)
    big_blinds: int = 0  # that pass the empty seat
    # Players away at the same time when the walking rule begins; 3: "third man walking".
    walkers: int = 0
    walker_minutes: int = 10
    walkers_if_waiting: bool = True  # the walking rule applies only while players wait for the game

    @property
    def is_set(self) -> bool:
        """Return whether the room limits absences at all."""
        return any((self.minutes, self.reported_minutes, self.big_blinds, self.walkers))


class Absence(msgspec.Struct, frozen=True):
    """A player who is away, according to the table's log.

    since: Unix milliseconds.
    """

    since: int
    reported: bool = False  # a long absence, reported to the floor (S-037)
    others_away: int = 0  # players who were already away when this one left
    passed_by: int = 0  # big blinds that have passed since


class AbsenceStanding(msgspec.Struct, frozen=True):
    """An absence at one point in time.

    due: when its first limit is reached, in Unix milliseconds; 0 if there is no limit.
    """

    minutes: int
    due: int = 0
    reason: LimitReason = ""  # the limit that has been reached, otherwise the next one
    is_over: bool = False
    is_walker: bool = False


def standing(
    absence: Absence, limits: AbsenceLimits, *, is_waiting: bool, now: int
) -> AbsenceStanding:
    """Compare an absence with the limits. is_waiting: players wait for the game; now: Unix ms."""
    minutes = max(0, now - absence.since) // MINUTE
    is_walker = _is_walker(absence, limits, is_waiting)
    if limits.big_blinds and absence.passed_by >= limits.big_blinds:
        return AbsenceStanding(minutes, now, "blinds", is_over=True, is_walker=is_walker)
    due, reason = _first_deadline(absence, limits, is_walker)
    return AbsenceStanding(
        minutes, due, reason, is_over=due != 0 and now >= due, is_walker=is_walker
    )


def _is_walker(absence: Absence, limits: AbsenceLimits, is_waiting: bool) -> bool:
    if not limits.walkers or (limits.walkers_if_waiting and not is_waiting):
        return False
    return absence.others_away + 1 >= limits.walkers


def _first_deadline(
    absence: Absence, limits: AbsenceLimits, is_walker: bool
) -> tuple[int, LimitReason]:
    deadlines: list[tuple[int, LimitReason]] = []
    minutes = limits.reported_minutes if absence.reported else limits.minutes
    if minutes:
        deadlines.append((absence.since + minutes * MINUTE, "minutes"))
    if is_walker:
        deadlines.append((absence.since + limits.walker_minutes * MINUTE, "walking"))
    return min(deadlines, default=(0, ""))
