"""The dry run of a draft over hands of the log: hit, no with its reason, asks."""

import pytest
from msgspec.structs import replace

from poker import commands as p
from poker.formatting import smart_quotes
from poker.promotion_terms import HandFloor
from promotions.dry_run import dry_run
from promotions.pages.promotion_form import first_terms
from promotions.rules.terms import PromotionTerms, TierTerms
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
    assert dry_run(funds.room, None, first_terms("mystery", "Board"), funds.now) is None
