"""Hands of every kind at a table with a log: bomb pots, straddles and runs."""

from poker import commands as c
from poker.rules import HouseRules
from poker.stakes import BombPots, Stakes, Straddles
from poker.view import TableView
from tables.table_log import newest_view
from tests.support.room import TableDriver

RULES = HouseRules(runs="twice")
STAKES = Stakes(
    "holdem",
    "none",
    200,
    200,
    (100, 200),
    buy_in_min=4000,
    buy_in_max=40000,
    chips=(100,),
    straddle=True,
    straddles=Straddles(("under_the_gun", "sleeper")),
    bomb=BombPots(1000, 2, "asked"),
)


def view_of(game: TableDriver) -> TableView:
    return newest_view(game.table.pk)[1]


def deal_bomb_pot(game: TableDriver) -> None:
    """Deal a bomb pot on two boards to its end."""
    game.execute(c.CallBombPot())
    game.execute(c.Deal())
    end_hand(game)


def deal_straddled(game: TableDriver) -> None:
    """Deal a hand with a straddle to its end."""
    game.execute(c.Straddle(view_of(game).may_straddle))
    game.execute(c.Deal())
    end_hand(game)


def deal_all_in(game: TableDriver) -> list[int]:
    """Deal a hand in which two players are all-in before the flop; return their seats."""
    game.execute(c.Deal())
    seats = view_of(game).step.seats
    first, *others, last = seats
    game.execute(c.Act(first, "all_in", 5000))
    for seat in others:
        game.execute(c.Act(seat, "fold"))
    game.execute(c.Act(last, "all_in", 5000))
    return [first, last]


def end_hand(game: TableDriver) -> None:
    """Fold to the last player in, and award the pot."""
    if view_of(game).hand.stage == "complete":
        game.execute(c.CloseStreet(view_of(game).count.still_in))
    seats = [seat.seat for seat in view_of(game).seats if seat.state == "in"]
    for seat in seats[1:]:
        game.execute(c.Act(seat, "fold"))
    game.execute(c.AwardPot((seats[0],)))
