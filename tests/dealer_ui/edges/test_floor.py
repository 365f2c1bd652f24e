"""A floor call over HTTP: the rows that can happen, the proposal, the dealer's own remedy, once."""

from typing import Any
from uuid import uuid4

import pytest

from dealer_ui.open_call import cached_open_call
from rulings.calls.models import Call, Ruling
from tests.dealer_ui.edges.tablet import Tablet, refusal, sign_in_tablet
from tests.tables.room import TableDriver

pytestmark = pytest.mark.django_db(transaction=True)


def call_on_flop(game: TableDriver) -> Tablet:
    """Return a tablet on the flop with a delivered call."""
    tablet = sign_in_tablet(game)
    assert tablet.tap("close_street", count=4).status_code == 200
    assert tablet.tap("call_floor").status_code == 200
    return tablet


def call_data(response: Any) -> dict[str, Any]:
    """Return what a response or a snapshot contains about the call."""
    data: dict[str, Any] = (response if isinstance(response, dict) else response.json())["screen"][
        "floor"
    ]
    return data


def carry_out_remedy(tablet: Tablet, id: str) -> Any:
    """Carry out the dealer's own remedy."""
    body = {"id": id, "seen": tablet.seen, "name": "carry_out", "args": {}}
    return tablet.post("carry-out", body)


def test_call_response_has_the_possible_irregularities(game: TableDriver) -> None:
    tablet = call_on_flop(game)
    data = call_data(tablet.snapshot())
    assert data["told"] is None
    early_rows = [key["do"]["args"] for key in data["rows"]["early"]]
    assert {"key": "premature_turn"} in early_rows
    response = tablet.tap("report", key="premature_turn")
    assert call_data(response)["told"]["basis"] == "House rulebook, version 1 · FL-7"
    response = tablet.tap("report", facts={"burned": 1, "early_card": "Jh"})
    assert (
        call_data(response)["told"]["steps"][0]["text"] == "Set the turned card J♥ aside, face up."
    )


def test_a_dealer_carries_out_once_and_the_same_tap_is_answered_again(game: TableDriver) -> None:
    tablet = call_on_flop(game)
    tablet.tap("report", key="button_misplaced")
    id = str(uuid4())
    first = carry_out_remedy(tablet, id)
    assert first.status_code == 200
    assert "dealer" in first.json()["screen"]["ruling"]["final"]
    repeated = carry_out_remedy(tablet, id)
    assert (repeated.status_code, repeated.json()["seq"]) == (200, first.json()["seq"])
    assert Ruling.objects.get().decision == "dealer"
    assert refusal(carry_out_remedy(tablet, str(uuid4()))) == (422, "no_floor_call")


def test_dealer_never_makes_a_supervisor_decision(game: TableDriver) -> None:
    tablet = call_on_flop(game)
    tablet.tap("report", key="premature_turn")
    assert refusal(carry_out_remedy(tablet, str(uuid4()))) == (422, "supervisor_decides")
    tablet.tap("report", key="button_misplaced", facts={"objection": True})
    assert refusal(carry_out_remedy(tablet, str(uuid4()))) == (422, "supervisor_decides")
    assert not Ruling.objects.exists()
    assert Call.objects.get().status == "open"


def test_a_call_is_cancelled_with_a_reason_or_not_at_all(game: TableDriver) -> None:
    tablet = call_on_flop(game)
    assert refusal(tablet.tap("cancel_floor", reason="")) == (422, "reason_missing")
    canceled = tablet.tap("cancel_floor", reason="solved", by="Oak")
    assert refusal(canceled) == (400, "bad_command")
    assert tablet.tap("cancel_floor", reason="solved").status_code == 200
    assert (Call.objects.get().status, Call.objects.get().reason) == ("cancelled", "solved")


def test_tablet_does_not_rule_under_another_command(game: TableDriver) -> None:
    tablet = call_on_flop(game)
    for name in ("rule", "floor_seen", "floor_coming", "floor_arrived", "move_cards"):
        assert refusal(tablet.tap(name)) == (400, "unknown_command")


def test_the_state_is_read_once_for_all_screens_of_a_call(
    game: TableDriver, django_assert_num_queries: Any
) -> None:
    tablet = call_on_flop(game)
    at = call_data(tablet.snapshot())["called_at"]
    with django_assert_num_queries(0):
        assert cached_open_call(table_id=game.table.pk, seq=tablet.seen, at=at) is not None
        assert cached_open_call(table_id=game.table.pk, seq=tablet.seen + 1, at=at) is None
