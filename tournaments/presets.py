"""Templates to start from. What rooms commonly play; a manager changes them before the first event (source: memory)."""

from msgspec.structs import replace

from tournaments.rules.plan import (
    UNLIMITED,
    AddOn,
    Break,
    Level,
    PayoutColumn,
    PayoutTable,
    Plan,
    Price,
    Rebuys,
)

# Percent of the pool by place, in basis points, for at most so many entries.
STANDARD_PAYOUTS = PayoutTable(
    columns=(
        PayoutColumn(9, (6_500, 3_500)),
        PayoutColumn(30, (5_000, 3_000, 2_000)),
        PayoutColumn(60, (3_800, 2_500, 1_700, 1_200, 800)),
        PayoutColumn(100, (3_200, 2_050, 1_400, 1_050, 800, 600, 500, 400)),
        PayoutColumn(
            150, (2_696, 1_700, 1_150, 860, 650, 500, 400, 320, 260, *(200,) * 3, *(144,) * 6)
        ),
        PayoutColumn(
            230,
            (
                2_500,
                1_700,
                1_200,
                900,
                670,
                520,
                400,
                320,
                251,
                *(185,) * 3,
                *(74,) * 6,
                *(60,) * 9,
            ),
        ),
        PayoutColumn(
            300,
            (
                2_400,
                1_620,
                1_130,
                840,
                630,
                490,
                380,
                300,
                230,
                *(169,) * 3,
                *(85,) * 6,
                *(60,) * 9,
                *(47,) * 9,
            ),
        ),
        PayoutColumn(
            100_000,
            (
                *(2_200, 1_500, 1_050, 780, 580, 450, 350, 280, 220),
                *(160,) * 3,
                *(100,) * 6,
                *(70,) * 9,
                *(50,) * 9,
                *(43,) * 10,
            ),
        ),
    ),
    minimum=0,
    unit=1_000,
)
BLINDS = (
    (100, 100, 100),
    (100, 200, 200),
    (100, 300, 300),
    (200, 400, 400),
    (300, 500, 500),
    (300, 600, 600),
    (500, 1_000, 1_000),
    (500, 1_500, 1_500),
    (1_000, 2_000, 2_000),
    (1_500, 3_000, 3_000),
    (2_000, 4_000, 4_000),
    (3_000, 6_000, 6_000),
    (4_000, 8_000, 8_000),
    (5_000, 10_000, 10_000),
    (10_000, 15_000, 15_000),
    (10_000, 20_000, 20_000),
    (15_000, 30_000, 30_000),
    (20_000, 40_000, 40_000),
    (30_000, 60_000, 60_000),
    (40_000, 80_000, 80_000),
    (50_000, 100_000, 100_000),
    (100_000, 150_000, 150_000),
)
DAILY = Plan(
    name="Daily",
    entry=Price(pool=20_000, house=3_000, staff=1_000, chips=20_000),
    levels=tuple(Level(small, big, ante, 30) for small, big, ante in BLINDS),
    breaks=(Break(3, 15), Break(6, 15, (100,)), Break(9, 15), Break(12, 15, (500,)), Break(15, 15)),
    late_level=8,
    reentries=2,
    payouts=STANDARD_PAYOUTS,
    seats=8,
    last_seats=9,
    chips=(100, 500, 1_000, 5_000, 25_000),
)

FREEZEOUT = replace(DAILY, name="Freezeout", late_level=4, reentries=0)
# Longer levels, and 400 big blinds to start with.
DEEP_STACK = replace(
    DAILY,
    name="Deep stack",
    entry=Price(pool=34_000, house=4_500, staff=1_500, chips=40_000),
    levels=tuple(Level(small, big, ante, 40) for small, big, ante in BLINDS),
    late_level=9,
    reentries=1,
)
TURBO = replace(
    DAILY,
    name="Turbo",
    entry=Price(pool=6_000, house=1_500, staff=500, chips=15_000),
    levels=tuple(Level(small, big, ante, 15) for small, big, ante in BLINDS),
    breaks=(Break(6, 10, (100,)), Break(12, 10, (500,)), Break(18, 10)),
    reentries=UNLIMITED,
)
REBUY = replace(
    DAILY,
    name="Rebuy with add-on",
    entry=Price(pool=4_000, house=1_000, chips=5_000),
    levels=tuple(Level(small, big, ante, 20) for small, big, ante in BLINDS),
    late_level=6,
    reentries=0,
    rebuys=Rebuys(Price(pool=4_000, chips=5_000), UNLIMITED, 6),
    add_on=AddOn(Price(pool=4_000, staff=500, chips=10_000), 6),
)
SATELLITE = replace(
    DAILY,
    name="Satellite",
    entry=Price(pool=5_000, house=800, staff=200, chips=10_000),
    levels=tuple(Level(small, big, ante, 20) for small, big, ante in BLINDS),
    late_level=6,
    payouts=PayoutTable(unit=1_000),
    seat_value=24_000,
)
SIT_AND_GO = replace(
    DAILY,
    name="Sit-and-go",
    entry=Price(pool=10_000, house=1_500, staff=500, chips=5_000),
    levels=tuple(Level(small, big, 0, 15) for small, big, _ in BLINDS[:14]),
    breaks=(Break(6, 5, (100,)),),
    late_level=0,
    reentries=0,
    most_entries=9,
    starts_when_full=True,
    payouts=PayoutTable((PayoutColumn(6, (6_500, 3_500)), PayoutColumn(10, (5_000, 3_000, 2_000)))),
    seats=9,
    last_seats=0,
)
# Limit games in turn, a game each level: hold'em, Omaha eight-or-better, razz, stud, stud eight-or-better.
HORSE = ("holdem", "omaha8", "razz", "stud", "stud8")
HORSE_BETS = (
    (100, 200),
    (200, 400),
    (300, 600),
    (400, 800),
    (500, 1_000),
    (600, 1_200),
    (800, 1_600),
    (1_000, 2_000),
    (1_500, 3_000),
    (2_000, 4_000),
    (3_000, 6_000),
    (4_000, 8_000),
    (5_000, 10_000),
    (6_000, 12_000),
    (8_000, 16_000),
    (10_000, 20_000),
    (15_000, 30_000),
    (20_000, 40_000),
    (30_000, 60_000),
    (40_000, 80_000),
)
STUD_GAMES = ("razz", "stud", "stud8")


def _mixed_level(number: int, bets: tuple[int, int]) -> Level:
    """Return a level of the mixed event: bets of `bets`, or blinds of half of them; stud antes are a quarter."""
    small, big = bets
    game = HORSE[number % len(HORSE)]
    if game in STUD_GAMES:
        part = max(100, small // 4 // 100 * 100)
        return Level(small, big, part, 30, part, game, "fixed")
    return Level(max(100, small // 2 // 100 * 100), small, 0, 30, game=game, limit="fixed")


MIXED = replace(
    DAILY,
    name="Mixed limit games",
    limit="fixed",
    levels=tuple(_mixed_level(number, bets) for number, bets in enumerate(HORSE_BETS)),
    breaks=tuple(Break(after, 15) for after in (4, 8, 12, 16)),
    chips=(100, 500, 1_000, 5_000, 25_000),
    seats=8,
    last_seats=0,
)
PRESETS = {
    "daily": DAILY,
    "freezeout": FREEZEOUT,
    "deep-stack": DEEP_STACK,
    "turbo": TURBO,
    "rebuy": REBUY,
    "satellite": SATELLITE,
    "sit-and-go": SIT_AND_GO,
    "mixed": MIXED,
}
