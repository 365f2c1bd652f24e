"""Laws of replay: each step is the fold up to there, an undo is shown as one, nothing is drawn that nobody saw."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from poker import commands as c
from poker import events as e
from poker.timeline import build_timeline
from poker.view import view
from replay.steps import steps
from replay.table_diagram import hand_diagram, seen_view
from tables.table_log import LoggedCommand
from tests.simulation.table import Bare, plaque
from tools.simulation.hand_play import DealerHabits

AT = datetime(2026, 11, 21, 21, 42, tzinfo=UTC)
GAMES = [("holdem", "split"), ("omaha8", "pot"), ("stud", "split"), ("deuce7_triple", "split")]


def told(bare: Bare, since: int = 0) -> list[LoggedCommand]:
    """The log as it is read, a second a command."""
    results, seq = [], 1
    for number, batch in enumerate(bare.log):
        if number >= since:
            results.append(LoggedCommand(seq, AT + timedelta(seconds=number), "staff.1", batch))
        seq += len(batch.events)
    return results


def dealt(key: str, limit: str, seed: int, hands: int = 2) -> Bare:
    rng = Random(seed)
    bare = Bare(plaque(key, limit), 6, rng)
    bare.deal(rng, hands, DealerHabits())
    return bare


def starts(bare: Bare) -> list[int]:
    """Where hands begin in the log."""
    return [
        i
        for i, command_events in enumerate(bare.log)
        if isinstance(command_events.events[0], e.HandStarted)
    ]


@pytest.mark.parametrize(("key", "limit"), GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_step_is_the_fold_up_to_there(key: str, limit: str, seed: int) -> None:
    bare = dealt(key, limit, seed)
    for since in {0, *starts(bare)}:
        found = steps(told(bare, since))
        batches = bare.log[since:]
        assert [step.number for step in found] == list(range(1, len(batches) + 1))
        for step in found:
            assert step.table == build_timeline(batches[: step.number]).table
            assert step.lines
            assert all(line and "_" not in line for line in step.lines), step.lines
        assert found[-1].table == bare.table
        assert all(step.last + 1 == following.command.seq for step, following in pairwise(found))


@pytest.mark.parametrize(("key", "limit"), GAMES)
def test_nothing_is_drawn_that_nobody_saw(key: str, limit: str) -> None:
    """Faces in a picture were said in the log by then: shown, dealt up, or on the board."""
    bare = dealt(key, limit, 4, hands=3)
    seen: set[str] = set()
    for step in steps(told(bare)):
        for event in step.command.batch.events:
            seen |= set(re.findall(r"\b[2-9TJQKA][cdhs]\b", repr(event)))
        diagram = hand_diagram(view(step.table))
        for drawing in diagram.drawings:
            tiles = [*drawing.cards, *(tile for seat in drawing.seats for tile in seat.cards)]
            faces = {f"{tile.rank.replace('10', 'T')}{tile.letter}" for tile in tiles if tile.rank}
            assert faces <= seen
            for tile in tiles:
                assert 12 <= tile.x <= drawing.layout.size[0] - 12
                assert 0 < tile.y < drawing.layout.size[1]
            assert len(drawing.seats) == len(step.table.seats)


def test_an_undo_is_an_undo() -> None:
    bare = Bare(plaque("holdem", "split"), 4, Random(1))
    bare.do(c.CloseStreet(4))
    bare.do(c.Act(2, "bet"))
    before = bare.table
    bare.do(c.Act(3, "fold"))
    bare.do(c.Undo())
    bare.do(c.Act(3, "raise"))
    found = steps(told(bare, starts(bare)[0]))
    step, undo, last = found[2], found[3], found[4]
    assert (step.undone_by, step.undoes) == (4, ())
    assert (undo.undone_by, undo.undoes) == (0, (3,))
    assert (last.undone_by, last.undoes) == (0, ())
    assert step.table.hand is not None
    assert step.table.hand.parts[step.table.hand.index(3)].life == "folded", "it may be looked at"
    assert undo.table.hand == before.hand
    assert step.lines == ("Seat 3 folds",)
    assert undo.lines[0].startswith("Undone")


def test_a_hand_whose_first_tap_was_taken_back_begins_twice() -> None:
    bare = Bare(plaque("holdem", "split"), 4, Random(1))
    bare.do(c.Act(4, "raise"))
    bare.do(c.Undo())
    bare.do(c.CloseStreet(4))
    found = steps(told(bare, starts(bare)[0]))
    assert [step.undone_by for step in found] == [2, 0, 0]
    assert found[1].table.hand is None
    assert found[2].table == bare.table


def test_the_picture_in_words() -> None:
    bare = Bare(plaque("holdem", "split"), 4, Random(1))
    bare.do(c.Act(4, "raise"))
    diagram = hand_diagram(view(bare.table))
    assert diagram.head == "Hand 1, before the flop"
    assert diagram.description == (
        "Hand 1, before the flop, in: seats 1, 2, 3 and 4, to act: seat 1, "
        "in front: seat 2 $1, seat 3 $2 and seat 4 $6, Pot $9"
    )
    assert diagram.deck == ("Burns 0", "Stub 44")
    wide = diagram.drawings[0]
    assert [seat.bet for seat in wide.seats[:4]] == ["", "$1", "$2", "$6"]
    assert [seat.state for seat in wide.seats] == ["turn", "in", "in", "in", *["empty"] * 6]
    assert len(wide.slots) == 5
    assert diagram.seat_texts[0].state == "in, button, to act"
    bare.do(c.CloseStreet(4))
    assert hand_diagram(view(bare.table)).drawings[0].cards[0].rank == "", "nobody said which"
    bare.do(c.ShowBoard(("Ah", "Td", "7s")))
    assert "board A♥ 10♦ 7♠" in hand_diagram(view(bare.table)).description


def test_the_last_step_is_the_hands_own_end() -> None:
    """Chips and button as the hand left them: what the next hand will post is in nobody's pot yet."""
    bare = dealt("holdem", "split", 5, hands=1)
    ended = next(event for event in bare.log[-1].events if isinstance(event, e.HandEnded))
    last = steps(told(bare))[-1]
    diagram = hand_diagram(seen_view(last.table))
    assert diagram.head == "Hand 1 is over"
    stacks = {number: f"${stack // 100:,}" for number, stack in ended.stacks if stack is not None}
    assert stacks
    shown = {seat_text.seat: seat_text.chips.split(".")[0] for seat_text in diagram.seat_texts}
    assert {seat: shown[seat] for seat in stacks} == stacks
    assert [seat.seat for seat in diagram.drawings[0].seats if seat.button] == [last.table.button]
    assert seen_view(last.table)["seats"] != view(last.table)["seats"]


def test_bets_go_into_the_pot_only_where_there_were_any() -> None:
    bare = Bare(plaque("holdem", "split"), 4, Random(1))
    for count in (4, 4, 4):
        bare.do(c.CloseStreet(count))
    first, *later = (step.lines for step in steps(told(bare, starts(bare)[0])))
    assert any(line.startswith("Bets pulled in, $8") for line in first)
    assert not [line for lines in later for line in lines if "into the pot" in line]


def test_a_misdeal_has_a_step_of_its_own() -> None:
    bare = Bare(plaque("holdem", "split"), 4, Random(1))
    bare.do(c.Misdeal())
    bare.do(c.CloseStreet(4))
    bare.do(c.Undo())
    found = steps(told(bare, starts(bare)[0]))
    assert [step.lines[-1] for step in found[:2]] == ["2 cards each to 4 players", "Misdeal"]
    assert [step.undone_by for step in found] == [0, 0, 4, 0]
    assert found[3].undoes == (3,)
    assert hand_diagram(seen_view(found[0].table)).deck == ("Burns 0", "Stub 44")
    assert found[1].command.seq == found[0].last + 1
    assert found[2].command.seq == found[1].last + 1
    assert found[-1].table == bare.table
