"""The dry run of a draft over hands of the log: hit, no with its reason, asks."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from poker import commands as p
from poker.formatting import smart_quotes
from poker.promotion_terms import HandFloor
from promotions.dry_run import DryRun, dry_run, splash_run
from promotions.models import Promotion
from promotions.pages.promotion_form import first_terms
from promotions.rules import fund_commands as c
from promotions.rules.terms import PromotionTerms, Schedule, TierTerms
from tests.support.fund_room import FundRoom

pytestmark = pytest.mark.django_db
BOARD = ("Td", "Ts", "Js", "Qs", "4h")


@pytest.fixture
def funds(db: None) -> FundRoom:
    room = FundRoom()
    room.open_table()
    return room


def play_bad_beat(funds: FundRoom, *, shows_losing: bool = True, folds: bool = True) -> None:
    """Play quad tens of seat 2, beaten by the straight flush of seat 3, up to the award."""
    for seat in (4, 1) if folds else ():
        funds.table.execute(p.Act(seat, "fold"))
    for _ in range(4):
        funds.table.execute(p.CloseStreet(2 if folds else 4))
    funds.table.execute(p.ShowBoard(BOARD))
    funds.table.execute(p.ShowHand(3, ("9s", "8s")))
    if shows_losing:
        funds.table.execute(p.ShowHand(2, ("Th", "Tc")))
    funds.table.execute(p.AwardPot(seats=(3,)))


def jackpot(**changes: object) -> PromotionTerms:
    return replace(first_terms("bad_beat", "Bad beat"), **{"pot": 0, **changes})


def test_hand_is_a_hit_under_the_draft_and_not_under_the_version(funds: FundRoom) -> None:
    play_bad_beat(funds)
    funds.play_hand()
    base = jackpot(players=9)
    run = dry_run(funds.room, base, jackpot(players=4), funds.now)
    assert run is not None
    [row] = run.rows
    assert (row.table.name, row.hand, run.hands) == ("T1", 1, 1)
    assert row.before is not None
    assert (row.before.kind, row.before.note) == ("no", "too few dealt in")
    assert (row.after.kind, row.after.note) == ("hit", "S2 beaten by S3")
    assert (run.hits_before, run.hits_after) == (0, 1)


def test_hand_with_a_player_who_did_not_show_asks(funds: FundRoom) -> None:
    play_bad_beat(funds, folds=False)
    run = dry_run(funds.room, None, jackpot(), funds.now)
    assert run is not None
    [row] = run.rows
    assert (row.after.kind, row.after.note) == (
        "asks",
        smart_quotes("S2 beaten by S3: a hand wasn't shown"),
    )
    assert (run.hits_after, run.asks_after) == (0, 1)


def test_higher_floor_finds_no_hand(funds: FundRoom) -> None:
    play_bad_beat(funds)
    tiers = (TierTerms("primary", HandFloor("quads", ("A",)), HandFloor("quads")),)
    run = dry_run(funds.room, None, jackpot(tiers=tiers), funds.now)
    assert run is not None
    assert run.rows == []
    assert run.hands == 1


def test_hand_that_was_not_shown_is_no_hit(funds: FundRoom) -> None:
    play_bad_beat(funds, shows_losing=False)
    run = dry_run(funds.room, None, jackpot(), funds.now)
    assert run is not None
    assert (run.hands, run.hits_after) == (1, 0)


def test_kind_without_a_decision_at_tables_has_no_dry_run(funds: FundRoom) -> None:
    assert dry_run(funds.room, None, first_terms("splash", "Splash"), funds.now) is None


def of_fund(funds: FundRoom, draft: PromotionTerms) -> tuple[DryRun, Promotion]:
    """Return the dry run of a draft that the fund of the room pays."""
    published = {"prize": draft.prize or 100, "prizes": draft.prizes}
    promotion = funds.publish(draft.kind, "Other promotion", **published).promotion
    run = dry_run(funds.room, None, draft, funds.now, promotion)
    assert run is not None
    return run, promotion


def test_hit_pays_from_the_ledger_of_the_month_and_starts_the_next_jackpot(funds: FundRoom) -> None:
    policy = replace(funds.state.policy, seed=20_000)
    funds.send(c.SetPolicy(policy, "next jackpot", funds.people["second"].key))
    funds.send(c.Receive(130_000, "Old jackpot", 0))
    funds.send(c.Post(100_000, 0, 30_000, "opening"))
    play_bad_beat(funds)
    run, _ = of_fund(funds, jackpot())
    [row] = run.rows
    assert row.payment is not None
    assert (row.payment.amount, row.payment.jackpot, row.payment.reserve) == (
        100_000,
        20_000,
        10_000,
    )
    assert run.fund is not None
    assert (run.fund.lowest, run.paid) == (0, 100_000)


def test_hand_that_asks_shows_its_amount_and_pays_nothing(funds: FundRoom) -> None:
    funds.fill(100_000)
    play_bad_beat(funds, folds=False)
    run, _ = of_fund(funds, jackpot())
    [row] = run.rows
    assert row.payment is not None
    assert (row.payment.amount, row.payment.jackpot) == (100_000, None)
    assert run.fund is not None
    assert run.fund.pools["primary"] == 100_000


def test_only_the_highest_hand_of_a_period_is_paid(funds: FundRoom) -> None:
    funds.fill(100_000)
    play_bad_beat(funds)
    play_bad_beat(funds)
    terms = replace(
        first_terms("high_hand", "High hand"), prize=10_000, schedule=Schedule(0, 1440, 1440)
    )
    run, _ = of_fund(funds, terms)
    assert run.hits_after == 2
    assert run.paid == 10_000
    newest, oldest = run.rows
    assert newest.payment is not None
    assert newest.payment.note == "not the highest of its period"
    assert oldest.payment is not None
    assert oldest.payment.jackpot == 90_000


def test_mystery_board_expects_the_average_prize(funds: FundRoom) -> None:
    funds.fill(100_000)
    play_bad_beat(funds)
    terms = replace(first_terms("mystery", "Board"), prizes=(50_000, 10_000, 10_000, 10_000))
    run, _ = of_fund(funds, terms)
    assert run.is_expected
    [row] = run.rows
    assert row.payment is not None
    assert row.payment.amount == 20_000


def test_splash_pots_are_counted_by_periods_and_by_money(funds: FundRoom) -> None:
    funds.fill(100_000)
    funds.table.now += timedelta(days=2)
    terms = replace(first_terms("splash", "Splash"), prize=10_000, schedule=Schedule(0, 1440, 60))
    promotion = funds.publish("splash", "Splash", prize=10_000).promotion
    run = splash_run(promotion, terms, funds.now)
    assert run is not None
    assert (run.pots, run.amount) == (10, 100_000)
    assert run.pots + run.short >= 30 * 24 - 1
    assert run.fund.pools["primary"] == 0
