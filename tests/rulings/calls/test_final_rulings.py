"""From the call to the final ruling: permissions, records, and the effect on the table."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from poker import commands as c
from poker.calls import CanceledCall, RemedyStep
from poker.refusal import Refusal
from poker.view.model import present
from rulings.calls import final_rulings, follow_ups, responses
from rulings.calls.assessment import assess_call, precedents
from rulings.calls.models import Call, Ruling
from tables.models import Table
from tables.shown_state import tables_with_held_pots
from tests.support.call_fixtures import Floor
from tests.support.room import PIN, create_staff


def accept_proposal(floor: Floor, call: Call, badge: str = "201", **fields: int) -> Ruling:
    floor.game.now += timedelta(seconds=20)
    seen = fields.get("seen", floor.game.seq)
    return final_rulings.ruling_accept(
        call=call, badge=badge, pin=PIN, seen=seen, now=floor.game.now
    )


def expect_refusal(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def test_call_is_stored_with_its_times(floor: Floor):
    call = floor.call_early_turn()
    assert (call.hand, call.street, call.key) == (1, "turn", "premature_turn")
    assert call.called_by == floor.wren
    responses.call_answer(call=call, staff=floor.oak, how="coming", now=floor.game.now)
    responses.call_answer(call=call, staff=floor.oak, how="arrived", now=floor.game.now)
    call.refresh_from_db()
    assert (call.seen_by, call.coming_by, call.arrived_by) == ("Oak", "Oak", "Oak")
    assert call.seen_at is not None
    assert call.arrived_at is not None
    assert call.called_at <= call.seen_at <= call.arrived_at


def test_accepted_ruling_rolls_back_the_turn_at_the_table(floor: Floor):
    call = floor.call_early_turn()
    ruling = accept_proposal(floor, call)
    view = Table.objects.get(pk=call.table_id).view
    assert ruling.number == "R 1121-01"
    assert (ruling.decision, ruling.outcome, ruling.row) == ("accepted", "set_aside", 47)
    assert ruling.seconds >= 20
    assert view.hand.street == "flop"
    assert view.floor is None
    assert view.step.kind == "remedy"
    assert view.ledger.aside == 1
    call.refresh_from_db()
    assert call.status == "ruled"
    # Statements; the ruling also has the facts of the log.
    assert call.facts == {"burned": 1, "early_card": "Jh"}
    assert ruling.facts["street"] == "flop"


def test_the_second_ruling_of_the_day_has_the_next_number_and_a_precedent(floor: Floor):
    accept_proposal(floor, floor.call_early_turn())
    floor.game.execute(c.CallFloor(by=floor.wren.key))
    floor.game.execute(c.Report("premature_turn", {"burned": 1}))
    final_rulings.ruling_override(
        call=floor.call,
        badge="201",
        pin=PIN,
        seen=floor.game.seq,
        reason="Facts differ: the player was folding.",
        result="The card stays.",
        steps=(),
        back="",
        now=floor.game.now,
    )
    numbers = list(Ruling.objects.order_by("id").values_list("number", flat=True))
    assert numbers == ["R 1121-01", "R 1121-02"]
    number = precedents(room=floor.game.table.room, key="premature_turn", now=floor.game.now)
    assert number[:2] == (2, 1)


@pytest.mark.parametrize(
    ("role", "code"),
    [("dealer", "not_allowed"), ("desk", "not_allowed"), ("surveillance", "not_allowed")],
)
def test_other_roles_cannot_rule(floor: Floor, role: str, code: str):
    call = floor.call_early_turn()
    create_staff(role, alias="Somebody", badge="777")
    with expect_refusal(code):
        accept_proposal(floor, call, "777")
    assert not Ruling.objects.exists()


def test_manager_may_rule(floor: Floor):
    assert accept_proposal(floor, floor.call_early_turn(), "301").by == floor.hornbeam


def test_supervisor_who_called_as_dealer_never_rules(floor: Floor):
    call = floor.call_early_turn()
    Call.objects.filter(pk=call.pk).update(called_by=floor.oak)
    call.refresh_from_db()
    with expect_refusal("own_call"):
        accept_proposal(floor, call)


def test_wrong_pin_is_refused(floor: Floor):
    call = floor.call_early_turn()
    with expect_refusal("bad_sign_in"):
        final_rulings.ruling_accept(
            call=call, badge="201", pin="9999", seen=floor.game.seq, now=floor.game.now
        )


def test_ruling_on_changed_facts_is_stale(floor: Floor):
    call = floor.call_early_turn()
    seen = floor.game.seq
    responses.call_report(
        call=call, staff=floor.oak, key="", facts={"early_card": "Qs"}, now=floor.game.now
    )
    with expect_refusal("stale"):
        accept_proposal(floor, call, seen=seen)


def test_acknowledging_the_call_does_not_make_a_ruling_stale(floor: Floor):
    call = floor.call_early_turn()
    seen = floor.game.seq
    responses.call_answer(call=call, staff=floor.hornbeam, how="seen", now=floor.game.now)
    assert accept_proposal(floor, call, seen=seen).decision == "accepted"


def test_accept_without_a_proposal_is_refused(floor: Floor):
    floor.game.execute(c.CallFloor(by=floor.wren.key))
    with expect_refusal("not_acceptable"):
        accept_proposal(floor, floor.call)


def test_overriding_needs_a_reason_and_its_own_result(floor: Floor):
    call = floor.call_early_turn()
    for reason, result in (("", "The card stays."), ("Facts differ.", "  ")):
        with expect_refusal("reason_missing"):
            final_rulings.ruling_override(
                call=call,
                badge="201",
                pin=PIN,
                seen=floor.game.seq,
                reason=reason,
                result=result,
                steps=(),
                back="",
                now=floor.game.now,
            )
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    ("command_line", "step_time", "code"),
    [
        ("close_table", "now", "bad_step"),
        ("kill_hand seat=2", "street:river", "bad_step"),
        ("reshuffle", "street:nowhere", "bad_step"),
        ("recount stub=52 burns=52", "now", "deck_count"),
        ("move_cards source=muck target=stub count=40", "now", "pile_too_small"),
        ("kill_hand seat=9", "now", "already_out"),
        ("nonsense", "now", "unknown_command"),
    ],
)
def test_impossible_remedy_is_refused_entirely(
    floor: Floor, command_line: str, step_time: str, code: str
):
    call = floor.call_early_turn()
    seen = floor.game.seq
    with expect_refusal(code):
        final_rulings.ruling_override(
            call=call,
            badge="201",
            pin=PIN,
            seen=seen,
            reason="Facts differ.",
            result="As said.",
            steps=(RemedyStep("Do it.", (command_line,), step_time),),
            back="",
            now=floor.game.now,
        )
    assert floor.game.seq == seen
    assert not Ruling.objects.exists()


def test_held_pot_is_paid_later_while_play_continues(floor: Floor):
    call = floor.call_early_turn()
    ruling = final_rulings.pot_hold(
        call=call, badge="201", pin=PIN, seen=floor.game.seq, reason="Camera", now=floor.game.now
    )
    view = Table.objects.get(pk=call.table_id).view
    held_pot = view.impounded[0]
    assert [table.pk for table in tables_with_held_pots(call.table.room)] == [call.table_id]
    assert held_pot.amount == 1600  # four calls before the flop; no bet on it
    assert (held_pot.hand, view.hand.number) == (1, 2)
    seats = held_pot.seats
    amount = held_pot.amount
    for shares in ({seats[0]: amount + 500, seats[1]: -500}, {seats[0]: amount - 1}, {9: amount}):
        with pytest.raises(Refusal):
            follow_ups.pot_release(
                ruling=ruling,
                badge="201",
                pin=PIN,
                shares=shares,
                reason="Camera seen.",
                now=floor.game.now,
            )
    payment = follow_ups.pot_release(
        ruling=ruling,
        badge="201",
        pin=PIN,
        shares={held_pot.seats[0]: present(held_pot.amount)},
        reason="Camera seen.",
        now=floor.game.now,
    )
    assert (payment.kind, payment.about) == ("payment", ruling)
    assert Table.objects.get(pk=call.table_id).view.impounded == []
    assert not tables_with_held_pots(call.table.room)


def test_appeal_is_recorded_by_a_manager_and_changes_no_ruling(floor: Floor):
    ruling = accept_proposal(floor, floor.call_early_turn())
    data: dict[str, Any] = {
        "kind": "appeal",
        "result": "Upheld.",
        "reason": "Seat 3 asked.",
        "now": floor.game.now,
    }
    with expect_refusal("not_allowed"):
        follow_ups.ruling_appeal(ruling=ruling, badge="201", pin=PIN, **data)
    record = follow_ups.ruling_appeal(ruling=ruling, badge="301", pin=PIN, **data)
    assert record.about == ruling
    assert list(ruling.records.all()) == [record]
    with expect_refusal("recorded_already"):
        follow_ups.ruling_appeal(ruling=ruling, badge="301", pin=PIN, **data)
    data["reason"] = "Seat 3 asked again."
    follow_ups.ruling_appeal(ruling=ruling, badge="301", pin=PIN, **data)
    assert ruling.records.count() == 2


def test_a_ruling_is_never_changed_or_deleted(floor: Floor):
    ruling = accept_proposal(floor, floor.call_early_turn())
    with pytest.raises(DatabaseError), transaction.atomic():
        Ruling.objects.filter(pk=ruling.pk).update(result="Something else.")
    with pytest.raises(DatabaseError), transaction.atomic():
        Ruling.objects.filter(pk=ruling.pk).delete()


def test_canceled_call_keeps_its_reason(floor: Floor):
    call = floor.call_early_turn()
    responses.call_cancel(call=call, staff=floor.oak, reason="Solved", now=floor.game.now)
    call.refresh_from_db()
    assert (call.status, call.reason, call.ended_by) == ("cancelled", "Solved", "Oak")
    view = Table.objects.get(pk=call.table_id).view
    assert view.called_off == CanceledCall("Solved", by="Oak")
    with expect_refusal("call_over"):
        responses.call_answer(call=call, staff=floor.oak, how="seen", now=floor.game.now)


def test_assessment_shows_the_deck_after_each_step(floor: Floor):
    call = floor.call_early_turn()
    assessment = assess_call(Table.objects.select_related("stream").get(pk=call.table_id))
    assert assessment.acceptable
    stubs = [step.ledger.stub for step in assessment.lines]
    assert stubs[0] == stubs[1]
    assert {alternative.setting for alternative in assessment.others} == {
        "premature_turn",
        "river_after_early_turn",
    }


def test_bad_facts_are_refused_and_nothing_is_stored(floor: Floor):
    call = floor.call_early_turn()
    seen = floor.game.seq
    for key, facts, code in (
        ("no_such_thing", {}, "no_such_row"),
        ("", {"early_card": "Zz"}, "bad_fact"),
        ("", {"no_fact": 1}, "bad_fact"),
        ("", {"seat": 99}, "bad_fact"),
    ):
        with expect_refusal(code):
            responses.call_report(
                call=call, staff=floor.oak, key=key, facts=facts, now=floor.game.now
            )
    assert floor.game.seq == seen


def test_held_pot_excludes_bets_that_were_not_made(floor: Floor):
    floor.game.execute(c.CloseStreet(4))
    floor.game.execute(c.Act(2, "bet"))
    floor.game.execute(c.CloseStreet(4))  # the tablet infers three calls; the turn came before them
    floor.game.execute(c.CallFloor(by=floor.wren.key))
    floor.game.execute(c.Report("premature_turn", {"burned": 1}))
    final_rulings.pot_hold(
        call=floor.call, badge="201", pin=PIN, seen=floor.game.seq, reason="", now=floor.game.now
    )
    held_pot = Table.objects.get(pk=floor.call.table_id).view.impounded[0]
    assert held_pot.amount == 4 * 400 + 400


def test_an_award_is_not_undone_while_the_floor_is_called(floor: Floor):
    floor.game.execute(c.CloseStreet(4))
    floor.game.execute(c.AwardPot((3,)))
    floor.game.execute(c.CallFloor(by=floor.wren.key))
    with expect_refusal("hand_paused"):
        floor.game.execute(c.Undo())
    floor.game.execute(c.CancelFloor("Solved"))
    floor.game.execute(c.Undo())
    assert Table.objects.get(pk=floor.call.table_id).view.hand.started


def test_call_during_the_deal_belongs_to_the_new_hand(floor: Floor):
    floor.game.execute(c.AwardPot((3,)))
    floor.game.execute(c.CallFloor(by=floor.wren.key))
    floor.game.execute(c.Report("card_off_table_initial"))
    ruling = final_rulings.pot_hold(
        call=floor.call, badge="201", pin=PIN, seen=floor.game.seq, reason="", now=floor.game.now
    )
    held_pot = Table.objects.get(pk=floor.call.table_id).view.impounded[0]
    assert (ruling.hand, held_pot.hand) == (2, 2)
    payment = follow_ups.pot_release(
        ruling=ruling,
        badge="201",
        pin=PIN,
        shares={held_pot.seats[0]: present(held_pot.amount)},
        reason="Camera seen.",
        now=floor.game.now,
    )
    assert payment.hand == 2
