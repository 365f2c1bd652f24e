"""FLOOR without the network: the rule and its steps come from the tablet, and the call says that nobody has it."""

import pytest

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.live_hands import play_to_flop
from tests.support.live_room import LiveRoom
from tests.support.room_log import floor_events
from tests.support.tablet_faults import expect_a_proposal_without_a_network

pytestmark = pytest.mark.browser


@pytest.mark.release
def test_proposal_comes_from_the_tablet(dealer: Dealer, cable: Cable, live_room: LiveRoom) -> None:
    dealer.sit_down()
    dealer.expect_engine()
    play_to_flop(dealer)
    dealer.expect_footer("all sent")
    expect_a_proposal_without_a_network(dealer, cable)
    # The row, and again with the answer to its question.
    assert floor_events(live_room) == ["floor.called", "floor.reported", "floor.reported"]
