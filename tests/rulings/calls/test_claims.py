"""A claimed promotion calls the floor; UNDO and the floor's decision end the call."""

import pytest

from poker import commands as c
from poker.refusal import Refusal
from poker.view.model import present
from rulings.calls import responses
from rulings.calls.models import Call
from tests.support.fund_room import FundRoom

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def jackpot(transactional_db: None) -> FundRoom:
    """The showdown of quad tens and a straight flush, in a room with a bad beat."""
    room = FundRoom()
    room.publish(pot=0)
    room.open_table()
    for _ in range(4):
        view = room.table.execute(c.CloseStreet(4)).view
    seats = [seat.seat for seat in view.seats if seat.state == "in"]
    room.table.execute(c.ShowBoard(("Td", "Ts", "Js", "Qs", "4h")))
    room.table.execute(c.ShowHand(seats[0], ("Th", "Tc")))
    room.table.execute(c.ShowHand(seats[1], ("9s", "8s")))
    return room


def claim(room: FundRoom) -> Call:
    due = present(room.table.table.view.promotion)
    room.table.execute(c.ClaimPromotion(due.key, due.board))
    return Call.objects.latest("id")


def test_claim_calls_the_floor_and_undo_cancels_the_call(jackpot: FundRoom) -> None:
    call = claim(jackpot)
    assert call.status == Call.Status.OPEN
    view = jackpot.table.execute(c.Undo()).view
    call.refresh_from_db()
    assert call.status == Call.Status.CANCELED
    assert view.floor is None
    assert present(view.promotion).claimed_at == 0


def test_claim_that_the_floor_answered_is_settled_by_the_floor(jackpot: FundRoom) -> None:
    call = claim(jackpot)
    oak = jackpot.people["supervisor"]
    responses.call_answer(call=call, staff=oak, how="coming", now=jackpot.now)
    with pytest.raises(Refusal, match="claim_answered"):
        jackpot.table.execute(c.Undo())
    settle = c.SettleClaim(call.hand, "verified", by=oak.alias)
    view = jackpot.table.execute(settle, actor=oak.key).view
    call.refresh_from_db()
    assert (call.status, call.reason) == (Call.Status.CANCELED, "Jackpot verified")
    assert not view.paused
    assert view.promotion is None
