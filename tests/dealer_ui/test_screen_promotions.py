"""Promotions on the tablet: the key over the count row, the hold of a claim, and a high hand in two taps."""

import pytest
from msgspec.structs import replace

from dealer_ui.screen import screen
from dealer_ui.screen.model import Action, ClaimStage, PromotionPanel, Screen
from poker import commands as c
from poker.state import Table
from poker.view import read_view, view
from tests.support.play import NOW, play
from tests.support.promotion_tables import (
    ACES_FULL_HIGH,
    JACKPOT_BOARD,
    QUADS,
    ROYALS,
    STRAIGHT_FLUSH,
    TENS_BEATEN,
    at_showdown,
    jackpot_table,
    run,
    table_with,
)
from tests.support.promotion_views import PROMOTIONS, claimed_table


def shown(table: Table) -> Screen:
    return screen(view(table), now_ms=NOW)


def panel(page: Screen) -> PromotionPanel:
    assert page.promotion is not None
    return page.promotion


def claim_stage(page: Screen) -> ClaimStage:
    assert isinstance(page.stage, ClaimStage)
    return page.stage


def test_jackpot_key_names_hands_and_seats() -> None:
    page = shown(jackpot_table())
    item = panel(page).key
    assert item.text == "JACKPOT \u2013 CALL FLOOR"
    assert item.sub == "seat 7 quad tens, beaten by seat 2"
    assert item.look == "due"
    assert item.do == Action(send="claim_promotion", args={"promotion": "bad-beat.1", "board": 0})
    assert page.step.now == "Quad tens beaten: call the floor."
    assert page.step.then == "Leave deck, board and hands."
    assert page.caption.text == "Posted jackpot $48,250"
    assert page.caption.note == "Quad tens or better beaten"


def test_award_and_seats_stay_live_beside_the_jackpot_but_only_one_key_is_due() -> None:
    page = shown(jackpot_table())
    keys = [item for pod in page.pods for item in pod.keys]
    assert any(item.do is not None for item in page.pods[1].keys)
    assert not [item for item in [*keys, page.award, *page.secondary] if item.look == "due"]


def test_no_key_without_a_promotion_or_before_the_hands_are_shown() -> None:
    assert (
        shown(at_showdown(table_with(), JACKPOT_BOARD, {2: STRAIGHT_FLUSH, 7: QUADS})).promotion
        is None
    )
    table = at_showdown(table_with(TENS_BEATEN), JACKPOT_BOARD, {2: STRAIGHT_FLUSH, 7: ""})
    assert shown(table).promotion is None


def test_claim_holds_the_table_and_lists_what_the_log_proves() -> None:
    page = shown(claimed_table())
    assert panel(page).hold == "Hold, jackpot"
    assert panel(page).at == NOW
    assert panel(page).key.do is None
    assert panel(page).key.text == "Jackpot claimed {time}"
    assert page.step.now == "Leave deck, board and hands as they are."
    stage = claim_stage(page)
    assert [check.text for check in stage.checks] == [
        "9 dealt in, 4 needed",
        "Pot $181, $10 needed",
        "Both hole cards play",
        "Quads, pocket pair",
        "Shown before the end",
        "One board",
    ]
    assert all(check.proved for check in stage.checks)
    assert not [item for item in page.pods[1].keys if item.do is not None]
    assert page.floor.called_at
    (held,) = page.pods[6].keys
    assert (held.text, held.line, held.do) == ("stays face up", "quad tens", None)


def test_condition_that_the_log_leaves_open_is_not_ticked() -> None:
    table = at_showdown(
        table_with(TENS_BEATEN), JACKPOT_BOARD, {2: STRAIGHT_FLUSH, 5: "", 7: QUADS}
    )
    page = shown(play(table, "claim_promotion promotion=bad-beat.1"))
    open_checks = [check.text for check in claim_stage(page).checks if not check.proved]
    assert open_checks == ["Not shown: 5"]
    assert page.pods[4].keys[0].text == "stays as it is"


def test_undo_is_offered_until_a_supervisor_answers() -> None:
    table = claimed_table()
    page = shown(table)
    assert panel(page).key.sub == "UNDO takes it back until the floor answers"
    assert page.undo.sub == "Jackpot call"
    answered = shown(run(table, c.FloorComing("Rowan"), NOW + 1))
    assert panel(answered).key.sub == "The floor decides the claim"
    assert "Rowan" in answered.step.then
    assert page.undo.do is not None
    assert answered.undo.do is None


def test_settled_claim_gives_the_table_back() -> None:
    table = run(claimed_table(), c.SettleClaim(1, "verified", by="Rowan"))
    page = shown(table)
    assert page.promotion is None
    assert any(item.do is not None for item in page.pods[1].keys)
    assert not page.floor.called_at


def test_royal_flush_is_claimed_like_a_jackpot() -> None:
    table = at_showdown(table_with(ROYALS), "QsJsTs2h2d", {2: "AsKs", 7: "3c4c"})
    page = shown(table)
    assert panel(page).key.text == "ROYAL FLUSH \u2013 CALL FLOOR"
    assert panel(page).key.sub == "seat 2, royal flush"
    assert page.step.now == "Royal flush: call the floor."


def test_high_hand_takes_two_taps_in_one_box() -> None:
    page = screen(read_view(PROMOTIONS["promotion_high_hand"]()), now_ms=NOW)
    first = panel(page)
    assert first.key.text == "HIGH HAND"
    assert first.key.sub == "seat 4, kings full of nines"
    assert first.key.do == Action(open="high_hand", args={})
    assert first.post is not None
    assert first.post.do == Action(
        send="post_high_hand", args={"promotion": "high-hand.1", "seat": 4}
    )
    assert first.step is not None
    assert first.step.now == "Post the high hand of seat 4?"
    assert first.step.then.startswith("Or push $")
    assert first.stage is not None
    notes = [note.text for note in first.stage.notes]
    assert notes == [
        "High hand now: queens full of tens, T6, {time}",
        "Round ends {time}. Prize $200",
        "First tap showed this. Second tap posts it.",
    ]


def test_count_row_comes_back_once_the_high_hand_is_posted() -> None:
    table = at_showdown(table_with(ACES_FULL_HIGH), "Ks9d9c2h7s", {4: "KhKc", 8: ""})
    assert shown(table).promotion is not None
    table = play(table, "post_high_hand promotion=high-hand.1 seat=4")
    page = shown(table)
    assert page.promotion is None
    assert page.undo.sub == "Seat 4 high hand"


def test_jackpot_comes_before_a_high_hand() -> None:
    high = replace(ACES_FULL_HIGH, floor=None)
    table = at_showdown(table_with(high, TENS_BEATEN), JACKPOT_BOARD, {2: STRAIGHT_FLUSH, 7: QUADS})
    assert panel(shown(table)).key.text.startswith("JACKPOT")


@pytest.mark.parametrize("name", PROMOTIONS)
def test_promotion_is_on_every_scene(name: str) -> None:
    assert panel(screen(read_view(PROMOTIONS[name]()), now_ms=NOW)).key.text
