"""The floor's pages on the server: the queue, the ruling page, and refusals that keep the entered data."""

import json
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from dealer_ui.tablet_commands import Tap, TapTarget, table_command
from floor_ui.messages import refusal_message
from floor_ui.remedy_form import parse_rollback, parse_steps, rollback_text
from poker import commands as c
from poker.irregularities.load import catalogue
from poker.refusal import Refusal
from poker.view.model import present
from rulings.calls.models import Call, Ruling
from tables import lifecycle
from tables.models import Table
from tests.support.call_fixtures import Floor
from tests.support.floor_fixtures import CallDesk, sign_in_client
from tests.support.room import NOW, TableDriver
from web.messages.catalogue import ADVICE, MESSAGES

QUEEN = {"fact": "early_card", "early_card": "Q", "early_card-suit": "s"}


def page_text(response: Any) -> str:
    return str(response.content.decode())


def assert_contains(page: str, *phrases: str) -> None:
    assert [text for text in phrases if text not in page] == []


def test_queue_shows_each_call_and_its_reason(desk: CallDesk) -> None:
    page = page_text(sign_in_client("201").get(reverse("floor:index")))
    assert_contains(page, "T1", "Hand 1", "Wren", "Premature turn")


def test_nav_bar_links_only_to_permitted_pages(desk: CallDesk) -> None:
    room = Table.objects.get().room_id
    links = (f"{reverse('incidents:index')}?room={room}", reverse("desk:room", args=[room]))
    page = page_text(sign_in_client("201").get(reverse("floor:index")))
    assert [link for link in links if f'href="{link}"' not in page] == []
    page = page_text(desk.client("surveillance").get(reverse("floor:index")))
    assert f'href="{links[0]}"' in page
    assert f'href="{links[1]}"' not in page


def test_calls_are_listed_escalated_first_then_oldest_first(desk: CallDesk) -> None:
    for name in ("T2", "T3"):
        table = lifecycle.table_create(
            room=desk.call.room, name=name, seats=9, plaque=None, actor="system.test", now=NOW
        )
        TableDriver(table, now=desk.floor.game.now + timedelta(seconds=int(name[1]))).execute(
            c.CallFloor()
        )
    client = sign_in_client("301")

    def table_order() -> list[str]:
        return re.findall(r'class="table">(T\d)<', page_text(client.get(reverse("floor:index"))))

    assert table_order() == ["T1", "T2", "T3"]
    last = Call.objects.get(table__name="T3")
    sign_in_client("201").post(reverse("floor:escalate", args=[last.pk]))
    assert table_order() == ["T3", "T1", "T2"]
    assert_contains(page_text(client.get(reverse("floor:index"))), "Escalated by Oak")


def test_age_of_an_offline_call_counts_from_its_tap(desk: CallDesk) -> None:
    late = lifecycle.table_create(
        room=desk.call.room,
        name="T2",
        seats=9,
        plaque=None,
        actor="system.test",
        now=NOW - timedelta(hours=1),
    )
    delivered = desk.call.called_at + timedelta(minutes=4)
    tap = Tap(
        command_id=str(uuid4()),
        seen=1,
        name="call_floor",
        args={},
        now=delivered,
        age_ms=5 * 60_000,
        shown=1,
    )
    table_command(target=TapTarget(late), tap_actor=desk.floor.wren, tap=tap)
    call = Call.objects.get(table=late)
    assert call.called_at == delivered - timedelta(minutes=5)
    page = page_text(sign_in_client("201").get(reverse("floor:index")))
    assert re.findall(r'class="table">(T\d)<', page) == ["T2", "T1"]  # the older call is first
    assert f'data-since="{int(call.called_at.timestamp())}' in page


def test_opening_a_call_marks_the_call_as_seen_and_a_refresh_does_not(desk: CallDesk) -> None:
    client = sign_in_client("201")
    client.get(desk.call_url(), headers={"HX-Request": "true"})
    desk.call.refresh_from_db()
    assert desk.call.seen_at is None
    client.get(desk.call_url())
    desk.call.refresh_from_db()
    assert desk.call.seen_by == "Oak"


def test_proposal_is_complete_and_marked_as_not_final(desk: CallDesk) -> None:
    page = page_text(sign_in_client("201").get(desk.call_url()))
    assert_contains(page, "PROPOSED, NOT FINAL", "House rulebook v1, FL-7", "H-21b", "As it is now")
    assert_contains(page, "A premature turn card doesn", "Burn one")
    assert_contains(page, "Adds up:", "= 52", "None in 30 days", "Floor called on the turn")


def test_corrected_fact_is_shown_with_its_old_value(desk: CallDesk) -> None:
    client = sign_in_client("201")
    client.post(desk.call_url("report"), QUEEN)
    client.post(desk.call_url("report"), {"fact": ["stub", "burns"], "stub": "39", "burns": "1"})
    page = page_text(client.get(desk.call_url()))
    assert_contains(
        page, "fact corrected", "was J\u2665", "was stub 38, burns 2", "Stub 39, burns 1"
    )


def test_seats_are_short_if_everyone_is_still_in(desk: CallDesk) -> None:
    assert_contains(page_text(sign_in_client("201").get(desk.call_url())), "All 4: S1 to S4")


def test_witness_is_stored_as_a_fact_and_withdrawn(desk: CallDesk) -> None:
    client = sign_in_client("201")
    for name in ("dealer", "2", "dealer"):
        client.post(desk.call_url("heard"), {"name": name})
    desk.call.refresh_from_db()
    assert desk.call.facts["heard"] == ["2"]


def test_accepted_proposal_redirects_to_the_final_ruling(desk: CallDesk) -> None:
    client = sign_in_client("201")
    response = client.post(desk.call_url("accept"), desk.ruling_data())
    ruling = Ruling.objects.get()
    ruling_url = reverse("floor:ruling", args=[ruling.pk])
    assert response["Location"] == desk.call_url()
    assert client.get(desk.call_url())["Location"] == ruling_url
    page = page_text(client.get(ruling_url))
    assert_contains(
        page, "RULING FINAL", ruling.number, "Accepted", "Oak", "still to do at the table"
    )
    assert "<form" not in page.split("</header>")[1]  # a supervisor edits nothing


def test_each_ruling_counts_its_own_open_steps(desk: CallDesk) -> None:
    client = sign_in_client("201")
    game = desk.floor.game
    client.post(desk.call_url("accept"), desk.ruling_data())
    game.execute(c.StepDone())
    game.execute(c.CallFloor(by=desk.floor.wren.key), actor=desk.floor.wren.key)
    first = Ruling.objects.get()
    call = desk.floor.call
    client.post(
        reverse("floor:override", args=[call.pk]),
        desk.ruling_data(
            reason="other",
            written="a new deck was due",
            result="The new deck is used from the next hand.",
            steps=json.dumps([{"kind": "words", "say": "Bring the new deck."}]),
        ),
    )
    second = Ruling.objects.latest("id")
    assert [step["say"] for step in second.steps] == ["Bring the new deck."]
    for ruling in (first, second):
        page = page_text(client.get(reverse("floor:ruling", args=[ruling.pk])))
        assert_contains(page, "1 still to do at the table")
    game.execute(c.StepDone())
    page = page_text(client.get(reverse("floor:ruling", args=[second.pk])))
    assert_contains(page, "all done")


def test_second_supervisor_is_refused(desk: CallDesk) -> None:
    seen = desk.floor.game.seq
    sign_in_client("201").post(desk.call_url("accept"), desk.ruling_data("201", seen=seen))
    response = sign_in_client("301").post(
        desk.call_url("accept"), desk.ruling_data("301", seen=seen)
    )
    assert response.status_code == 409
    assert_contains(page_text(response), "is already closed", "Oak ruled at")
    assert Ruling.objects.count() == 1


def test_ruling_from_a_stale_page_is_refused(desk: CallDesk) -> None:
    client = sign_in_client("201")
    seen = desk.floor.game.seq
    client.post(desk.call_url("report"), QUEEN)
    response = client.post(desk.call_url("accept"), desk.ruling_data(seen=seen))
    assert response.status_code == 409
    assert_contains(
        page_text(response),
        "The table has moved on since then. Nothing was recorded.",
        'id="again"',
    )
    for nonsense in ("", "x", "-1", "9" * 40):
        assert (
            client.post(desk.call_url("accept"), desk.ruling_data(seen=nonsense)).status_code == 409
        )
    assert not Ruling.objects.exists()


STEPS = [
    {"kind": "keep", "place": 0, "say": "Already done", "when": "lies"},
    {"kind": "words", "when": "now", "say": "Leave the jack where it lies."},
    {
        "kind": "move_cards",
        "when": "street:river",
        "args": {"source": "aside", "target": "stub", "count": "1"},
    },
]


def test_a_step_names_one_of_two_boards() -> None:
    args = {"source": "board", "target": "aside", "count": "1", "board": "1"}
    (step,) = parse_steps(json.dumps([{"kind": "move_cards", "when": "now", "args": args}]), None)
    assert step.say == "Move 1 from the lower board to set aside."
    assert step.do == ("move_cards source=board target=aside count=1 board=1",)


def test_an_override_carries_its_own_remedy(desk: CallDesk) -> None:
    client = sign_in_client("201")
    data = desk.ruling_data(
        reason="facts differ",
        written="seat 3 was folding",
        result="The card stays.",
        back="street:turn",
        steps=json.dumps(STEPS),
    )
    assert_contains(
        page_text(client.post(desk.call_url("try"), data)),
        "Leave the jack where it lies.",
        "Adds up",
    )
    client.post(desk.call_url("override"), data)
    ruling = Ruling.objects.get()
    assert ruling.reason == "facts differ: seat 3 was folding"
    assert [step.get("when", "now") for step in ruling.steps] == ["lies", "now", "street:river"]
    assert ruling.steps[2]["say"] == "Move 1 from set aside to the stub."
    view = Table.objects.get(pk=desk.call.table_id).view
    assert (view.hand.street, view.ledger.aside) == ("flop", 1)
    page = page_text(client.get(reverse("floor:ruling", args=[ruling.pk])))
    assert_contains(page, "Overridden", "seat 3 was folding", "Proposed")


def page_kit(page: str) -> Any:
    match = re.search(r'<script id="composer-options" type="application/json">(.*?)</script>', page)
    assert match
    return json.loads(match[1])


def test_override_with_the_proposed_steps_keeps_the_rollback(desk: CallDesk) -> None:
    client = sign_in_client("201")
    page = page_text(client.get(desk.call_url()))
    match = page_kit(page)
    assert match["back"] == "street:turn"
    assert page.split('<select name="back">')[1].startswith('<option value="street:turn">As prop')
    assert len({value for value, _ in match["backs"]}) == len(match["backs"])
    kept_steps = [{"kind": "keep", **item} for item in match["proposed"]]
    data = desk.ruling_data(
        reason="facts differ", result="As proposed, and more.", steps=json.dumps(kept_steps)
    )
    later_steps = remedy_steps("waive_burn", street="turn")
    stale_response = client.post(
        desk.call_url("override"), data | {"back": "", "steps": later_steps}
    )
    assert stale_response.status_code == 422
    assert_contains(page_text(stale_response), "already dealt", "Roll the log back")
    assert "UNDO" not in page_text(stale_response)
    client.post(desk.call_url("override"), data)  # without the extent
    assert Ruling.objects.get().decision == "overridden"
    view = Table.objects.get(pk=desk.call.table_id).view
    assert (view.hand.street, view.ledger.aside) == ("flop", 1)


def test_refusals_on_the_floor_page_do_not_mention_undo() -> None:
    assert any("UNDO" in advice for advice in ADVICE["dealer"].values())
    assert [code for code in MESSAGES if "UNDO" in refusal_message(Refusal(code))] == []


def remedy_steps(kind: str, **args: str) -> str:
    return json.dumps([{"kind": kind, "args": args}])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"reason": ""}, "Give a reason"),
        ({"reason": "other"}, "Give a reason"),
        ({"reason": "nonsense"}, "Give a reason"),
        ({"result": "  "}, "Write the ruling"),
        ({"steps": "{"}, "t be read"),
        ({"steps": remedy_steps("close_table")}, "t be read"),
        ({"steps": remedy_steps("kill_hand")}, "needs seat"),
        ({"steps": remedy_steps("kill_hand", seat="9")}, "eat 9"),
        (
            {"steps": remedy_steps("return_chips", seat="2", amount="1e999", of="bet")},
            "t an amount in USD",
        ),
        ({"steps": remedy_steps("move_cards", source="muck", target="stub", count="40")}, "muck"),
        ({"steps": remedy_steps("waive_burn", street="x y=1")}, "t be read"),
        ({"steps": json.dumps([{"kind": "words", "say": "x"}] * 40)}, "t be read"),
        ({"steps": json.dumps([{"kind": "keep", "place": 0, "say": "Else"}])}, "t be read"),
        ({"back": "nonsense:x"}, ""),
        ({"back": "seat:x"}, ""),
    ],
)
def test_invalid_override_is_refused_with_a_message(
    desk: CallDesk, fields: dict[str, str], message: str
) -> None:
    full_form = {"reason": "facts differ", "result": "The card stays."} | fields
    for act in ("try", "override"):
        response = sign_in_client("201").post(desk.call_url(act), desk.ruling_data(**full_form))
        if act == "override" or "steps" in fields or "back" in fields:
            assert response.status_code == 422
            assert_contains(page_text(response), message)
    assert not Ruling.objects.exists()


def test_override_offers_every_rollback_of_the_rows() -> None:
    rules = [rule for row in catalogue().rows.values() for rule in row.rule if rule.back]
    for kind in {rule.back.partition(":")[0] for rule in rules}:
        rollback = {"street": "street:turn", "over": "over:turn"}.get(
            kind, kind if kind in ("award", "last") else f"{kind}:7"
        )
        assert parse_rollback(rollback) == rollback
        assert ":" not in rollback_text(rollback)


def test_a_pot_is_held_then_paid(desk: CallDesk) -> None:
    client = sign_in_client("201")
    client.post(desk.call_url("impound"), desk.ruling_data(reason="Camera"))
    ruling = Ruling.objects.get()
    address = reverse("floor:pay", args=[ruling.pk])
    queue = page_text(client.get(reverse("floor:index")))
    assert_contains(queue, "Held pots", reverse("floor:ruling", args=[ruling.pk]) + "#pay")
    held_pot = Table.objects.get(pk=desk.call.table_id).view.impounded[0]
    share = f"share-{held_pot.seats[0]}"
    partial_payment = client.post(address, desk.ruling_data(reason="Seen", **{share: "1"}))
    assert partial_payment.status_code == 422
    assert_contains(page_text(partial_payment), "Divide all of it")
    shares = {share: f"${present(held_pot.amount) / 100:.2f}"}
    assert client.post(address, desk.ruling_data("101", reason="Seen", **shares)).status_code == 403
    assert client.post(address, desk.ruling_data(reason="Seen", **shares)).status_code == 302
    assert Table.objects.get(pk=desk.call.table_id).view.impounded == []
    payment = Ruling.objects.get(kind="payment")
    assert payment.about == ruling
    page = page_text(client.get(reverse("floor:ruling", args=[ruling.pk])))
    payment_text = f"{share.replace('share-', 'seat ')} ${present(held_pot.amount) / 100:g}"
    assert_contains(page, "Pot held", f"Held pot paid: {payment_text}")
    assert "Overridden" not in page
    assert [
        text for text in ("Sa guides", "Tracking", "Actions chips", "Sa tda") if text in page
    ] == []
    queue = page_text(client.get(reverse("floor:index")))
    assert_contains(queue, "Pot held")


def test_a_correction_is_linked_and_the_ruling_stays(desk: CallDesk) -> None:
    sign_in_client("201").post(desk.call_url("accept"), desk.ruling_data())
    ruling = Ruling.objects.get()
    client = sign_in_client("301")
    address = reverse("floor:record", args=[ruling.pk])
    data = {"kind": "correction", "result": "It was seat 4.", "reason": "Camera."}
    denied = client.post(address, data | {"reason": " "} | desk.ruling_data("301"))
    assert denied.status_code == 422
    assert_contains(page_text(denied), "It was seat 4.")  # what was typed stays
    assert client.post(address, data | desk.ruling_data("301")).status_code == 302
    assert_contains(
        page_text(client.get(reverse("floor:ruling", args=[ruling.pk]))), "Correction", "seat 4"
    )
    ruling.refresh_from_db()
    assert ruling.decision == "accepted"


def test_canceled_call_is_shown_with_its_reason(desk: CallDesk) -> None:
    client = sign_in_client("201")
    assert client.post(desk.call_url("cancel"), {"reason": " "}).status_code == 422
    client.post(desk.call_url("cancel"), {"reason": "Settled at the table"})
    assert_contains(page_text(client.get(desk.call_url())), "Settled at the table")
    assert client.post(desk.call_url("answer"), {"how": "seen"}).status_code == 409


@pytest.mark.parametrize(
    "form_fields",
    [
        {"fact": "early_card", "early_card": "Z" * 5000, "early_card-suit": "x" * 5000},
        {"fact": "stub", "stub": "9" * 50},
        {"fact": "stub", "stub": "-1"},
        {"fact": "pending", "pending": ["99"]},
        {"fact": "pending", "pending": ["x"]},
        {"fact": "no_such_fact", "no_such_fact": "1"},
        {"key": "no_such_row"},
        {"key": "x" * 9000},
        {"fact": "street", "street": "x" * 9000},
    ],
)
def test_bad_facts_are_refused_and_nothing_is_stored(
    desk: CallDesk, form_fields: dict[str, Any]
) -> None:
    seen = desk.floor.game.seq
    assert sign_in_client("201").post(desk.call_url("report"), form_fields).status_code == 422
    assert desk.floor.game.seq == seen


@pytest.mark.parametrize("act", ["call", "answer", "accept", "try", "heard"])
def test_unknown_call_is_not_found(desk: CallDesk, act: str) -> None:
    client = sign_in_client("201")
    address = reverse(f"floor:{act}", args=[10**9])
    response = client.get(address) if act == "call" else client.post(address)
    assert response.status_code == 404


def test_unreported_call_asks_what_happened(floor: Floor) -> None:
    floor.game.execute(c.CloseStreet(4))
    floor.game.execute(c.CallFloor(by=floor.wren.key), actor=floor.wren.key)
    client = sign_in_client("201")
    call_url = reverse("floor:call", args=[floor.call.pk])
    assert_contains(page_text(client.get(call_url)), "What happened?", 'value="premature_turn"')
    client.post(reverse("floor:report", args=[floor.call.pk]), {"key": "premature_turn"})
    assert_contains(page_text(client.get(call_url)), "How many cards were burned on this street?")
    client.post(reverse("floor:report", args=[floor.call.pk]), {"fact": "burned", "burned": "1"})
    assert_contains(page_text(client.get(call_url)), "The turn card is out of play")


@pytest.mark.parametrize("misdealt", [False, True])
def test_ruling_stores_deck_and_pot_at_its_time(floor: Floor, misdealt: bool) -> None:
    """The count was the first command of the hand; the bets it undoes were still on the table."""
    if misdealt:
        floor.game.execute(c.Misdeal(confirmed=True))
    floor.game.execute(c.CloseStreet(4))
    floor.game.execute(c.CallFloor(by=floor.wren.key), actor=floor.wren.key)
    floor.game.execute(c.Report("premature_flop", {"burned": 1}), actor=floor.wren.key)
    desk = CallDesk(floor, floor.call, {})
    view = Table.objects.get(pk=desk.call.table_id).view
    deck = view.ledger
    pot = view.money.pot
    client = sign_in_client("201")
    page = page_text(client.get(desk.call_url()))
    assert_contains(page, f"Stub {deck.stub}, burns 1", f"${pot // 100} pot", "$6 after rollback")
    assert_contains(
        page, "Finish the betting before the flop", f"of ${pot // 100}, log rolled back"
    )
    numbers = re.findall(r'<td class="n">(.*?)</td>', page)
    assert numbers == ["·", "1", "·", "2", "·"]  # "2 steps for the dealer"
    assert_contains(page, "2 steps for the dealer")
    as_it_lies = page_text(client.post(desk.call_url("try"), desk.ruling_data(steps="[]", back="")))
    assert_contains(as_it_lies, "As it stands now", f'<td class="count stub">{deck.stub}</td>')
    preview = page_text(
        client.post(desk.call_url("try"), desk.ruling_data(steps="[]", back="street:flop"))
    )
    assert_contains(preview, "After rollback", '<td class="count stub">44</td>')
    client.post(
        desk.call_url("override"),
        desk.ruling_data(reason="facts differ", result="It stands.", back=""),
    )
    ruling = Ruling.objects.get()
    ruling_facts = {name: ruling.facts[name] for name in ("stub", "burns", "pot")}
    assert ruling_facts == {"stub": deck.stub, "burns": 1, "pot": pot}
    assert Table.objects.get(pk=desk.call.table_id).view.ledger == deck
