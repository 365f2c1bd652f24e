"""When the parts of a plan begin, how long an event takes, and the levels that may follow."""

from msgspec.structs import replace

from tournaments.rules.plan import Level, Plan, Segment, chips_in_play, segments

# An event is about over when the chips in play are this many big blinds (source: memory).
LAST_BLINDS = 40
SMALLEST_STEP = 5  # a level is at least a quarter above the last one: 5 to 4
LARGEST_STEP = 4
# The first digits of usual big blinds, times a power of ten.
STEPS = (100, 120, 150, 200, 250, 300, 400, 500, 600, 800)


def minutes_of(segment: Segment) -> int:
    """Return the length of a segment in minutes."""
    return segment.length // 60_000


def begins(plan: Plan) -> tuple[int, ...]:
    """Return when each segment begins, and when the last one ends, in minutes from the start."""
    moments = [0]
    for segment in segments(plan):
        moments.append(moments[-1] + minutes_of(segment))
    return tuple(moments)


def late_entry_minutes(plan: Plan) -> int:
    """Return when registration closes, in minutes from the start: after its last level and the break after it."""
    return sum(
        minutes_of(segment) for segment in segments(plan) if segment.level <= plan.late_level
    )


def expected_minutes(plan: Plan, entries: int) -> int:
    """Return about how long an event with so many entries takes, breaks included.

    It ends with the first level whose big blind leaves at most `LAST_BLINDS` big blinds in play.
    """
    chips = plan.entry.chips * entries
    last = len(plan.levels)
    for number, level in enumerate(plan.levels, start=1):
        if chips <= level.big * LAST_BLINDS:
            last = number
            break
    parts = segments(plan)
    return sum(
        minutes_of(part)
        for part in parts
        if part.level < last or (part.level == last and part.pause is None)
    )


def tables_for(plan: Plan, entries: int) -> int:
    """Return how many tables seat so many entries."""
    return -(-entries // plan.seats)


def with_more_levels(plan: Plan, count: int, minutes: int) -> Plan:
    """Return the plan with up to `count` more levels, each about a third above the last one.

    Their amounts can be paid in the chips that are in play after the last color-up.
    """
    longer = plan
    for _ in range(count):
        longer = replace(longer, levels=(*longer.levels, _next_level(longer, minutes)))
    return longer


def _next_level(plan: Plan, minutes: int) -> Level:
    if not plan.levels:
        chip = plan.chips[0] if plan.chips else 1
        return Level(chip, 2 * chip, 2 * chip, minutes)
    chip = (chips_in_play(plan, len(plan.levels) + 1) or (1,))[0]
    games = len({level.game for level in plan.levels})  # they change in turn
    before = plan.levels[-min(games, len(plan.levels))]
    big = before.big
    for _ in range(games):
        big = _next_big(big, chip)
    return Level(
        small=_scaled(big, 2, 1, chip),
        big=big,
        ante=_scaled(before.ante, before.big, big, chip),
        minutes=minutes,
        bring_in=_scaled(before.bring_in, before.big, big, chip),
        game=before.game,
        limit=before.limit,
    )


def _next_big(big: int, chip: int) -> int:
    power = 1
    while True:
        for step in STEPS:
            amount = step * power // 100
            if amount * LARGEST_STEP >= big * SMALLEST_STEP and amount % chip == 0:
                return amount
        power *= 10


def _scaled(amount: int, of: int, to: int, chip: int) -> int:
    """Return an amount that grows like `of` to `to`, in whole chips and with two digits; 0 stays 0."""
    if not amount:
        return 0
    exact = amount * to // of
    power = int(10 ** max(0, len(str(exact)) - 2))
    unit = power if power % chip == 0 else chip
    return max(chip, exact // unit * unit)
