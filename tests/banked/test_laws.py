"""Laws that hold at every house-banked table after every command: chips, cards, undo, rebuild, refusals, the step."""

from random import Random

import msgspec
import pytest
from hypothesis import assume, given, note
from hypothesis import strategies as st

from banked.rules import commands as c
from banked.rules import events as e
from banked.rules.cards import FACE, FACES, UNSEEN, rank_of
from banked.rules.codec import (
    decode_event,
    decode_state,
    encode_event,
    encode_state,
    parse_command,
)
from banked.rules.done import BARRIERS, LASTING
from banked.rules.plaque import BankedPlaque, Tracking
from banked.rules.state import BankedTable, Round, RoundBox, Shoe
from banked.rules.timeline import rebuild, recent, standing
from banked.rules.walk import rescuable, step
from poker.logs.codec import tag
from tests.banked.random_play import (
    BankedRoom,
    card_places,
    likely_commands,
    random_card,
    random_command,
    random_room,
    ways_on,
)
from tests.support.laws import quick

SEEDS = st.integers(0, 10**9)


def without_label(table: BankedTable) -> BankedTable:
    return msgspec.structs.replace(table, done=None)


@quick
@given(SEEDS)
def test_random_commands_keep_every_invariant(seed: int):
    """Chips, cards, refusals, the log, the codec and the step, under commands of every kind."""
    random = Random(seed)
    room = random_room(random)
    for _ in range(60):
        before = room.table
        entries = len(room.log)
        command = random_command(random, before)
        is_accepted = room.execute(command)
        note(f"{seed}: {command} {is_accepted}")
        if not is_accepted:
            assert room.table is before
        if len(room.log) == entries:
            assert room.table == before
            continue
        check_cards(room.table)
        check_shoe(room)
        check_chips(room)
        check_log(room)
        check_undo(room, before)
        check_way_on(room)


def check_cards(table: BankedTable) -> None:
    """Check that every card is in the shoe, on the table or in the rack, and that no rank comes too often."""
    shoe = table.shoe
    if shoe is None:
        return
    assert min(shoe.left, shoe.rack, shoe.table) >= 0
    assert shoe.rack + shoe.table + shoe.left == shoe.cards
    cards = cards_on_table(table.round)
    assert shoe.table == len(cards)
    for card in set(cards) - {UNSEEN}:
        assert shoe.seen.get(rank_of(card), 0) >= sum(
            rank_of(other) == rank_of(card) for other in cards
        )
    check_ranks(table, shoe)


def check_shoe(room: BankedRoom) -> None:
    """Check that the shoe lost exactly the cards that came out of it."""
    shoe = room.table.shoe
    if shoe is None:
        return
    left = 0
    on_table = 0
    for event in (event for batch in standing(room.log) for event in batch.events):
        match event:
            case e.ShoeOpened():
                left = event.cards
            case e.ShoeReshuffled():
                left = shoe.cards - 1 - on_table
            case e.CardDealt() | e.HoleDealt():
                left -= 1
                on_table += 1
            case e.CardBurned() | e.CardDiscarded():
                left -= 1
            case e.RoundEnded():
                on_table = 0
    assert (shoe.left, shoe.table) == (left, on_table)


def check_ranks(table: BankedTable, shoe: Shoe) -> None:
    most = 4 * shoe.decks
    removed = table.plaque.rules.missing
    for rank, count in shoe.seen.items():
        assert count > 0
        assert count <= most or rank in (FACE, *removed)
    assert sum(shoe.seen.get(face, 0) for face in (*FACES, FACE)) <= most * len(FACES)


def cards_on_table(round_: Round | None) -> list[str]:
    if round_ is None:
        return []
    hands = [card for box in round_.boxes for hand in box.hands for card in hand.cards]
    return [*round_.dealer, *hands]


def check_chips(room: BankedRoom) -> None:
    """Check each wager of the round: it is settled at most once, and no box loses more than it put down."""
    table = room.table
    round_ = table.round or table.last
    if round_ is None:
        return
    assert round_.paid == sum(
        row.paid for box in round_.boxes for row in round_.settlements(box.number)
    )
    assert round_.taken == sum(
        row.taken for box in round_.boxes for row in round_.settlements(box.number)
    )
    for box in round_.boxes:
        check_box(round_, box)
    if table.round is None:
        check_ended(room, round_)


def check_box(round_: Round, box: RoundBox) -> None:
    rows = round_.settlements(box.number)
    assert all(row.paid >= 0 and row.taken >= 0 for row in rows)
    assert all(hand.staked > 0 for hand in box.hands)
    assert box.hands[0].wager == box.wager.bet
    net = sum(row.paid - row.taken for row in rows)
    if box.is_void:
        assert net == 0
        return
    limits = [("match", box.wager.match), ("second", box.wager.second)]
    if round_.tracking == "cards":
        limits.append(("insurance", box.insurance))
    for kind, wager in limits:
        kind_rows = round_.settlements(box.number, kind)
        assert len(kind_rows) <= 1
        assert all(row.taken <= wager and (wager or not row.paid) for row in kind_rows)
    assert not round_.settlements(box.number, "void")
    for number, hand in enumerate(box.hands, 1):
        hand_rows = [row for row in rows if row.kind == "hand" and row.hand == number]
        assert len(hand_rows) <= 1
        assert all(row.taken <= hand.staked for row in hand_rows)
        assert bool(hand_rows) == (hand.end not in ("", "stands"))


def check_ended(room: BankedRoom, round_: Round) -> None:
    """Check a finished round: every wager is settled, and the log has the same result."""
    for box in round_.playing:
        assert all(hand.end not in ("", "stands") for hand in box.hands)
        for kind, wager in (("match", box.wager.match), ("second", box.wager.second)):
            assert bool(round_.settlements(box.number, kind)) == bool(wager)
        if box.insurance:
            assert round_.settlements(box.number, "insurance")
    last = room.log[-1].events[-1]
    if not isinstance(last, e.RoundEnded):
        return
    assert last.results == round_.results()
    for result in last.results:
        assert result.wagered - result.taken + result.paid >= 0
    assert sum(result.paid for result in last.results) == round_.paid
    assert sum(result.taken for result in last.results) == round_.taken
    if last.reason:
        assert round_.paid == round_.taken


def check_log(room: BankedRoom) -> None:
    """Check that the log, whole and since the round before, gives the table, and that all of it is stored."""
    table = room.table
    assert rebuild(recent(room.log)) == table
    assert rebuild(room.log) == table
    assert decode_state(encode_state(table)) == table
    for event in room.log[-1].events:
        assert decode_event(*encode_event(event)) == event
    command = room.commands[-1]
    data = msgspec.to_builtins(command)
    assert parse_command(data.pop("command"), data) == command


def check_undo(room: BankedRoom, before: BankedTable) -> None:
    """Check that UNDO gives the table before the last command."""
    first = room.log[-1].events[0]
    if isinstance(first, (*LASTING, *BARRIERS, e.BankedUndone)):
        return
    undone = room.fork()
    assert undone.table.done is not None
    assert undone.execute(c.Undo())
    assert without_label(undone.table) == without_label(before)
    assert undone.table.done == before.done
    assert rebuild(recent(undone.log)) == undone.table
    assert rebuild(undone.log) == undone.table


def check_way_on(room: BankedRoom) -> None:
    """Check that a command of the step is accepted, and the rescue that is offered."""
    assert any(room.fork().execute(command) for command in ways_on(room.table))
    at_rescue = rescuable(room.table)
    if at_rescue:
        assert room.fork().execute(c.Rescue(*at_rescue))


@quick
@given(SEEDS)
def test_label_of_undo_is_what_undo_takes_back(seed: int):
    """UNDO is accepted exactly while its label is shown, except after a corrected payout."""
    random = Random(seed)
    room = random_room(random)
    for _ in range(40):
        room.execute(random_command(random, room.table))
        corrected = any(isinstance(batch.events[0], e.PayoutCorrected) for batch in room.log)
        done = room.table.done
        undone = room.fork()
        is_accepted = undone.execute(c.Undo())
        assert is_accepted == (done is not None) or corrected
        if is_accepted:
            event = undone.log[-1].events[0]
            assert isinstance(event, e.BankedUndone)
            assert event.done == done


@quick
@given(SEEDS)
def test_many_undos_leave_the_table_of_the_log(seed: int):
    """UNDO after UNDO, through starts of rounds and on again: the log gives the table and its label."""
    random = Random(seed)
    room = BankedRoom()
    tracking: Tracking = random.choice(("cards", "outcomes"))
    plaque = BankedPlaque(boxes=2, least=500, tracking=tracking)
    for command in (
        c.CreateTable("T1", 2),
        c.OpenTable(plaque),
        c.OpenShoe(),
        c.Burn(),
        c.SetBet(1, 500),
    ):
        assert room.execute(command)
    for _ in range(80):
        undos = random.randint(1, 12) if random.random() < 0.1 else 0
        for _ in range(undos):
            room.execute(c.Undo())
            assert rebuild(room.log) == room.table
            assert rebuild(recent(room.log)) == room.table
        room.execute(quick_command(room.table))
    assert rebuild(room.log) == room.table


def quick_command(table: BankedTable) -> msgspec.Struct:
    """Return a command that soon ends the round: every box has a blackjack, or loses."""
    turn = step(table)
    match turn.kind:
        case "bets":
            return c.NoMoreBets(table.rounds + 1)
        case "deal":
            return c.DealCard(
                "K" if turn.card == 1 and turn.box else "A" if turn.box else "9", turn.box
            )
        case "outcome":
            return c.LogOutcome(turn.box, "lose", turn.hand)
        case "settle":
            return c.Settle()
    return c.OpenShoe() if turn.kind == "shoe" else c.Burn()


@quick
@given(SEEDS)
def test_round_ends_by_likely_commands(seed: int):
    """A dealer who does what the screen offers comes to the end of the round."""
    random = Random(seed)
    room = random_room(random)
    for _ in range(400):
        if room.table.rounds and room.table.round is None:
            return
        if step(room.table).kind == "bets":
            room.execute(c.SetBet(1, room.table.plaque.least))
        commands = likely_commands(random, room.table)
        if not any(room.execute(command) for command in random.sample(commands, len(commands))):
            assert any(room.execute(command) for command in ways_on(room.table))
    raise AssertionError("the round does not end")


@quick
@given(SEEDS)
def test_everything_is_undone_one_by_one(seed: int):
    """UNDO again and again gives every earlier table back, up to a barrier."""
    random = Random(seed)
    room = random_room(random)
    tables = [room.table]
    for _ in range(25):
        command = random.choice(likely_commands(random, room.table))
        entries = len(room.log)
        if room.execute(command) and len(room.log) > entries:
            tables.append(room.table)
    while room.table.done is not None and len(tables) > 1:
        assert room.execute(c.Undo())
        tables.pop()
        assert without_label(room.table) == without_label(tables[-1])


@quick
@given(SEEDS)
def test_corrected_card_is_as_if_tapped_right(seed: int):
    """A wrong card, corrected after other commands, gives the table that the right card gives."""
    random = Random(seed)
    room = random_room(random)
    for _ in range(random.randint(0, 40)):
        room.execute(random.choice(likely_commands(random, room.table)))
    place = next_place(room.table)
    wrong = random_card(random)
    right = random_card(random)
    tapped_right = room.fork()
    assume(place is not None and wrong != right)
    assert place is not None
    box, hand, number = place
    assume(room.execute(c.DealCard(wrong, box, hand)))
    assume(tapped_right.execute(c.DealCard(right, box, hand)))
    for _ in range(random.randint(0, 5)):
        command = random.choice(likely_commands(random, room.table))
        assume(not isinstance(command, c.Settle | c.Split))
        assume(room.execute(command) and tapped_right.execute(command))
    note(f"{seed}: {room.commands}")
    assert room.execute(c.CorrectCard(box, number, right, hand))
    assert without_label(room.table) == without_label(tapped_right.table)


def next_place(table: BankedTable) -> tuple[int, int, int] | None:
    """Return the box, hand and place of the next card; None if no card is next."""
    turn = step(table)
    hand = max(turn.hand, 1)
    if turn.kind == "hole":
        return 0, 1, 2
    if turn.kind not in ("deal", "card", "decision", "draw"):
        return None
    count = sum((box, number) == (turn.box, hand) for box, number, _ in card_places(table))
    return turn.box, hand, count + 1


@pytest.mark.parametrize("kind", [pytest.param(kind, id=tag(kind)) for kind in c.OWN])
def test_commands_have_wire_names(kind: type[msgspec.Struct]):
    assert kind.__struct_config__.tag_field == "command"
    assert tag(kind)
