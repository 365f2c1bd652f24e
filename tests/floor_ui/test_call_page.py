"""The floor's pages at the server: what the queue and the ruling screen say, and refusals that lose nothing."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from floor_ui.messages import refusal_message
from floor_ui.remedy_form import parse_rollback, rollback_text
from poker import commands as c
from poker.irregularities.load import catalogue
from poker.refusal import Refusal
from rulings.calls.models import Call, Ruling
from rulings.messages.refusal_table import MESSAGES
from tables import lifecycle
from tables.models import Table
from tests.floor_ui.conftest import Desk, signed_in
from tests.rulings.calls.conftest import Floor
from tests.tables.room import NOW, Small

pytestmark = pytest.mark.db
QUEEN = {"fact": "early_card", "early_card": "Q", "early_card-suit": "s"}


def text(answer: Any) -> str:
    return str(answer.content.decode())


def says(page: str, *words: str) -> None:
    assert [text for text in words if text not in page] == []


def test_the_queue_says_who_waits_for_what(desk: Desk) -> None:
    page = text(signed_in("201").get(reverse("floor:index")))
    says(page, "T1", "Hand 1", "Wren", "Premature turn")


def test_the_top_leads_only_where_somebody_may_go(desk: Desk) -> None:
    room = Table.objects.get().room_id
    doors = (reverse("incidents:index"), reverse("desk:room", args=[room]))
    page = text(signed_in("201").get(reverse("floor:index")))
    assert [door for door in doors if f'href="{door}"' not in page] == []
    page = text(desk.client("surveillance").get(reverse("floor:index")))
    assert f'href="{doors[0]}"' in page
    assert f'href="{doors[1]}"' not in page


def test_the_oldest_call_stands_first_and_escalated_ones_on_top(desk: Desk) -> None:
    for name in ("T2", "T3"):
        table = lifecycle.table_create(
            room=desk.call.room, name=name, seats=9, plaque=None, actor="system.test", now=NOW
        )
        Small(table, now=desk.floor.game.now + timedelta(seconds=int(name[1]))).do(c.CallFloor())
    client = signed_in("301")

    def order() -> list[str]:
        return re.findall(r'class="table">(T\d)<', text(client.get(reverse("floor:index"))))

    assert order() == ["T1", "T2", "T3"]
    last = Call.objects.get(table__name="T3")
    signed_in("201").post(reverse("floor:escalate", args=[last.pk]))
    assert order() == ["T3", "T1", "T2"]
    says(text(client.get(reverse("floor:index"))), "Escalated by Oak")


def test_opening_a_call_marks_it_seen_but_a_look_of_the_page_does_not(desk: Desk) -> None:
    client = signed_in("201")
    client.get(desk.at(), headers={"X-Live": "1"})
    desk.call.refresh_from_db()
    assert desk.call.seen_at is None
    client.get(desk.at())
    desk.call.refresh_from_db()
    assert desk.call.seen_by == "Oak"


def test_the_proposal_is_whole_and_says_that_it_is_not_final(desk: Desk) -> None:
    page = text(signed_in("201").get(desk.at()))
    says(page, "PROPOSED, NOT FINAL", "House rulebook v1, FL-7", "H-21b", "As it is now")
    says(page, "A premature turn card doesn", "Burn one")
    says(page, "Adds up:", "= 52", "None in 30 days", "Floor called on the turn")


def test_a_corrected_fact_stands_with_what_it_was(desk: Desk) -> None:
    client = signed_in("201")
    client.post(desk.at("report"), QUEEN)
    client.post(desk.at("report"), {"fact": ["stub", "burns"], "stub": "39", "burns": "1"})
    page = text(client.get(desk.at()))
    says(page, "fact corrected", "was J\u2665", "was stub 38, burns 2", "Stub 39, burns 1")


def test_heard_is_kept_as_a_fact_and_taken_back(desk: Desk) -> None:
    client = signed_in("201")
    for name in ("dealer", "2", "dealer"):
        client.post(desk.at("heard"), {"name": name})
    desk.call.refresh_from_db()
    assert desk.call.facts["heard"] == ["2"]


def test_accepting_leads_to_the_final_ruling(desk: Desk) -> None:
    client = signed_in("201")
    answer = client.post(desk.at("accept"), desk.by())
    ruling = Ruling.objects.get()
    there = reverse("floor:ruling", args=[ruling.pk])
    assert answer["Location"] == desk.at()
    assert client.get(desk.at())["Location"] == there
    page = text(client.get(there))
    says(page, "RULING FINAL", ruling.number, "Accepted", "Oak", "still to do at the table")
    assert "<form" not in page.split("</header>")[1]  # a supervisor edits nothing


def test_the_second_of_two_supervisors_is_told(desk: Desk) -> None:
    seen = desk.floor.game.seq
    signed_in("201").post(desk.at("accept"), desk.by("201", seen=seen))
    answer = signed_in("301").post(desk.at("accept"), desk.by("301", seen=seen))
    assert answer.status_code == 409
    says(text(answer), "is already closed", "Oak ruled at")
    assert Ruling.objects.count() == 1


def test_a_page_that_is_too_old_rules_nothing(desk: Desk) -> None:
    client, seen = signed_in("201"), desk.floor.game.seq
    client.post(desk.at("report"), QUEEN)
    answer = client.post(desk.at("accept"), desk.by(seen=seen))
    assert answer.status_code == 409
    says(text(answer), "The table has moved on since this page loaded", 'id="again"')
    for nonsense in ("", "x", "-1", "9" * 40):
        assert client.post(desk.at("accept"), desk.by(seen=nonsense)).status_code == 409
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


def test_an_override_carries_its_own_remedy(desk: Desk) -> None:
    client = signed_in("201")
    data = desk.by(
        reason="facts differ",
        written="seat 3 was folding",
        result="The card stays.",
        back="street:turn",
        steps=json.dumps(STEPS),
    )
    says(text(client.post(desk.at("try"), data)), "Leave the jack where it lies.", "Adds up")
    client.post(desk.at("override"), data)
    ruling = Ruling.objects.get()
    assert ruling.reason == "facts differ: seat 3 was folding"
    assert [step.get("when", "now") for step in ruling.steps] == ["lies", "now", "street:river"]
    assert ruling.steps[2]["say"] == "Move 1 from set aside to the stub."
    view = Table.objects.get(pk=desk.call.table_id).view
    assert (view["hand"]["street"], view["ledger"]["aside"]) == ("flop", 1)
    page = text(client.get(reverse("floor:ruling", args=[ruling.pk])))
    says(page, "Overridden", "seat 3 was folding", "Proposed")


def kit(page: str) -> Any:
    match = re.search(r'<script id="composer-options" type="application/json">(.*?)</script>', page)
    assert match
    return json.loads(match[1])


def test_a_remedy_that_begins_with_the_proposed_goes_back_as_far(desk: Desk) -> None:
    client = signed_in("201")
    page = text(client.get(desk.at()))
    match = kit(page)
    assert match["back"] == "street:turn"
    assert page.split('<select name="back">')[1].startswith('<option value="street:turn">As prop')
    assert len({value for value, _ in match["backs"]}) == len(match["backs"])
    kept = [{"kind": "keep", **item} for item in match["proposed"]]
    data = desk.by(reason="facts differ", result="As proposed, and more.", steps=json.dumps(kept))
    late = steps("waive_burn", street="turn")
    wrong = client.post(desk.at("override"), data | {"back": "", "steps": late})
    assert wrong.status_code == 422
    says(text(wrong), "already dealt", "Roll the log back")
    assert "UNDO" not in text(wrong)
    client.post(desk.at("override"), data)  # nobody said how far
    assert Ruling.objects.get().decision == "overridden"
    view = Table.objects.get(pk=desk.call.table_id).view
    assert (view["hand"]["street"], view["ledger"]["aside"]) == ("flop", 1)


def test_no_refusal_sends_a_supervisor_to_undo() -> None:
    codes = [code for code, text in MESSAGES.items() if "UNDO" in text]
    assert codes
    assert [
        code
        for code in codes
        if "UNDO" in refusal_message(Refusal(code, seat=1, opener=2, due=3, hand=4))
    ] == []


def steps(kind: str, **args: str) -> str:
    return json.dumps([{"kind": kind, "args": args}])


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"reason": ""}, "Give a reason"),
        ({"reason": "other"}, "Give a reason"),
        ({"reason": "nonsense"}, "Give a reason"),
        ({"result": "  "}, "Write the ruling"),
        ({"steps": "{"}, "t be read"),
        ({"steps": steps("close_table")}, "t be read"),
        ({"steps": steps("kill_hand")}, "needs seat"),
        ({"steps": steps("kill_hand", seat="9")}, "eat 9"),
        ({"steps": steps("return_chips", seat="2", amount="1e999", of="bet")}, "t a dollar amount"),
        ({"steps": steps("move_cards", source="muck", target="stub", count="40")}, "muck"),
        ({"steps": steps("waive_burn", street="x y=1")}, "t be read"),
        ({"steps": json.dumps([{"kind": "words", "say": "x"}] * 40)}, "t be read"),
        ({"steps": json.dumps([{"kind": "keep", "place": 0, "say": "Else"}])}, "t be read"),
        ({"back": "nonsense:x"}, ""),
        ({"back": "seat:x"}, ""),
    ],
)
def test_an_override_that_does_not_hold_is_refused_in_a_sentence(
    desk: Desk, sent: dict[str, str], words: str
) -> None:
    whole = {"reason": "facts differ", "result": "The card stays."} | sent
    for act in ("try", "override"):
        answer = signed_in("201").post(desk.at(act), desk.by(**whole))
        if act == "override" or "steps" in sent or "back" in sent:
            assert answer.status_code == 422
            says(text(answer), words)
    assert not Ruling.objects.exists()


def test_every_way_back_of_a_row_can_be_chosen_in_an_override() -> None:
    rules = [rule for row in catalogue().rows.values() for rule in row.rule if rule.back]
    for kind in {rule.back.partition(":")[0] for rule in rules}:
        back = {"street": "street:turn", "over": "over:turn"}.get(
            kind, kind if kind in ("award", "last") else f"{kind}:7"
        )
        assert parse_rollback(back) == back
        assert ":" not in rollback_text(back)


def test_a_pot_is_held_then_paid(desk: Desk) -> None:
    client = signed_in("201")
    client.post(desk.at("impound"), desk.by(reason="Camera"))
    ruling = Ruling.objects.get()
    address = reverse("floor:pay", args=[ruling.pk])
    queue = text(client.get(reverse("floor:index")))
    says(queue, "Held pots", reverse("floor:ruling", args=[ruling.pk]) + "#pay")
    held = Table.objects.get(pk=desk.call.table_id).view["impounded"][0]
    share = f"share-{held['seats'][0]}"
    few = client.post(address, desk.by(reason="Seen", **{share: "1"}))
    assert few.status_code == 422
    says(text(few), "Divide all of it")
    whole = {share: f"${held['amount'] / 100:.2f}"}
    assert client.post(address, desk.by("101", reason="Seen", **whole)).status_code == 403
    assert client.post(address, desk.by(reason="Seen", **whole)).status_code == 302
    assert Table.objects.get(pk=desk.call.table_id).view["impounded"] == []
    paid = Ruling.objects.get(kind="payment")
    assert paid.about == ruling
    page = text(client.get(reverse("floor:ruling", args=[ruling.pk])))
    got = f"{share.replace('share-', 'seat ')} ${held['amount'] / 100:g}"
    says(page, "Pot held", f"Held pot paid: {got}")
    assert "Overridden" not in page
    assert [
        text for text in ("Sa guides", "Tracking", "Actions chips", "Sa tda") if text in page
    ] == []
    queue = text(client.get(reverse("floor:index")))
    says(queue, "Pot held")


def test_a_correction_is_linked_and_the_ruling_stays(desk: Desk) -> None:
    signed_in("201").post(desk.at("accept"), desk.by())
    ruling = Ruling.objects.get()
    client, address = signed_in("301"), reverse("floor:record", args=[ruling.pk])
    data = {"kind": "correction", "result": "It was seat 4.", "reason": "Camera."}
    refused = client.post(address, data | {"reason": " "} | desk.by("301"))
    assert refused.status_code == 422
    says(text(refused), "It was seat 4.")  # what was typed stays
    assert client.post(address, data | desk.by("301")).status_code == 302
    says(text(client.get(reverse("floor:ruling", args=[ruling.pk]))), "Correction", "seat 4")
    ruling.refresh_from_db()
    assert ruling.decision == "accepted"


def test_a_cancelled_call_says_so(desk: Desk) -> None:
    client = signed_in("201")
    assert client.post(desk.at("cancel"), {"reason": " "}).status_code == 422
    client.post(desk.at("cancel"), {"reason": "Settled at the table"})
    says(text(client.get(desk.at())), "Settled at the table")
    assert client.post(desk.at("answer"), {"how": "seen"}).status_code == 409


@pytest.mark.parametrize(
    "sent",
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
def test_bad_facts_are_refused_and_nothing_is_stored(desk: Desk, sent: dict[str, Any]) -> None:
    seen = desk.floor.game.seq
    assert signed_in("201").post(desk.at("report"), sent).status_code == 422
    assert desk.floor.game.seq == seen


@pytest.mark.parametrize("act", ["call", "answer", "accept", "try", "heard"])
def test_a_call_of_nowhere(desk: Desk, act: str) -> None:
    client, address = signed_in("201"), reverse(f"floor:{act}", args=[10**9])
    answer = client.get(address) if act == "call" else client.post(address)
    assert answer.status_code == 404


def test_a_call_without_a_word_asks_what_happened(floor: Floor) -> None:
    floor.game.do(c.CloseStreet(4))
    floor.game.do(c.CallFloor(by=floor.wren.key), actor=floor.wren.key)
    client = signed_in("201")
    here = reverse("floor:call", args=[floor.call.pk])
    says(text(client.get(here)), "What happened?", 'value="premature_turn"')
    client.post(reverse("floor:report", args=[floor.call.pk]), {"key": "premature_turn"})
    says(text(client.get(here)), "How many cards were burned on this street?")
    client.post(reverse("floor:report", args=[floor.call.pk]), {"fact": "burned", "burned": "1"})
    says(text(client.get(here)), "The turn card is out of play")


@pytest.mark.parametrize("misdealt", [False, True])
def test_a_ruling_keeps_deck_and_pot_as_they_were_when_it_was_made(
    floor: Floor, misdealt: bool
) -> None:
    """The count was the first tap of the hand: what is taken back with it was out on the table all the same."""
    if misdealt:
        floor.game.do(c.Misdeal(confirmed=True))
    floor.game.do(c.CloseStreet(4))
    floor.game.do(c.CallFloor(by=floor.wren.key), actor=floor.wren.key)
    floor.game.do(c.Report("premature_flop", {"burned": 1}), actor=floor.wren.key)
    desk = Desk(floor, floor.call, {})
    view = Table.objects.get(pk=desk.call.table_id).view
    deck, pot = view["ledger"], view["money"]["pot"]
    client = signed_in("201")
    page = text(client.get(desk.at()))
    says(page, f"Stub {deck['stub']}, burns 1", f"${pot // 100} pot", "$6 after rollback")
    says(page, "Finish the betting before the flop", f"of ${pot // 100}, log rolled back")
    numbers = re.findall(r'<td class="n">(.*?)</td>', page)
    assert numbers == ["·", "1", "·", "2", "·"]  # "2 steps for the dealer"
    says(page, "2 steps for the dealer")
    as_it_lies = text(client.post(desk.at("try"), desk.by(steps="[]", back="")))
    says(as_it_lies, "As it stands now", f'<td class="count stub">{deck["stub"]}</td>')
    back = text(client.post(desk.at("try"), desk.by(steps="[]", back="street:flop")))
    says(back, "After rollback", '<td class="count stub">44</td>')
    client.post(desk.at("override"), desk.by(reason="facts differ", result="It stands.", back=""))
    ruling = Ruling.objects.get()
    kept = {name: ruling.facts[name] for name in ("stub", "burns", "pot")}
    assert kept == {"stub": deck["stub"], "burns": 1, "pot": pot}
    assert Table.objects.get(pk=desk.call.table_id).view["ledger"] == deck
