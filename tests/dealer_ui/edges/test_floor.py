"""A floor call over HTTP: the rows that can happen, the proposal, the dealer's own remedy, once."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command

from dealer_ui.open_call import cached_open_call
from floor_ui.hand_timeline import timeline
from rulings.calls.models import Call, Ruling
from tables.table_log import hand_commands
from tests.support.room import PIN, TableDriver, create_staff
from tests.support.tablet import Tablet, refusal, sign_in_tablet

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


def tap_call(tablet: Tablet, *earlier: dict[str, Any]) -> Any:
    """Send a floor call that names the taps held back before it."""
    body = {"id": str(uuid4()), "seen": tablet.seen, "name": "call_floor", "args": {}}
    return tablet.post("command", body | {"earlier": earlier})


def test_tap_before_the_call_is_accepted_after_it(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    tablet.tap("close_street", count=4)
    bet, count, refused = (str(uuid4()) for _ in range(3))
    called = tap_call(
        tablet,
        {"id": refused, "name": "act", "seat": 2, "what": "raise", "amount": 900, "refused": True},
        {"id": bet, "name": "act", "seat": 1, "what": "bet"},
        {"id": count, "name": "close_street"},
    )
    assert called.status_code == 200
    tablet.seen = called.json()["seq"]
    assert refusal(tablet.tap("act", seat=1, what="bet")) == (422, "hand_paused")
    assert refusal(tablet.tap("act", id=refused, seat=1, what="bet")) == (422, "hand_paused")
    first = tablet.tap("act", id=bet, seat=1, what="bet")
    second = tablet.tap("close_street", id=count, count=4)
    assert (first.status_code, second.status_code) == (200, 200)
    again = tablet.tap("close_street", id=count, count=4)
    assert again.json()["seq"] == second.json()["seq"]
    assert refusal(tablet.tap("close_street", count=4)) == (422, "hand_paused")

    call = Call.objects.get()
    assert (call.street, call.status) == ("turn", "open")
    lines = [entry.text for entry in timeline(hand_commands(tablet.device.table.stream, call.hand))]
    after_taps = [line for line in lines if line.startswith("Floor called")]
    assert after_taps == [
        "Floor called on the flop; not in the log yet: seat 1 bet and close street; "
        "refused before: seat 2 raise $9"
    ]
    assert lines[-1] == after_taps[0]
    call_command("verify_journal")


def test_earlier_tap_is_what_the_call_said(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    tablet.tap("close_street", count=4)
    tapped = str(uuid4())
    called = tap_call(tablet, {"id": tapped, "name": "act", "seat": 1, "what": "check"})
    tablet.seen = called.json()["seq"]
    other = tablet.tap("act", id=tapped, seat=1, what="bet")
    assert refusal(other) == (422, "hand_paused")
    assert tablet.tap("act", id=tapped, seat=1, what="check").status_code == 200


def test_undo_before_the_call_is_accepted_after_it(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    tablet.tap("close_street", count=4)
    tablet.tap("act", seat=1, what="bet")
    tapped = str(uuid4())
    tablet.seen = tap_call(tablet, {"id": tapped, "name": "undo"}).json()["seq"]
    assert tablet.tap("undo", id=tapped).status_code == 200
    screen = tablet.snapshot()["screen"]
    assert screen["floor"]["paused"]
    assert screen["undo"]["text"] != "Seat 1 bet"
    assert refusal(tablet.tap("act", id=tapped + "0", seat=1, what="bet"))[0] == 400
    call_command("verify_journal")


def test_too_many_earlier_taps_are_refused(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    taps = [{"id": str(uuid4()), "name": "act"} for _ in range(61)]
    assert refusal(tap_call(tablet, *taps)) == (400, "bad_request")
    assert not Call.objects.exists()


def carry_out_remedy(tablet: Tablet, id: str, dealer: str = "") -> Any:
    """Carry out the dealer's own remedy."""
    body = {"id": id, "seen": tablet.seen, "name": "carry_out", "args": {}, "dealer": dealer}
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


def test_repeated_carry_out_is_executed_once(game: TableDriver) -> None:
    tablet = call_on_flop(game)
    tablet.tap("report", key="button_misplaced")
    id = str(uuid4())
    first = carry_out_remedy(tablet, id)
    assert first.status_code == 200
    assert "dealer" in first.json()["screen"]["ruling"]["final"]
    repeated = carry_out_remedy(tablet, id)
    assert (repeated.status_code, repeated.json()["seq"]) == (200, first.json()["seq"])
    assert Ruling.objects.get().decision == "dealer"
    assert refusal(carry_out_remedy(tablet, str(uuid4()))) == (409, "no_floor_call")


def test_carry_out_by_a_supervisor_is_one_act(game: TableDriver) -> None:
    tablet = call_on_flop(game)
    rowan = create_staff("supervisor", alias="Rowan", badge="201")
    tablet.tap("report", key="button_misplaced")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    id = str(uuid4())
    for _ in range(2):
        response = carry_out_remedy(tablet, id, rowan.key)
        assert (response.status_code, response.json()["owner"]["name"]) == (200, "Wren")
    assert Ruling.objects.get().by == rowan


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
