"""A claimed promotion calls the floor; UNDO and the floor's decision end the call."""

import pytest

from poker import commands as c
from poker.promotion_terms import HandFloor, TablePromotion, Tier
from poker.refusal import Refusal
from poker.view.model import present
from rulings.calls import responses
from rulings.calls.models import Call
from tests.support.call_fixtures import Floor

JACKPOT = TablePromotion(
    "bad-beat.1",
    "bad_beat",
    "Bad beat jackpot",
    tiers=(Tier("primary", HandFloor("quads"), HandFloor("quads")),),
)


@pytest.fixture
def jackpot(floor: Floor) -> Floor:
    """The showdown of quad tens and a straight flush."""
    game = floor.game
    game.execute(c.SetPromotions((JACKPOT,)))
    for _ in range(4):
        view = game.execute(c.CloseStreet(4)).view
    seats = [seat.seat for seat in view.seats if seat.state == "in"]
    game.execute(c.ShowBoard(("Td", "Ts", "Js", "Qs", "4h")))
    game.execute(c.ShowHand(seats[0], ("Th", "Tc")))
    game.execute(c.ShowHand(seats[1], ("9s", "8s")))
    return floor


def claim(floor: Floor) -> Call:
    floor.game.execute(c.ClaimPromotion("bad-beat.1"), actor=floor.wren.key)
    return floor.call


def test_claim_calls_the_floor_and_undo_cancels_the_call(jackpot: Floor) -> None:
    call = claim(jackpot)
    assert call.status == "open"
    view = jackpot.game.execute(c.Undo(), actor=jackpot.wren.key).view
    call.refresh_from_db()
    assert call.status == Call.Status.CANCELED
    assert view.floor is None
    assert present(view.promotion).claimed_at == 0


def test_claim_that_the_floor_answered_is_settled_by_the_floor(jackpot: Floor) -> None:
    call = claim(jackpot)
    now = jackpot.game.now
    responses.call_answer(call=call, staff=jackpot.oak, how="coming", now=now)
    with pytest.raises(Refusal, match="claim_answered"):
        jackpot.game.execute(c.Undo(), actor=jackpot.wren.key)
    settle = c.SettleClaim(call.hand, "verified", by=jackpot.oak.alias)
    view = jackpot.game.execute(settle, actor=jackpot.oak.key).view
    call.refresh_from_db()
    assert (call.status, call.reason) == (Call.Status.CANCELED, "Jackpot verified")
    assert not view.paused
    assert view.promotion is None
