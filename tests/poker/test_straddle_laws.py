"""Laws of straddles: who acts first and last, what is in front of whom, chips and undo (H-60 to H-62)."""

import os

from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from poker import commands as c
from poker.rules import HouseRules
from poker.stakes import Rake, Stakes, Straddles
from poker.state import Hand
from poker.turn import pending
from poker.view import view
from tests.support.law_examples import example_count
from tests.support.random_tables import Room, legal_commands

quick = settings(
    max_examples=example_count(150),
    derandomize="EXAMPLES" not in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
KINDS = [
    ("under_the_gun",),
    ("button",),
    ("under_the_gun", "button"),
    ("any_seat",),
    ("under_the_gun", "sleeper"),
]


@st.composite
def straddled(draw: st.DrawFn) -> Room:
    """Draw a no-limit table before the deal, with at least one straddle announced."""
    rules = HouseRules(
        straddle_order=draw(st.sampled_from(["left_of_straddle", "blinds_first", "under_the_gun"])),
        straddle_sizes=draw(st.sampled_from(["plaque", "follow"])),
        button=draw(st.sampled_from(["moving", "dead"])),
    )
    stakes = Stakes(
        "holdem",
        "none",
        small_bet=10,
        big_bet=10,
        blinds=(5, 10),
        ante=draw(st.sampled_from([0, 0, 2])),
        straddle=True,
        straddles=Straddles(
            draw(st.sampled_from(KINDS)),
            draw(st.integers(1, 3)),
            draw(st.sampled_from([0, 60])),
        ),
        buy_in_min=1,
        buy_in_max=1000,
        chips=(1,),
        rake=Rake(),
    )
    room = Room()
    seats = draw(st.lists(st.integers(1, 10), min_size=3, max_size=9, unique=True))
    for seat in seats:
        stack = draw(st.sampled_from([25, 60, 200, 500]))
        assert room.execute(c.SeatPlayer(seat, f"p{seat}", f"N{seat}", stack))
        room.bought += stack
    assert room.execute(c.OpenTable(stakes, rules))
    assert room.execute(c.SetButton(draw(st.sampled_from(seats))))
    for _ in range(draw(st.integers(1, 3))):
        straddling = view(room.table).straddling
        if straddling is None or not straddling.offers:
            break
        offer = draw(st.sampled_from(straddling.offers))
        amount = draw(st.sampled_from([None, offer.least, offer.most]))
        room.execute(c.Straddle(offer.seat, amount))
    assume(room.table.straddles)
    return room


def hand_of(room: Room) -> Hand:
    assert room.table.hand is not None
    return room.table.hand


def order_of(room: Room) -> list[int]:
    return [hand_of(room).parts[i].seat for i in pending(hand_of(room))]


def expected_order(room: Room, straddlers: list[int]) -> list[int]:
    """Return the order of action by the words of H-60, without those who are all-in."""
    hand = hand_of(room)
    dealt = [part.seat for part in hand.parts]  # left of the button first
    last = straddlers[-1]
    gun = dealt[(dealt.index(hand.big) + 1) % len(dealt)]
    first = dealt[(dealt.index(last) + 1) % len(dealt)]
    if straddlers[0] != gun and room.table.rules.straddle_order == "blinds_first":
        first = dealt[0]
    if straddlers[0] != gun and room.table.rules.straddle_order == "under_the_gun":
        first = gun
    around = dealt[dealt.index(first) :] + dealt[: dealt.index(first)]
    around.remove(last)
    all_in = {part.seat for part in hand.parts if part.all_in}
    return [seat for seat in [*around, last] if seat not in all_in]


@quick
@given(straddled())
def test_order_and_amounts_are_those_of_the_house(room: Room) -> None:
    coming = view(room.table).straddling
    assert coming is not None
    posted = {item.seat: item.amount for item in coming.posted}
    assume(posted)
    assume(coming.posted[0].kind != "sleeper")  # no bet before the action reaches it
    note(repr(room))
    assert room.execute(c.Deal())
    hand = hand_of(room)
    fronts = {part.seat: part.committed for part in hand.parts if part.seat in posted}
    assert fronts == posted
    assert hand.round.level == max(posted.values())
    amounts = list(posted.values())
    assert all(more >= 2 * less for less, more in zip([10, *amounts], amounts, strict=False))
    if order_of(room):  # empty if no one could bet any more
        assert order_of(room) == expected_order(room, list(posted))
    assert not room.table.straddles, "the next hand has its own"


@quick
@given(straddled(), st.data())
def test_straddler_who_is_passed_over_stays_last_until_acting(
    room: Room, data: st.DataObject
) -> None:
    assert room.execute(c.Deal())
    hand = hand_of(room)
    assume(hand.round.last >= 0)
    last = hand.parts[hand.round.last].seat
    note(repr(room))
    while room.table.hand and hand_of(room).street == 0 and order_of(room):
        part = hand_of(room).parts[hand_of(room).round.last]
        if part.acted or not part.can_act:
            break
        assert order_of(room)[-1] == last
        due = order_of(room)[0]
        acts = [
            command
            for command in legal_commands(room.table)
            if isinstance(command, c.Act) and command.seat == due
        ]
        assert room.execute(data.draw(st.sampled_from(acts)))


@quick
@given(straddled(), st.data())
def test_no_chip_is_lost_and_every_tap_can_be_undone(room: Room, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 25))):
        choices = legal_commands(room.table)
        if not choices:
            break
        before = room.table
        if not room.execute(data.draw(st.sampled_from(choices))):
            continue
        hand = room.table.hand
        in_hand = 0
        if hand is not None:
            in_hand = sum((part.stack or 0) for part in hand.parts) + (room.table.pot or 0)
            behind = {part.seat for part in hand.parts}
        else:
            behind = set()
        away = sum(seat.stack or 0 for seat in room.table.seats if seat.number not in behind)
        assert in_hand + away == room.bought
        if data.draw(st.booleans()):
            assert room.undo()
            assert replace(room.table, done=None) == replace(before, done=None)
