"""A settled claim stays readable after the state of its fund has dropped it."""

import pytest
from django.urls import reverse

from promotions.funds import load_fund
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import MOST_HITS
from promotions.settled_hits import settled_hit
from tests.support.floor_fixtures import sign_in_client
from tests.support.fund_room import FundRoom
from tests.support.page_roles import PageContent

pytestmark = pytest.mark.django_db


def test_claim_that_the_state_dropped_is_read_from_the_log_and_not_changed() -> None:
    funds = FundRoom()
    funds.open_table()
    version = funds.publish()
    funds.fill(10_000)
    hit = funds.verify(funds.claim(version, hand=1))
    for share in hit.shares:
        funds.send(c.Pay(hit.number, share.seat, "cash"), "desk")
    paid = funds.state.hit(hit.number)
    for hand in range(2, MOST_HITS + 4):
        later = funds.claim(version, hand=hand)
        funds.send(c.Refuse(later.number, "the jackpot was talked about"), "supervisor")
    seq, state = load_fund(funds.fund.pk)
    assert state.hit(hit.number) is None
    assert settled_hit(funds.fund.pk, seq, hit.number) == paid
    assert settled_hit(funds.fund.pk, seq, 99) is None
    address = reverse("funds:claim", args=[funds.fund.pk, hit.number])
    response = sign_in_client("301").get(address)
    page = PageContent(response).text
    assert response.status_code == 200
    assert "4 of 4 paid" in page
    assert "Undo a payment" not in page
    slips = sign_in_client("401").get(reverse("funds:slips", args=[funds.fund.pk, hit.number]))
    assert slips.content.startswith(b"%PDF")
