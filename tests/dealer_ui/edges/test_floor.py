"""A floor call over HTTP: the rows that can happen, the proposal, the dealer's own remedy, once."""

from typing import Any
from uuid import uuid4

import pytest

from dealer_ui.open_call import cached_open_call
from rulings.calls.models import Call, Ruling
from tests.dealer_ui.edges.tablet import Tablet, dealt, refusal
from tests.tables.room import Small

pytestmark = pytest.mark.django_db(transaction=True)


def called(game: Small) -> Tablet:
    """A dealer on the flop whose call is delivered."""
    tablet = dealt(game)
    assert tablet.tap("close_street", count=4).status_code == 200
    assert tablet.tap("call_floor").status_code == 200
    return tablet


def floor(answer: Any) -> dict[str, Any]:
    """What an answer or a snapshot says of the call."""
    data: dict[str, Any] = (answer if isinstance(answer, dict) else answer.json())["screen"][
        "floor"
    ]
    return data


def carry_out(tablet: Tablet, id: str) -> Any:
    """The dealer's own remedy."""
    body = {"id": id, "seen": tablet.seen, "name": "carry_out", "args": {}}
    return tablet.post("carry-out", body)


def test_the_answer_to_a_call_has_what_can_have_happened(game: Small) -> None:
    tablet = called(game)
    data = floor(tablet.look())
    assert data["told"] is None
    early = [key["do"]["args"] for key in data["rows"]["early"]]
    assert {"key": "premature_turn"} in early
    answer = tablet.tap("report", key="premature_turn")
    assert floor(answer)["told"]["basis"] == "House rulebook, version 1 · FL-7"
    answer = tablet.tap("report", facts={"burned": 1, "early_card": "Jh"})
    assert floor(answer)["told"]["steps"][0]["text"] == "Set the turned card J♥ aside, face up."


def test_a_dealer_carries_out_once_and_the_same_tap_is_answered_again(game: Small) -> None:
    tablet = called(game)
    tablet.tap("report", key="button_misplaced")
    id = str(uuid4())
    first = carry_out(tablet, id)
    assert first.status_code == 200
    assert "dealer" in first.json()["screen"]["ruling"]["final"]
    again = carry_out(tablet, id)
    assert (again.status_code, again.json()["seq"]) == (200, first.json()["seq"])
    assert Ruling.objects.get().decision == "dealer"
    assert refusal(carry_out(tablet, str(uuid4()))) == (422, "no_floor_call")


def test_a_dealer_never_decides_what_is_a_supervisors(game: Small) -> None:
    tablet = called(game)
    tablet.tap("report", key="premature_turn")
    assert refusal(carry_out(tablet, str(uuid4()))) == (422, "supervisor_decides")
    tablet.tap("report", key="button_misplaced", facts={"objection": True})
    assert refusal(carry_out(tablet, str(uuid4()))) == (422, "supervisor_decides")
    assert not Ruling.objects.exists()
    assert Call.objects.get().status == "open"


def test_a_call_is_cancelled_with_a_reason_or_not_at_all(game: Small) -> None:
    tablet = called(game)
    assert refusal(tablet.tap("cancel_floor", reason="")) == (422, "reason_missing")
    named = tablet.tap("cancel_floor", reason="solved", by="Oak")
    assert refusal(named) == (400, "bad_command")
    assert tablet.tap("cancel_floor", reason="solved").status_code == 200
    assert (Call.objects.get().status, Call.objects.get().reason) == ("cancelled", "solved")


def test_nobody_rules_at_a_tablet_by_any_other_name(game: Small) -> None:
    tablet = called(game)
    for name in ("rule", "floor_seen", "floor_coming", "floor_arrived", "move_cards"):
        assert refusal(tablet.tap(name)) == (400, "unknown_command")


def test_the_state_is_read_once_for_all_screens_of_a_call(
    game: Small, django_assert_num_queries: Any
) -> None:
    tablet = called(game)
    at = floor(tablet.look())["called_at"]
    with django_assert_num_queries(0):
        assert cached_open_call(table_id=game.table.pk, seq=tablet.seen, at=at) is not None
        assert cached_open_call(table_id=game.table.pk, seq=tablet.seen + 1, at=at) is None
