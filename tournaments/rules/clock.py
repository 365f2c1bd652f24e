"""The clock of a tournament. Every screen computes it from the plan, so it runs on without the network."""

import msgspec

from tournaments.rules.plan import Plan, Segment, segments


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the clock was at a moment: `elapsed` milliseconds into a segment of the plan.

    since: Unix milliseconds of that moment; 0 while the clock is stopped.
    """

    segment: int = 0
    elapsed: int = 0
    since: int = 0

    @property
    def runs(self) -> bool:
        return self.since > 0


class Reading(msgspec.Struct, frozen=True):
    """What a clock shows. Times in milliseconds; `to_break` is None if no break is to come."""

    segment: int
    level: int
    left: int
    elapsed: int
    is_break: bool
    runs: bool
    color_up: tuple[int, ...] = ()
    to_break: int | None = None
    is_last: bool = False  # the last level, which does not end


def read(plan: Plan, clock: Clock, now: int) -> Reading:
    """Return what the clock shows at `now`, in Unix milliseconds. The last level goes on without an end."""
    parts = segments(plan)
    index = min(clock.segment, len(parts) - 1)
    elapsed = clock.elapsed + (max(0, now - clock.since) if clock.runs else 0)
    while elapsed >= parts[index].length and index < len(parts) - 1:
        elapsed -= parts[index].length
        index += 1
    part = parts[index]
    left = max(0, part.length - elapsed)
    return Reading(
        segment=index,
        level=part.level,
        left=left,
        elapsed=elapsed,
        is_break=part.pause is not None,
        runs=clock.runs,
        color_up=part.pause.color_up if part.pause else (),
        to_break=_until_break(parts, index, left),
        is_last=index == len(parts) - 1,
    )


def stopped_at(plan: Plan, clock: Clock, now: int) -> Clock:
    """Return the clock stopped at `now`."""
    reading = read(plan, clock, now)
    return Clock(reading.segment, reading.elapsed)


def running_from(plan: Plan, clock: Clock, now: int) -> Clock:
    """Return the clock running from `now`."""
    reading = read(plan, clock, now)
    return Clock(reading.segment, reading.elapsed, now)


def shifted(plan: Plan, clock: Clock, now: int, by: int) -> Clock:
    """Return the clock with `by` more milliseconds left in its level; a negative number takes time off.

    The level neither ends by that nor gets longer than it has time in the plan before the shift plus `by`.
    """
    reading = read(plan, clock, now)
    elapsed = reading.elapsed - by
    length = segments(plan)[reading.segment].length
    return Clock(reading.segment, min(elapsed, length - 1), now if clock.runs else 0)


def moved_to(plan: Plan, clock: Clock, segment: int, now: int) -> Clock:
    """Return the clock at the start of a segment, running if it ran."""
    return Clock(segment, 0, now if clock.runs else 0)


def begun_segments(
    plan: Plan, clock: Clock, now: int, last: int | None
) -> tuple[tuple[int, int], ...]:
    """Return the levels and breaks that have begun since the `last` one, each with the time when it began.

    After the clock was moved back or past others, only those that it has shown since then count.
    """
    reading = read(plan, clock, now)
    is_known = last is not None and clock.segment <= last <= reading.segment
    first = last + 1 if is_known and last is not None else clock.segment
    began = (clock.since or now) - clock.elapsed
    moments = (began, *changes_at(plan, clock))
    return tuple(
        (segment, moments[segment - clock.segment]) for segment in range(first, reading.segment + 1)
    )


def changes_at(plan: Plan, clock: Clock) -> tuple[int, ...]:
    """Return when each later segment begins, in Unix milliseconds; none while the clock is stopped."""
    if not clock.runs:
        return ()
    moment = clock.since - clock.elapsed
    moments: list[int] = []
    for part in segments(plan)[clock.segment : -1]:
        moment += part.length
        moments.append(moment)
    return tuple(moments)


def _until_break(parts: tuple[Segment, ...], index: int, left: int) -> int | None:
    if parts[index].pause is not None:
        return None
    until = left
    for part in parts[index + 1 :]:
        if part.pause is not None:
            return until
        until += part.length
    return None
