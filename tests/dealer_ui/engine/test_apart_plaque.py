"""A plaque or house rules that came while a tablet was away: hands stay on what their dealer had."""

import msgspec
import pytest

from dealer_ui.engine.wire import TableData
from dealer_ui.screen.model import Screen
from poker import commands as c
from poker import events as e
from poker.rules import HouseRules
from poker.stakes import Rotation, RotationGame, Stakes
from tests.support.device import Device, Line
from tests.support.engine_room import open_room
from tests.support.offline_hands import LIMIT, deal_hand, tap

# Small blinds.
SMALL = 200
BIGGER = 500
BIGGEST = 1000


def plaque(small: int, stakes: Stakes = LIMIT) -> Stakes:
    sizes = {"blinds": (small, 2 * small), "small_bet": 2 * small, "big_bet": 4 * small}
    return msgspec.structs.replace(stakes, **sizes, rotation=None)


ROTATION = msgspec.structs.replace(
    LIMIT,
    rotation=Rotation(
        by="hands",
        count=1,
        then=(
            RotationGame("omaha", "split", small_bet=400, big_bet=800, blinds=(200, 400)),
            RotationGame("omaha8", "split", small_bet=400, big_bet=800, blinds=(200, 400)),
        ),
    ),
)


def away(stakes: Stakes = LIMIT) -> Line:
    """Return a room whose tablet has dealt a hand and lost the network."""
    line = Line(room := open_room(stakes, players=3), [Device(room, 0)])
    line.settle()
    deal_hand(line)
    line.settle()
    line.devices[0].cut()
    return line


@pytest.fixture
def line() -> Line:
    return away()


def post(line: Line, small: int) -> None:
    """Post a plaque; its house rules have the small blind as their version."""
    line.now += 1000
    line.room.do(c.ChangePlaque(plaque(small), HouseRules(version=small)), at=line.now)


def back(line: Line) -> None:
    """Let the tablet come back, and check that both sides have the same and nothing was refused."""
    line.settle()
    check_together(line)
    assert not line.devices[0].refusals
    line.devices[0].cut()


def check_together(line: Line) -> None:
    assert line.devices[0].session.current.table == line.room.table


def starts(line: Line) -> list[e.HandStarted]:
    return [
        event
        for stored in line.room.log
        for event in stored.batch.events
        if isinstance(event, e.HandStarted)
    ]


def small_blinds(line: Line) -> list[int]:
    """Return the small blind of each hand, as its start says and as it was posted."""
    posted = [
        event.live
        for stored in line.room.log
        for event in stored.batch.events
        if isinstance(event, e.BlindPosted) and event.kind == "small"
    ]
    assert posted == [start.table.plaque.blinds[0] for start in starts(line)]
    versions = [start.table.rules.version for start in starts(line)]
    assert versions == [1 if small == SMALL else small for small in posted]
    return posted


def send_twenty(line: Line) -> None:
    """Let the room store the first message of taps."""
    device = line.devices[0]
    device.connect()
    line.serve(device)
    device.receive()
    device.send()
    line.serve(device)


def test_hands_dealt_before_the_tablet_had_the_plaque_stay_on_theirs(line: Line) -> None:
    post(line, BIGGER)
    deal_hand(line)
    deal_hand(line)
    back(line)
    deal_hand(line)
    back(line)
    assert small_blinds(line) == [SMALL, SMALL, SMALL, BIGGER]
    assert line.room.table.next_plaque is None


def test_reports_read_the_plaque_of_each_hand_from_the_events(line: Line) -> None:
    post(line, BIGGER)
    deal_hand(line)
    back(line)
    deal_hand(line)
    back(line)
    changes = [
        (type(event), event.stakes.blinds[0])
        for stored in line.room.log
        for event in stored.batch.events
        if isinstance(event, (e.PlaqueChanged, e.PlaqueQueued))
    ]
    assert changes == [
        (e.PlaqueChanged, BIGGER),
        (e.PlaqueChanged, SMALL),
        (e.PlaqueQueued, BIGGER),
        (e.PlaqueChanged, BIGGER),
    ]


def test_screen_between_hands_shows_the_plaque_that_is_dealt_next(line: Line) -> None:
    post(line, BIGGER)
    deal_hand(line)
    back(line)
    assert line.room.table.next_plaque is not None
    screen = line.devices[0].session.screen(line.now)
    assert isinstance(screen, Screen)
    assert "10/20" in screen.header.game
    deal_hand(line)
    assert small_blinds_of_tablet(line) == BIGGER


def small_blinds_of_tablet(line: Line) -> int:
    return line.devices[0].session.current.table.plaque.blinds[0]


def test_two_plaques_in_a_row_wait_as_one(line: Line) -> None:
    post(line, BIGGER)
    post(line, BIGGEST)
    deal_hand(line)
    back(line)
    deal_hand(line)
    back(line)
    assert small_blinds(line) == [SMALL, SMALL, BIGGEST]


def test_dealer_who_saw_the_first_of_two_plaques_deals_on_it(line: Line) -> None:
    post(line, BIGGER)
    line.settle()
    line.devices[0].cut()
    post(line, BIGGEST)
    deal_hand(line)
    back(line)
    deal_hand(line)
    back(line)
    assert small_blinds(line) == [SMALL, BIGGER, BIGGEST]


def test_dealer_who_saw_a_plaque_during_the_hand_deals_on_it_before_a_later_one(line: Line) -> None:
    tap(line, "deal")
    line.settle()
    post(line, BIGGER)
    line.settle()
    line.devices[0].cut()
    post(line, BIGGEST)
    deal_hand(line)
    assert small_blinds_of_tablet(line) == BIGGER
    deal_hand(line)
    back(line)
    deal_hand(line)
    back(line)
    assert small_blinds(line) == [SMALL, SMALL, BIGGER, BIGGEST]


def test_plaque_posted_while_taps_are_on_the_way_waits(line: Line) -> None:
    """Twenty taps are one message: between two of them the table is between hands for the room."""
    for _ in range(8):
        deal_hand(line)
    send_twenty(line)
    post(line, BIGGER)
    back(line)
    assert small_blinds(line) == [SMALL] * 9
    deal_hand(line)
    back(line)
    assert small_blinds(line)[-1] == BIGGER


def test_plaque_and_a_player_wait_together(line: Line) -> None:
    post(line, BIGGER)
    line.room.do(c.SeatPlayer(5, "p5", "Player 5", 40_000))
    deal_hand(line)
    back(line)
    assert small_blinds(line) == [SMALL, SMALL]
    orders = [
        event.order
        for stored in line.room.log
        for event in stored.batch.events
        if isinstance(event, e.ButtonMoved)
    ]
    assert all(5 not in order for order in orders)


@pytest.mark.parametrize("is_seen", [False, True])
def test_undo_of_the_deal_leaves_the_plaque_waiting(line: Line, is_seen: bool) -> None:
    post(line, BIGGER)
    tap(line, "deal")
    if is_seen:
        back(line)
    tap(line, "undo")
    deal_hand(line)
    back(line)
    assert small_blinds(line)[-1] == (BIGGER if is_seen else SMALL)
    if not is_seen:
        deal_hand(line)
        back(line)
        assert small_blinds(line)[-1] == BIGGER


def test_plaque_that_the_dealer_saw_is_dealt_when_the_floor_ended_the_hand(line: Line) -> None:
    tap(line, "deal")
    line.settle()
    line.devices[0].cut()
    post(line, BIGGER)
    line.room.do(c.FinishHand(2, "Oak", "dead tablet"))
    lost = deal_hand(line)
    deal_hand(line)
    line.settle()
    check_together(line)
    assert set(line.devices[0].refusals) == set(lost)
    assert small_blinds(line) == [SMALL, SMALL, SMALL]


def test_rotation_goes_on_where_it_was() -> None:
    line = away(ROTATION)
    post(line, BIGGER)
    deal_hand(line)
    deal_hand(line)
    assert line.devices[0].session.current.table.leg == 0
    back(line)
    assert [start.table.game.key for start in starts(line)] == ["holdem", "omaha", "omaha8"]
    assert line.room.table.leg == 0
    deal_hand(line)
    back(line)
    assert starts(line)[-1].table.game.key == "holdem"
    assert small_blinds(line)[-1] == BIGGER


def test_page_that_opens_anew_while_it_is_away_knows_what_was_dealt(line: Line) -> None:
    post(line, BIGGER)
    deal_hand(line)
    tap(line, "deal")
    line.devices[0].reload()
    device = line.devices[0]
    device.connect()
    line.serve(device)
    assert isinstance(device.down[0], TableData)
    device.receive()
    device.send()
    line.serve(device)
    device.reload()
    line.settle()
    check_together(line)
    tap(line, "undo")
    deal_hand(line)
    line.settle()
    check_together(line)
    assert not device.refusals
    assert small_blinds(line)[:3] == [SMALL] * 3


def test_page_that_lost_the_table_learns_of_a_plaque_before_the_hand(line: Line) -> None:
    """The plaque is before the entries that the room sends then."""
    post(line, BIGGER)
    for _ in range(8):
        deal_hand(line)
    device = line.devices[0]
    send_twenty(line)
    assert line.room.table.hand is not None
    device.table = None
    device.reload()
    back(line)
    assert line.room.table.next_plaque is not None
    assert small_blinds(line) == [SMALL] * 9


def test_second_plaque_comes_while_the_first_one_waits(line: Line) -> None:
    post(line, BIGGER)
    tap(line, "deal")
    tap(line, "undo")
    for _ in range(8):
        deal_hand(line)
    send_twenty(line)
    assert line.room.table.hand is None
    post(line, BIGGEST)
    back(line)
    assert set(small_blinds(line)) == {SMALL}
    deal_hand(line)
    back(line)
    assert small_blinds(line)[-1] == BIGGEST


def test_rotation_goes_on_although_a_plaque_was_posted_during_the_hand() -> None:
    line = away(ROTATION)
    tap(line, "deal")
    line.settle()
    line.devices[0].cut()
    post(line, BIGGER)
    for _ in range(3):
        deal_hand(line)
    back(line)
    games = [start.table.game.key for start in starts(line)]
    assert games == ["holdem", "omaha", "omaha8", "holdem"]


def test_kept_table_knows_of_a_plaque_before_its_hand(line: Line) -> None:
    device = line.devices[0]
    post(line, BIGGER)
    for _ in range(8):
        deal_hand(line)
    send_twenty(line)
    while device.down:
        device.receive()
    before = device.session.current.table
    device.reload()
    assert device.session.current.table == before
    back(line)
    assert small_blinds(line) == [SMALL] * 9


def test_hands_dealt_before_the_tablet_had_the_rules_stay_under_theirs(line: Line) -> None:
    line.room.do(c.ChangeRules(HouseRules(version=2)))
    deal_hand(line)
    deal_hand(line)
    back(line)
    assert [start.table.rules.version for start in starts(line)] == [1, 1, 1]
    line.room.do(c.ChangeRules(HouseRules(version=2)))
    back(line)
    deal_hand(line)
    back(line)
    assert starts(line)[-1].table.rules.version == 2
