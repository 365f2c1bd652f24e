"""Templates to start from. What rooms commonly play; a manager changes them before the first event (source: memory)."""

from tournaments.rules.plan import Break, Level, PayoutColumn, PayoutTable, Plan, Price

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
PRESETS = (DAILY,)
