"""The plan of a tournament: prices, levels, breaks, payouts and the house's choices.

Money is in the smallest unit of the house's currency, chips are tournament chips without a cash value.
"""

from functools import lru_cache
from typing import Literal

import msgspec

from poker.games import GAMES
from poker.stakes import AnteBy, Limit, Stakes

MINUTE = 60_000
WHOLE = 10_000  # basis points of a pool
UNLIMITED = -1
BreakOrder = Literal["highest", "lowest"]


class Price(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a player pays and gets: the parts for prize pool, house and staff add up to what is paid."""

    pool: int = 0
    house: int = 0
    staff: int = 0
    chips: int = 0

    @property
    def paid(self) -> int:
        return self.pool + self.house + self.staff


class Level(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The stakes of a level.

    small, big: the blinds, or in stud the completion and the upper bet. `game` and `limit` replace those of the plan in
    a mixed event.
    """

    small: int
    big: int
    ante: int = 0
    minutes: int = 30
    bring_in: int = 0
    game: str = ""
    limit: Limit | None = None


class Break(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A break after a level, counted from 1. `color_up`: chips that are raced off in it."""

    after: int
    minutes: int
    color_up: tuple[int, ...] = ()


class PayoutColumn(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The shares of the pool by place, in basis points, up to a number of entries."""

    most: int
    shares: tuple[int, ...]


class PayoutTable(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a pool is paid. minimum: the least payout; unit: payouts are rounded down to it, the rest goes to first."""

    columns: tuple[PayoutColumn, ...] = ()
    minimum: int = 0
    unit: int = 100

    def column(self, entries: int) -> PayoutColumn | None:
        """Return the column for a number of entries: the last one for more than any column has."""
        fitting = (column for column in self.columns if entries <= column.most)
        return next(fitting, self.columns[-1] if self.columns else None)


class Rebuys(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Rebuys: their price, how many an entry may make (-1: any number), and until the end of which level."""

    price: Price
    most: int = UNLIMITED
    last_level: int = 1


class AddOn(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One add-on for each entry, from a level until the end of the break after it."""

    price: Price
    level: int


class Plan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A tournament before its first entry."""

    name: str = ""
    game: str = "holdem"
    limit: Limit = "none"
    entry: Price = Price()
    levels: tuple[Level, ...] = ()
    breaks: tuple[Break, ...] = ()
    late_level: int = 0  # registration closes at the end of this level; 0: at the start
    reentries: int = 0  # for each player; -1: any number
    rebuys: Rebuys | None = None
    add_on: AddOn | None = None
    most_entries: int = 0  # 0: no limit
    starts_when_full: bool = False  # a sit-and-go
    guarantee: int = 0
    payouts: PayoutTable = PayoutTable()
    seat_value: int = 0  # a satellite: the price of a seat in the target event
    seats: int = 9  # at a table
    last_seats: int = 0  # at the last two tables, 0 for `seats`
    ante_by: AnteBy = "big_blind"
    chips: tuple[int, ...] = ()  # denominations, least first
    balance_at: int = 2  # seats between the fullest and the emptiest table from which players move
    stop_at: int = 3  # a table this many short stops
    break_order: BreakOrder = "highest"
    deal_minimum: int = 0  # what a deal leaves to play for
    slip_from: int = 0  # payouts from this amount get the house's tax note; 0: none
    day_target: str = ""  # a flight: the name of the event where its stacks meet

    @property
    def is_satellite(self) -> bool:
        return self.seat_value > 0


class Segment(msgspec.Struct, frozen=True):
    """A level or a break as the clock runs it. `level` counts from 1; in a break it is the level before it."""

    level: int
    length: int  # milliseconds
    pause: Break | None = None


@lru_cache(maxsize=64)
def segments(plan: Plan) -> tuple[Segment, ...]:
    """Return levels and breaks in order."""
    pauses = {pause.after: pause for pause in plan.breaks}
    parts: list[Segment] = []
    for number, level in enumerate(plan.levels, start=1):
        parts.append(Segment(number, level.minutes * MINUTE))
        pause = pauses.get(number)
        if pause is not None:
            parts.append(Segment(number, pause.minutes * MINUTE, pause))
    return tuple(parts)


def chips_in_play(plan: Plan, level: int) -> tuple[int, ...]:
    """Return the denominations in play on a level, after the color-ups in breaks before it."""
    raced = {chip for pause in plan.breaks if pause.after < level for chip in pause.color_up}
    return tuple(chip for chip in plan.chips if chip not in raced)


@lru_cache(maxsize=256)
def stakes_of(plan: Plan, number: int) -> Stakes:
    """Return the stakes of a level as a plaque: no rake, no buy-in, no straddle."""
    level = plan.levels[number - 1]
    game = level.game or plan.game
    limit = level.limit or plan.limit
    is_stud = GAMES[game].family == "stud"
    has_set_bets = limit in ("fixed", "split")
    small_bet = level.small if is_stud else level.big
    upper = level.big if is_stud else level.big * (2 if has_set_bets else 1)
    return Stakes(
        game=game,
        limit=limit,
        small_bet=small_bet,
        big_bet=upper,
        blinds=() if is_stud else (level.small, level.big),
        ante=level.ante,
        ante_by="all" if is_stud else plan.ante_by,
        bring_in=level.bring_in,
        chips=chips_in_play(plan, number),
        tournament=True,
    )
