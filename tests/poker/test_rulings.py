"""A ruling in the log: it stays, nothing before it is taken back, and the hand is written and played again with it."""

import pytest

from dealer_ui.messages.floor import ruling_title
from poker import commands as c
from poker import timeline
from poker.calls import RemedyStep
from poker.cases import Case, CaseRun, load, since_base
from poker.irregularities.evaluate import FactNeeded, Proposal
from poker.irregularities.propose import propose
from poker.phh.write import write
from poker.refusal import Refusal
from poker.timeline import rebuild
from poker.view import view

TABLE = """
[[case]]
id = "x"
rules = []
title = "Four players, no limit, counted stacks"
stakes = { game = "holdem", limit = "none", small_bet = 2, big_bet = 2, blinds = [1, 2], chips = [1, 5] }
seats = "1=200 2=200 3=200 4=200"
button = 4
"""


@pytest.fixture
def play() -> CaseRun:
    case: Case = load(TABLE)[0]
    return CaseRun(case)


def ruling(*steps: RemedyStep, back: str = "") -> c.MakeRuling:
    return c.MakeRuling("R 1121-01", "As said.", "Oak", "accepted", steps=steps, back=back)


def test_the_turn_taken_back_is_written_and_played_again(play: CaseRun):
    for command in (c.CloseStreet(4), c.Act(1, "bet", 10), c.CloseStreet(4), c.CallFloor()):
        play.do(command)
    aside = RemedyStep(
        when="lies",
        do=(
            "move_cards source=stub target=burns count=1",
            "move_cards source=stub target=aside count=1",
        ),
    )
    back = RemedyStep(
        "Put it back.",
        ("move_cards source=aside target=stub count=1", "reshuffle", "waive_burn street=river"),
        "street:river",
    )
    play.do(ruling(aside, back, back="street:turn"))
    for command in (c.Act(2, "fold"), c.CloseStreet(3), c.CloseStreet(3), c.CloseStreet(3)):
        play.do(command)
    assert play.table.hand is not None
    assert play.table.hand.ledger.burns == 3
    play.do(c.AwardPot((3,)))
    assert rebuild(play.log) == play.table
    assert "p1 cbr 0.1" in write(since_base(play.log))


def test_nothing_goes_back_behind_a_ruling_and_all_after_it_does(play: CaseRun):
    for command in (c.Act(3, "raise", 10), c.CallFloor(), ruling()):
        play.do(command)
    ruled = play.table
    with pytest.raises(Refusal, match="nothing_to_undo"):
        play.do(c.Undo())
    play.do(c.Act(4, "call"))
    play.do(c.Undo())
    assert play.table == ruled


def test_a_second_ruling_goes_back_to_the_first_and_no_further(play: CaseRun):
    for command in (c.CloseStreet(4), c.CallFloor(), ruling(), c.CallFloor()):
        play.do(command)
    with pytest.raises(Refusal, match="cannot_go_back"):
        play.do(ruling(back="street:flop"))


def test_a_hand_that_does_not_count_is_not_written(play: CaseRun):
    for command in (c.Act(3, "raise", 10), c.CallFloor()):
        play.do(command)
    play.do(ruling(RemedyStep(when="lies", do=("void_hand reason=fouled",))))
    assert play.table.hand is None
    with pytest.raises(Refusal, match="phh_no_word"):
        write(since_base(play.log))


def test_back_to_before_the_award_pays_the_pot_again(play: CaseRun):
    play.do(c.Act(3, "raise", 10))
    play.do(c.AwardPot((3,)))
    play.do(c.CallFloor())
    play.do(ruling(back="award"))
    assert play.table.hand is not None
    assert not play.table.hand.awards
    play.do(c.AwardPot((4,)))
    assert timeline.rebuild(play.log) == play.table


def test_back_to_a_seat_that_was_skipped(play: CaseRun):
    for command in (c.CloseStreet(4), c.Act(3, "bet", 10), c.CallFloor()):
        play.do(command)
    play.do(ruling(back="seat:1"))
    hand = play.table.hand
    assert hand is not None
    assert hand.parts[hand.round.due].seat == 1
    assert hand.round.level == 0


def test_a_ruling_that_speaks_of_a_seat_asks_which(play: CaseRun):
    for command in (c.Act(3, "raise", 10), c.CallFloor()):
        play.do(command)
    assert propose(play.table, "fold_out_of_turn", {}) == FactNeeded("seat")
    match = propose(play.table, "fold_out_of_turn", {"seat": 1})
    assert isinstance(match, Proposal)
    assert "Seat 1" in match.result


def test_a_ruling_on_conduct_leaves_the_hand_as_it_is(play: CaseRun):
    play.do(c.Act(3, "raise", 10))
    play.do(c.AwardPot((3,)))
    play.do(c.CallFloor())
    play.do(c.MakeRuling("R 1121-01", "Warned.", "Oak", "accepted", key="language_used"))
    play.do(c.CallFloor())
    play.do(ruling(back="award"))
    assert play.table.hand is not None
    assert rebuild(play.log) == play.table


def test_a_step_that_can_no_longer_be_recorded_stops_no_hand_and_is_told(play: CaseRun):
    for command in (c.CloseStreet(4), c.CallFloor()):
        play.do(command)
    play.do(ruling(RemedyStep("Give seat 2 a card.", ("serve seat=2 count=1",), "street:turn")))
    for then in (c.Act(1, "bet", 10), c.Act(2, "fold"), c.CloseStreet(3)):
        play.do(then)
    told = view(play.table)["remedy"]
    assert told["missed"] == ["Give seat 2 a card."]  # type: ignore[index]
    assert "tell the floor" in ruling_title(view(play.table))
