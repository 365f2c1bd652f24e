"""Laws of bounty games: chips between players sum to zero, one player pays a stand-up game, and pots stay as they
were (H-76, H-77).
"""

import os
from collections import Counter

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from poker import commands as c
from poker import events as e
from poker.rules import HouseRules
from poker.stakes import BountyGames, BountyKind, Rake, Stakes
from poker.state import Hand, Table
from poker.timeline import rebuild
from poker.view import view
from tests.support.law_examples import example_count
from tests.support.laws import chips_at, without_undo_label
from tests.support.random_tables import Room

quick = settings(
    max_examples=example_count(150),
    derandomize="EXAMPLES" not in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
AMOUNT = 5
CARDS = ["7h2c", "7s2s", "AhAd", "KsQs", "7d7c"]


@st.composite
def bounty_rooms(draw: st.DrawFn) -> Room:
    """Draw a hold'em table with counted stacks at which a bounty game runs."""
    rules = HouseRules(
        seven_deuce=draw(st.sampled_from(["any_pot", "whole_hand"])),
        stand_up=draw(st.sampled_from(["any_pot", "whole_hand"])),
    )
    stakes = Stakes(
        "holdem",
        "none",
        small_bet=10,
        big_bet=10,
        blinds=(5, 10),
        buy_in_min=1,
        buy_in_max=1000,
        chips=(1,),
        rake=Rake(),
        bounty=BountyGames(("seven_deuce", "stand_up"), AMOUNT),
    )
    room = Room()
    seats = draw(st.lists(st.integers(1, 9), min_size=2, max_size=6, unique=True))
    for seat in seats:
        stack = draw(st.sampled_from([12, 60, 200]))
        assert room.execute(c.SeatPlayer(seat, f"p{seat}", f"N{seat}", stack))
        room.bought += stack
    assert room.execute(c.OpenTable(stakes, rules))
    assert room.execute(c.SetButton(draw(st.sampled_from(seats))))
    kinds: tuple[BountyKind, ...] = ("seven_deuce", "stand_up", "stand_up")
    assert room.execute(c.StartBounty(draw(st.sampled_from(kinds))))
    return room


def play_hand(data: st.DataObject, room: Room) -> bool:
    """Play a hand to its award, with cards shown or not; return whether one could be dealt."""
    if not room.execute(c.Deal()):
        return False
    live = [part.seat for part in hand_of(room).parts]
    in_showdown = data.draw(st.lists(st.sampled_from(live), min_size=1, unique=True), "showdown")
    for _ in live:
        for seat in live:
            if seat not in in_showdown:
                room.execute(c.Act(seat, "fold"))
    while hand_of(room).stage in ("betting", "complete"):
        assert room.execute(c.CloseStreet(hand_of(room).still_in()))
    if data.draw(st.booleans(), "cards entered"):
        cards = data.draw(st.sampled_from(CARDS))
        seat = data.draw(st.sampled_from([part.seat for part in hand_of(room).live()]))
        assert room.execute(c.ShowHand(seat, (cards[:2], cards[2:])))
    while room.table.hand is not None:
        award_pot(data, room)
    return True


def award_pot(data: st.DataObject, room: Room) -> None:
    """Award the next pot to one unit of those that can win it, or split it between two."""
    award = view(room.table).award
    if award is None:  # all others folded
        assert room.execute(c.AwardPot())
        return
    units = data.draw(
        st.lists(st.sampled_from(award.units), min_size=1, max_size=2, unique_by=tuple), "winners"
    )
    assert room.execute(c.AwardPot(tuple(seat for unit in units for seat in unit)))


def hand_of(room: Room) -> Hand:
    assert room.table.hand is not None
    return room.table.hand


def pay(data: st.DataObject, room: Room) -> None:
    """Log a payment that the view offers, whole or without a player; check what it does to the table."""
    bounty = view(room.table).bounty
    assert bounty is not None
    if not bounty.claims:
        return
    claim = data.draw(st.sampled_from(bounty.claims))
    others = [pay.payee if pay.payer == claim.seat else pay.payer for pay in claim.payments]
    without = tuple(data.draw(st.lists(st.sampled_from(others), unique=True), "left out"))
    seat = claim.seat if bounty.kind == "seven_deuce" else None
    before = room.table
    if not room.execute(c.PayBounty(seat, without)):
        return
    event = room.log[-1].events[-1]
    assert isinstance(event, e.BountyPaid)
    check_payment(before, room.table, event, without)
    check_undone(room, before)


def check_payment(
    before: Table, after: Table, event: e.BountyPaid, without: tuple[int, ...]
) -> None:
    """Check that chips only move between players' stacks, and nothing about the last hand changes."""
    moved: Counter[int] = Counter()
    for payment in event.payments:
        assert 0 < payment.amount <= AMOUNT
        assert payment.payer != payment.payee
        assert not {payment.payer, payment.payee} & set(without)
        moved[payment.payer] -= payment.amount
        moved[payment.payee] += payment.amount
    assert sum(moved.values()) == 0
    for old, new in zip(before.seats, after.seats, strict=True):
        assert (new.stack or 0) - (old.stack or 0) == moved[old.number]
        assert new.stack is None or new.stack >= 0
    assert (after.result, after.hand, after.hands) == (before.result, None, before.hands)
    if event.kind == "stand_up":
        assert len({payment.payer for payment in event.payments}) == 1
        assert after.bounty is not None
        assert not after.bounty.kind
    else:
        assert len({payment.payee for payment in event.payments}) == 1


def check_undone(room: Room, before: Table) -> None:
    undone = Room()
    undone.log = list(room.log)
    undone.table = room.table
    assert undone.undo()
    assert without_undo_label(undone.table) == without_undo_label(before)


def check_standing(table: Table) -> None:
    """Check that those who stand are in the game, and that one of them is left for the payment."""
    bounty = table.bounty
    assert bounty is not None
    assert set(bounty.standing) <= set(bounty.players)
    if bounty.kind == "stand_up" and not bounty.left:
        assert bounty.standing


@quick
@given(st.data(), bounty_rooms())
def test_payments_are_between_players(data: st.DataObject, room: Room) -> None:
    """Hands are played, bounties are paid, and the chips at the table stay those that came in."""
    for _ in range(data.draw(st.integers(1, 6), "hands")):
        if not play_hand(data, room):
            break
        note(repr(room.table.bounty))
        check_standing(room.table)
        pay(data, room)
        assert chips_at(room.table) == room.bought
        assert rebuild(room.log) == room.table


@quick
@given(st.data(), bounty_rooms())
def test_second_payment_for_one_hand_is_refused(data: st.DataObject, room: Room) -> None:
    if not play_hand(data, room):
        return
    bounty = view(room.table).bounty
    assert bounty is not None
    for claim in bounty.claims:
        seat = claim.seat if bounty.kind == "seven_deuce" else None
        if room.execute(c.PayBounty(seat)):
            assert not room.execute(c.PayBounty(seat))
