"""Laws of replay: each step is the state up to there, an undo is shown as one, and no unseen card is drawn."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from floor_ui.replay.steps import steps
from floor_ui.replay.table_diagram import hand_diagram, seen_view
from poker import commands as c
from poker import events as e
from poker.timeline import build_timeline
from poker.view import view
from school.hands.play import DealerHabits
from tables.table_log import LoggedCommand
from tests.support.hand_table import HandTable, make_plaque

AT = datetime(2026, 11, 21, 21, 42, tzinfo=UTC)
GAMES = [("holdem", "split"), ("omaha8", "pot"), ("stud", "split"), ("deuce7_triple", "split")]


def logged_commands(hand_table: HandTable, since: int = 0) -> list[LoggedCommand]:
    """Return the log as it is read, one second per command."""
    results = []
    seq = 1
    for number, batch in enumerate(hand_table.log):
        if number >= since:
            results.append(LoggedCommand(seq, AT + timedelta(seconds=number), "staff.1", batch))
        seq += len(batch.events)
    return results


def deal_hands(key: str, limit: str, seed: int, hands: int = 2) -> HandTable:
    rng = Random(seed)
    hand_table = HandTable(make_plaque(key, limit), 6, rng)
    hand_table.deal_hands(rng, hands, DealerHabits())
    return hand_table


def hand_starts(hand_table: HandTable) -> list[int]:
    """Return where hands start in the log."""
    return [
        i
        for i, command_events in enumerate(hand_table.log)
        if isinstance(command_events.events[0], e.HandStarted)
    ]


@pytest.mark.parametrize(("key", "limit"), GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_step_has_the_state_after_its_command(key: str, limit: str, seed: int) -> None:
    hand_table = deal_hands(key, limit, seed)
    for since in {0, *hand_starts(hand_table)}:
        hand_steps = steps(logged_commands(hand_table, since))
        batches = hand_table.log[since:]
        assert [step.number for step in hand_steps] == list(range(1, len(batches) + 1))
        for step in hand_steps:
            assert step.table == build_timeline(batches[: step.number]).table
            assert step.lines
            assert all(line and "_" not in line for line in step.lines), step.lines
        assert hand_steps[-1].table == hand_table.table
        assert all(
            step.last + 1 == following.command.seq for step, following in pairwise(hand_steps)
        )


@pytest.mark.parametrize(("key", "limit"), GAMES)
def test_diagram_shows_only_cards_seen_so_far(key: str, limit: str) -> None:
    """Every face in a diagram is in the log by then: shown, dealt up, or on the board."""
    hand_table = deal_hands(key, limit, 4, hands=3)
    seen_cards: set[str] = set()
    for step in steps(logged_commands(hand_table)):
        for event in step.command.batch.events:
            seen_cards |= set(re.findall(r"\b[2-9TJQKA][cdhs]\b", repr(event)))
        diagram = hand_diagram(view(step.table))
        for drawing in diagram.drawings:
            tiles = [*drawing.cards, *(tile for seat in drawing.seats for tile in seat.cards)]
            faces = {f"{tile.rank.replace('10', 'T')}{tile.letter}" for tile in tiles if tile.rank}
            assert faces <= seen_cards
            for tile in tiles:
                assert 12 <= tile.x <= drawing.layout.size[0] - 12
                assert 0 < tile.y < drawing.layout.size[1]
            assert len(drawing.seats) == len(step.table.seats)


def test_undo_is_a_separate_step() -> None:
    hand_table = HandTable(make_plaque("holdem", "split"), 4, Random(1))
    hand_table.execute(c.CloseStreet(4))
    hand_table.execute(c.Act(2, "bet"))
    before = hand_table.table
    hand_table.execute(c.Act(3, "fold"))
    hand_table.execute(c.Undo())
    hand_table.execute(c.Act(3, "raise"))
    hand_steps = steps(logged_commands(hand_table, hand_starts(hand_table)[0]))
    step = hand_steps[2]
    undo = hand_steps[3]
    last = hand_steps[4]
    assert (step.undone_by, step.undoes) == (4, ())
    assert (undo.undone_by, undo.undoes) == (0, (3,))
    assert (last.undone_by, last.undoes) == (0, ())
    assert step.table.hand is not None
    assert step.table.hand.parts[step.table.hand.index(3)].life == "folded", "it may be looked at"
    assert undo.table.hand == before.hand
    assert step.lines == ("Seat 3 folds",)
    assert undo.lines[0].startswith("Undone")


def test_hand_with_an_undone_first_command_starts_twice() -> None:
    hand_table = HandTable(make_plaque("holdem", "split"), 4, Random(1))
    hand_table.execute(c.Act(4, "raise"))
    hand_table.execute(c.Undo())
    hand_table.execute(c.CloseStreet(4))
    hand_steps = steps(logged_commands(hand_table, hand_starts(hand_table)[0]))
    assert [step.undone_by for step in hand_steps] == [2, 0, 0]
    assert hand_steps[1].table.hand is None
    assert hand_steps[2].table == hand_table.table


def test_diagram_has_a_text_description() -> None:
    hand_table = HandTable(make_plaque("holdem", "split"), 4, Random(1))
    hand_table.execute(c.Act(4, "raise"))
    diagram = hand_diagram(view(hand_table.table))
    assert diagram.head == "Hand 1, before the flop"
    assert diagram.description == (
        "Hand 1, before the flop, in: seats 1, 2, 3 and 4, to act: seat 1, "
        "in front: seat 2 $1, seat 3 $2 and seat 4 $6, Pot $9"
    )
    assert diagram.deck == ("Burns 0", "Stub 44")
    drawing = diagram.drawings[0]
    assert [seat.bet for seat in drawing.seats[:4]] == ["", "$1", "$2", "$6"]
    assert [seat.state for seat in drawing.seats] == ["turn", "in", "in", "in", *["empty"] * 6]
    assert len(drawing.slots) == 5
    assert diagram.seat_texts[0].state == "in, button, to act"
    hand_table.execute(c.CloseStreet(4))
    assert hand_diagram(view(hand_table.table)).drawings[0].cards[0].rank == "", "nobody said which"
    hand_table.execute(c.ShowBoard(("Ah", "Td", "7s")))
    assert "board A♥ 10♦ 7♠" in hand_diagram(view(hand_table.table)).description


def test_last_step_shows_the_end_of_the_hand() -> None:
    """Chips and button are as the hand left them: the next hand's posts are in no pot yet."""
    hand_table = deal_hands("holdem", "split", 5, hands=1)
    hand_ended = next(
        event for event in hand_table.log[-1].events if isinstance(event, e.HandEnded)
    )
    last = steps(logged_commands(hand_table))[-1]
    diagram = hand_diagram(seen_view(last.table))
    assert diagram.head == "Hand 1 is over"
    stacks = {
        number: f"${stack // 100:,}" for number, stack in hand_ended.stacks if stack is not None
    }
    assert stacks
    chips_by_seat = {
        seat_text.seat: seat_text.chips.split(".")[0] for seat_text in diagram.seat_texts
    }
    assert {seat: chips_by_seat[seat] for seat in stacks} == stacks
    assert [seat.seat for seat in diagram.drawings[0].seats if seat.button] == [last.table.button]
    assert seen_view(last.table).seats != view(last.table).seats


def test_bets_are_pulled_in_only_after_a_round_with_bets() -> None:
    hand_table = HandTable(make_plaque("holdem", "split"), 4, Random(1))
    for count in (4, 4, 4):
        hand_table.execute(c.CloseStreet(count))
    first, *later_lines = (
        step.lines for step in steps(logged_commands(hand_table, hand_starts(hand_table)[0]))
    )
    assert any(text.startswith("Bets pulled in, $8") for text in first)
    assert not [text for lines in later_lines for text in lines if "into the pot" in text]


def test_misdeal_is_a_separate_step() -> None:
    hand_table = HandTable(make_plaque("holdem", "split"), 4, Random(1))
    hand_table.execute(c.Misdeal())
    hand_table.execute(c.CloseStreet(4))
    hand_table.execute(c.Undo())
    hand_steps = steps(logged_commands(hand_table, hand_starts(hand_table)[0]))
    assert [step.lines[-1] for step in hand_steps[:2]] == ["2 cards each to 4 players", "Misdeal"]
    assert [step.undone_by for step in hand_steps] == [0, 0, 4, 0]
    assert hand_steps[3].undoes == (3,)
    assert hand_diagram(seen_view(hand_steps[0].table)).deck == ("Burns 0", "Stub 44")
    assert hand_steps[1].command.seq == hand_steps[0].last + 1
    assert hand_steps[2].command.seq == hand_steps[1].last + 1
    assert hand_steps[-1].table == hand_table.table
