"""Laws of promotions: they change no chip and no card, the decision is a pure function of the table, and UNDO takes
back a claim until the floor answers.
"""

from typing import Any, Literal

from hypothesis import assume, given, note
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from poker import commands as c
from poker.cards import UNKNOWN
from poker.codec import decode_state, encode_state
from poker.games import GAMES
from poker.promotion_terms import HandFloor, TablePromotion, Tier
from poker.promotions import Asks, Eligible, NotEligible, claims, eligible, high_hands
from poker.reading.played_fives import way_of
from poker.state import Table
from poker.timeline import rebuild
from poker.view import view
from tests.poker.checks import check_cards, check_view
from tests.support.laws import chips_at, house_chips, quick, without_undo_label
from tests.support.random_promotions import promotions
from tests.support.random_tables import Room, legal_commands, rooms

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
READ_GAMES = [game for game in GAMES.values() if way_of(game.ranking) and not game.wild]
OF_PROMOTIONS = {"promotions", "claim", "hand", "done", "floor", "called_off"}
OF_PROMOTIONS_IN_HAND = {"promotions", "dealt", "dealt_at", "claimed", "posted"}


OUTCOMES: tuple[Literal["verified", "refused"], ...] = ("verified", "refused")
# Any two shown hands of different value win it.
ANY_BEAT = TablePromotion(
    "jackpot.9",
    "bad_beat",
    "Jackpot",
    tiers=(Tier("only", HandFloor("high_card"), HandFloor("high_card")),),
    both_cards=False,
    pocket_pair=False,
    board="any",
)


@st.composite
def promotion_rooms(draw: st.DrawFn, *first: TablePromotion) -> Room:
    """Draw a table with these promotions and others."""
    room = draw(rooms(tracking="actions", counts_chips=True, games=READ_GAMES))
    assert room.execute(c.SetPromotions((*first, *draw(promotions()))))
    return room


def twin_of(room: Room) -> Room:
    """Return a room with the same log but without promotions."""
    twin = Room()
    twin.log = [batch for batch in room.log if batch is not room.log[-1]]
    twin.table = rebuild(twin.log)
    return twin


def show_cards(data: st.DataObject, room: Room, twin: Room | None = None) -> None:
    """Enter boards and hands from one shuffled deck; the upcards of stud are theirs."""
    hand = room.table.hand
    assert hand is not None
    known = {card for part in hand.parts for card in part.up}
    deck = [card for card in data.draw(st.permutations(DECK), "deck") if card not in known]
    commands: list[c.Command] = []
    for number, board in enumerate(hand.boards):
        if board and UNKNOWN in board and hand.runs is None:
            commands.append(c.ShowBoard(tuple(deck.pop() for _ in board), number))
    for part in hand.live():
        if data.draw(st.integers(0, 4), "shown"):
            up = [card for card in part.up if card != UNKNOWN]
            own = [deck.pop() for _ in range(part.cards - len(up))]
            commands.append(c.ShowHand(part.seat, tuple(own + up)))
    for command in commands:
        accepted = room.execute(command)
        assert twin is None or twin.execute(command) == accepted


def play_to_showdown(data: st.DataObject, room: Room, twin: Room | None = None) -> None:
    """Play a hand without folds; most rounds are closed by their count."""
    for _ in range(60):
        hand = room.table.hand
        if hand is not None and hand.stage in ("showdown", "award"):
            return
        choices = legal_commands(room.table if twin is None else twin.table)
        closing: list[c.Command] = [
            command for command in choices if isinstance(command, c.CloseStreet)
        ]
        passive = [
            command
            for command in choices
            if not (isinstance(command, c.Act) and command.what == "fold")
        ]
        is_closed = bool(closing) and data.draw(st.booleans(), "closed")
        if is_closed:
            passive = closing
        assume(passive)
        command = data.draw(st.sampled_from(passive))
        assume(room.execute(command))
        assert twin is None or twin.execute(command)
    assume(False)


def without_promotions(table: Table) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a table and its hand have beside promotions."""
    of_hand = {} if table.hand is None else asdict(table.hand)
    return (
        {name: value for name, value in asdict(table).items() if name not in OF_PROMOTIONS},
        {name: value for name, value in of_hand.items() if name not in OF_PROMOTIONS_IN_HAND},
    )


@quick
@given(st.data(), promotion_rooms(ANY_BEAT))
def test_promotions_change_no_chip_and_no_card(data: st.DataObject, room: Room) -> None:
    """The same hand with and without promotions has the same seats, pots, cards and awards, claims included."""
    twin = twin_of(room)
    play_to_showdown(data, room, twin)
    show_cards(data, room, twin)
    for due in claims(room.table):
        before = room.table
        if room.execute(c.ClaimPromotion(due.promotion.key, due.board)):
            check_cards(before, room)
            check_view(room.table)
            assert room.table.claim is not None
            outcome = data.draw(st.sampled_from(OUTCOMES))
            assert room.execute(c.SettleClaim(room.table.claim.hand, outcome))
    for high in high_hands(room.table):
        assert room.execute(c.PostHighHand(high.promotion.key, high.seat))
    assert without_promotions(room.table) == without_promotions(twin.table)
    while room.table.hand is not None:
        awards = [item for item in legal_commands(room.table) if isinstance(item, c.AwardPot)]
        assume(awards)
        command = data.draw(st.sampled_from(awards))
        assert room.execute(command) == twin.execute(command)
    assert without_promotions(room.table) == without_promotions(twin.table)
    taken = house_chips(event for batch in room.log for event in batch.events)
    assert chips_at(room.table) + taken == room.bought
    assert rebuild(room.log) == room.table


@quick
@given(st.data(), promotion_rooms(ANY_BEAT))
def test_claim_holds_the_table_and_undo_takes_it_back(data: st.DataObject, room: Room) -> None:
    play_to_showdown(data, room)
    show_cards(data, room)
    due = claims(room.table)
    assume(due)
    before = room.table
    first = data.draw(st.sampled_from(due))
    assert room.execute(c.ClaimPromotion(first.promotion.key, first.board))
    note(repr(first))
    assert view(room.table).step.kind == "claim"
    assert not room.execute(c.AwardPot((first.claim.winning[0],)))
    assert not room.execute(c.ClaimPromotion(first.promotion.key, first.board))
    is_answered = data.draw(st.booleans(), "answered")
    if is_answered:
        assert room.execute(c.FloorSeen("Oak"))
    assert room.undo() is not is_answered
    if is_answered:
        assert room.table.claim is not None
    else:
        restored = replace(room.table, called_off=before.called_off)
        assert without_undo_label(restored) == without_undo_label(before)
    assert rebuild(room.log) == room.table


@quick
@given(st.data(), promotion_rooms(ANY_BEAT))
def test_decision_follows_from_the_table_alone(data: st.DataObject, room: Room) -> None:
    """A stored table decides as the live one; who wins has shown a hand and was dealt in; each rule has its facts."""
    play_to_showdown(data, room)
    show_cards(data, room)
    hand = room.table.hand
    assert hand is not None
    stored = decode_state(encode_state(room.table))
    shown = {part.seat for part in hand.parts if part.shown}
    for promotion in hand.promotions:
        for board in range(len(hand.boards)):
            decision = eligible(promotion, room.table, board)
            assert decision == eligible(promotion, stored, board)
            if isinstance(decision, NotEligible):
                continue
            claim = decision.claim if isinstance(decision, Asks) else decision
            check_claim(claim, shown)
            assert len(claim.dealt) >= promotion.players
            assert bool(claim.losing) is (promotion.kind == "bad_beat")


def check_claim(claim: Eligible, shown: set[int]) -> None:
    assert claim.winning
    assert not set(claim.losing) & set(claim.winning)
    assert {*claim.losing, *claim.winning} <= shown
    assert {*claim.losing, *claim.winning} <= {seat for seat, _ in claim.dealt}
