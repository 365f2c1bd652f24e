"""A ruling in the log: it stays, nothing before it is undone, and the hand is written and replayed with it."""

import pytest

from dealer_ui.messages.floor import ruling_title
from poker import commands as c
from poker import timeline
from poker.calls import RemedyStep
from poker.cases import Case, CaseRun, load
from poker.irregularities.evaluate import FactNeeded, Proposal
from poker.irregularities.propose import propose
from poker.phh.write import write
from poker.refusal import Refusal
from poker.timeline import rebuild, recent
from poker.view import view
from poker.view.model import present

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
def case_run() -> CaseRun:
    case: Case = load(TABLE)[0]
    return CaseRun(case)


def make_ruling(*steps: RemedyStep, rollback: str = "") -> c.MakeRuling:
    return c.MakeRuling("R 1121-01", "As said.", "Oak", "accepted", steps=steps, back=rollback)


def test_rolled_back_turn_is_written_and_replayed(case_run: CaseRun):
    for command in (c.CloseStreet(4), c.Act(1, "bet", 10), c.CloseStreet(4), c.CallFloor()):
        case_run.do(command)
    aside = RemedyStep(
        when="lies",
        do=(
            "move_cards source=stub target=burns count=1",
            "move_cards source=stub target=aside count=1",
        ),
    )
    rollback_step = RemedyStep(
        "Put it back.",
        ("move_cards source=aside target=stub count=1", "reshuffle", "waive_burn street=river"),
        "street:river",
    )
    case_run.do(make_ruling(aside, rollback_step, rollback="street:turn"))
    for command in (c.Act(2, "fold"), c.CloseStreet(3), c.CloseStreet(3), c.CloseStreet(3)):
        case_run.do(command)
    assert case_run.table.hand is not None
    assert case_run.table.hand.ledger.burns == 3
    case_run.do(c.AwardPot((3,)))
    assert rebuild(case_run.log) == case_run.table
    assert "p1 cbr 0.1" in write(recent(case_run.log))


def test_steps_are_counted_for_each_ruling(case_run: CaseRun):
    before_turn = RemedyStep("Burn none.", ("waive_burn street=turn",), "street:turn")
    after_hand = RemedyStep("Count the deck.", when="after")
    for command in (c.CloseStreet(4), c.CallFloor(), make_ruling(before_turn, after_hand)):
        case_run.do(command)
    case_run.do(c.CallFloor())
    now = (RemedyStep("Deal on."), RemedyStep("Warn seat 2."))
    case_run.do(c.MakeRuling("R 1121-02", "Deal on.", "Oak", "accepted", key="x", steps=now))
    view_data = view(case_run.table)
    assert [step.ruling for step in present(view_data.remedy).steps] == [
        *["R 1121-01"] * 2,
        *["R 1121-02"] * 2,
    ]
    assert ruling_title(view_data).endswith("step 1 of 2")
    for later in (c.StepDone(), c.StepDone(), c.CloseStreet(3), c.CloseStreet(3)):
        case_run.do(later)
    assert case_run.table.remedy is not None
    assert case_run.table.remedy.done == 2  # the waived burn belongs to the earlier ruling
    case_run.do(c.CloseStreet(2))
    case_run.do(c.AwardPot((2,)))
    assert ruling_title(view(case_run.table)) == "Earlier ruling R 1121-01 · 1 step left"
    assert rebuild(case_run.log) == case_run.table


def test_undo_stops_at_a_ruling(case_run: CaseRun):
    for command in (c.Act(3, "raise", 10), c.CallFloor(), make_ruling()):
        case_run.do(command)
    ruled_table = case_run.table
    with pytest.raises(Refusal, match="nothing_to_undo"):
        case_run.do(c.Undo())
    case_run.do(c.Act(4, "call"))
    case_run.do(c.Undo())
    assert case_run.table == ruled_table


def test_rollback_of_a_ruling_stops_at_the_ruling_before(case_run: CaseRun):
    for command in (c.CloseStreet(4), c.CallFloor(), make_ruling(), c.CallFloor()):
        case_run.do(command)
    with pytest.raises(Refusal, match="cannot_go_back"):
        case_run.do(make_ruling(rollback="street:flop"))


def test_voided_hand_is_not_exported(case_run: CaseRun):
    for command in (c.Act(3, "raise", 10), c.CallFloor()):
        case_run.do(command)
    case_run.do(make_ruling(RemedyStep(when="lies", do=("void_hand reason=fouled",))))
    assert case_run.table.hand is None
    with pytest.raises(Refusal, match="phh_no_word"):
        write(recent(case_run.log))


def test_rollback_before_the_award_lets_the_pot_be_awarded_again(case_run: CaseRun):
    case_run.do(c.Act(3, "raise", 10))
    case_run.do(c.AwardPot((3,)))
    case_run.do(c.CallFloor())
    case_run.do(make_ruling(rollback="award"))
    assert case_run.table.hand is not None
    assert not case_run.table.hand.awards
    case_run.do(c.AwardPot((4,)))
    assert timeline.rebuild(case_run.log) == case_run.table


def test_rollback_returns_the_action_to_a_skipped_seat(case_run: CaseRun):
    for command in (c.CloseStreet(4), c.Act(3, "bet", 10), c.CallFloor()):
        case_run.do(command)
    case_run.do(make_ruling(rollback="seat:1"))
    hand = case_run.table.hand
    assert hand is not None
    assert hand.parts[hand.round.due].seat == 1
    assert hand.round.level == 0


def test_proposal_asks_for_the_seat_it_names(case_run: CaseRun):
    for command in (c.Act(3, "raise", 10), c.CallFloor()):
        case_run.do(command)
    assert propose(case_run.table, "fold_out_of_turn", {}) == FactNeeded("seat")
    match = propose(case_run.table, "fold_out_of_turn", {"seat": 1})
    assert isinstance(match, Proposal)
    assert "Seat 1" in match.result


def test_award_is_rolled_back_past_a_ruling_on_conduct(case_run: CaseRun):
    case_run.do(c.Act(3, "raise", 10))
    case_run.do(c.AwardPot((3,)))
    case_run.do(c.CallFloor())
    case_run.do(c.MakeRuling("R 1121-01", "Warned.", "Oak", "accepted", key="language_used"))
    case_run.do(c.CallFloor())
    case_run.do(make_ruling(rollback="award"))
    assert case_run.table.hand is not None
    assert rebuild(case_run.log) == case_run.table


def test_impossible_step_is_reported_and_the_hand_continues(case_run: CaseRun):
    for command in (c.CloseStreet(4), c.CallFloor()):
        case_run.do(command)
    case_run.do(
        make_ruling(RemedyStep("Give seat 2 a card.", ("serve seat=2 count=1",), "street:turn"))
    )
    for next_command in (c.Act(1, "bet", 10), c.Act(2, "fold"), c.CloseStreet(3)):
        case_run.do(next_command)
    remedy = view(case_run.table).remedy
    assert present(remedy).missed == ["Give seat 2 a card."]
    assert "tell the floor" in ruling_title(view(case_run.table))


def test_hand_finished_after_a_pushed_pot_is_rebuilt_and_stays():
    case = load(
        TABLE.replace('"1=200 2=200 3=200 4=200"', '"1=200 2=50 3=200"').replace(
            "button = 4", "button = 1"
        )
    )[0]
    case_run = CaseRun(case)
    for command in (c.Act(1, "raise", 100), c.Act(2, "all_in"), c.Act(3, "call")):
        case_run.do(command)
    for _ in range(4):
        case_run.do(c.CloseStreet(3))
    case_run.do(c.AwardPot((3,), pot=1))
    case_run.do(
        c.FinishHand(hand=1, by="Oak", reason="dead tablet", pot=250, shares={2: 150, 3: 100})
    )
    assert case_run.table.hand is None
    assert [seat.stack for seat in case_run.table.seats[:3]] == [100, 150, 200]
    assert rebuild(case_run.log) == case_run.table
    with pytest.raises(Refusal, match="nothing_to_undo"):
        case_run.do(c.Undo())
