"""Splash pots that a promotion pays: announced by the room, never into a running hand, kept through a void."""

from typing import Any

import pytest

from poker import commands as c
from poker import engine
from poker.draft import Unseen
from poker.promotion_terms import FundSplash
from poker.refusal import Refusal
from poker.state import Hand, Table
from poker.view import view
from tests.support.play import NOW, open_table, play

SPLASH = FundSplash("splash.1", "Friday splash", 4)
NO_LIMIT: dict[str, Any] = {
    "game": "holdem",
    "limit": "none",
    "small_bet": 300,
    "big_bet": 300,
    "blinds": [100, 300],
    "chips": [100, 500],
}


def run(table: Table, command: c.Command) -> Table:
    return engine.run(table, command, now=NOW).state


def announced() -> Table:
    table = open_table(NO_LIMIT, seats=4)
    for seat in range(1, 5):
        table = play(table, f"add_chips seat={seat} amount=40000")
    return run(table, c.AnnounceFundSplash(SPLASH, 10_000))


def hand_of(table: Table) -> Hand:
    assert table.hand is not None
    return table.hand


def test_a_plaque_without_splash_pots_gets_one_from_the_room() -> None:
    table = announced()
    splash = view(table).splash_pot
    assert splash is not None
    assert (splash.amount, splash.announced, splash.title) == (10_000, True, "Friday splash")
    assert view(table).step.facts["splash_title"] == "Friday splash"
    table = play(table, "deal")
    assert (hand_of(table).splash, hand_of(table).fund_splash) == (10_000, SPLASH)
    assert (table.splash, table.fund_splash, table.last_splash) == (0, None, 0)


def test_a_hand_that_the_tablet_dealt_before_it_saw_the_splash_has_none() -> None:
    table = announced()
    offline = engine.run(table, c.Deal(), now=NOW, unseen=Unseen(splash=True)).state
    assert hand_of(offline).splash == 0
    assert view(offline).splash_pot is None  # it shows before the next deal
    over = play(offline, "void_hand")
    splash = view(over).splash_pot
    assert splash is not None
    assert splash.announced
    assert hand_of(play(over, "deal")).fund_splash == SPLASH


def test_a_splash_announced_during_a_hand_waits_for_the_next() -> None:
    table = play(run(announced(), c.WithdrawFundSplash(4)), "deal")
    table = run(table, c.AnnounceFundSplash(SPLASH, 10_000))
    assert hand_of(table).splash == 0
    assert view(table).splash_pot is None


def test_a_voided_hand_keeps_the_promotion_for_the_next_hand() -> None:
    table = play(play(announced(), "deal"), "void_hand")
    assert (table.splash, table.fund_splash) == (10_000, SPLASH)


def test_a_change_of_the_plaque_keeps_the_splash_of_the_fund() -> None:
    table = announced()
    assert table.stakes is not None
    table = run(table, c.ChangePlaque(table.stakes))
    assert (table.splash, table.fund_splash) == (10_000, SPLASH)


def test_closing_the_table_drops_the_announcement() -> None:
    table = play(announced(), "close_table")
    assert (table.splash, table.fund_splash) == (0, None)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.AnnounceSplashPot(on=False), "splash_of_fund"),
        (c.AnnounceFundSplash(SPLASH, 10_000), "splash_pot_announced"),
        (c.WithdrawFundSplash(3), "no_splash_pot"),
    ],
)
def test_refused(command: c.Command, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        run(announced(), command)
    assert refused.value.code == code


def test_no_second_splash_while_one_is_in_the_pot() -> None:
    table = play(announced(), "deal")
    with pytest.raises(Refusal) as refused:
        run(table, c.AnnounceFundSplash(FundSplash("splash.1", "Friday splash", 5), 10_000))
    assert refused.value.code == "splash_pot_announced"


def test_chips_must_make_the_amount() -> None:
    table = run(announced(), c.WithdrawFundSplash(4))
    with pytest.raises(Refusal):
        run(table, c.AnnounceFundSplash(SPLASH, 10_050))
