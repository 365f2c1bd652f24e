"""Floor calls and rulings at a house-banked table: queue, page, remedies of the room, what a ruling logs."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from banked.decisions import decisions_set
from banked.models import BoxRound
from banked.rules import commands as c
from banked.rulings import BankedRuling, banked_ruling_accept, banked_ruling_override
from poker.refusal import Refusal
from rulings.calls.models import Call, Ruling
from tests.support.banked_room import BankedDriver, create_banked
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import PIN, create_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def banked(db: None) -> BankedDriver:
    driver = create_banked()
    driver.open()
    return driver


@pytest.fixture
def oak(banked: BankedDriver) -> Client:
    return sign_in_client("201")


def accept(driver: BankedDriver, **fields: object) -> Ruling:
    call = driver.call
    values = {"reported": call.key, "box": 0, **driver.signature, **fields}
    return banked_ruling_accept(call=call, now=driver.now + timedelta(seconds=5), **values)  # type: ignore[arg-type]


def override(driver: BankedDriver, **fields: object) -> Ruling:
    call = driver.call
    chosen = BankedRuling(**{"reported": call.key, "reason": "house exception", **fields})  # type: ignore[arg-type]
    return banked_ruling_override(
        call=call, chosen=chosen, now=driver.now + timedelta(seconds=5), **driver.signature
    )


def code(error: pytest.ExceptionInfo[Refusal]) -> str:
    return error.value.code


def test_queue_has_the_call_with_the_title_of_its_catalogue(
    banked: BankedDriver, oak: Client
) -> None:
    banked.bet()
    banked.call_floor("card_face_up")
    page = oak.get(reverse("floor:index")).content.decode()
    assert "Card face up in the shoe" in page
    assert "Round 1" in page
    assert "Spanish 21, $15 to $500" in page


def test_call_between_rounds_names_the_round_before(banked: BankedDriver, oak: Client) -> None:
    banked.round()
    banked.call_floor("payout_wrong")
    assert "After round 1" in oak.get(reverse("floor:index")).content.decode()


def test_map_shows_the_call(banked: BankedDriver, oak: Client) -> None:
    banked.bet()
    banked.call_floor("two_cards")
    assert "Two cards at once" in oak.get(reverse("floor:map")).content.decode()


def test_page_shows_what_the_room_decides(banked: BankedDriver, oak: Client) -> None:
    banked.bet()
    banked.deal()
    call = banked.call_floor("hole_exposed")
    decisions_set(room=banked.room, decisions={"hole_exposed": "void"})
    page = oak.get(reverse("floor:call", args=[call.pk]), follow=True)
    text = page.content.decode()
    assert "Void the round. All wagers go back." in text
    assert "The hole card stays. Every player decides as usual." in text
    assert "House choice, derived" in text
    assert "58 Pa. Code § 633a.14" in text
    assert "Box 1 gets K" in text
    assert Call.objects.get(pk=call.pk).seen_by == "Oak"


def test_page_of_a_call_without_a_report_offers_every_irregularity(
    banked: BankedDriver, oak: Client
) -> None:
    call = banked.call_floor()
    page = oak.get(reverse("banked:call", args=[call.pk])).content.decode()
    assert "What happened?" in page
    assert "A ten in the shoe" in page


def test_report_with_its_box(banked: BankedDriver, oak: Client) -> None:
    banked.bet()
    call = banked.call_floor()
    url = reverse("banked:call-act", args=[call.pk, "report"])
    assert oak.post(url, {"key": "box_skipped"}).status_code == 302
    page = oak.get(reverse("banked:call", args=[call.pk])).content.decode()
    assert "Say which box." in page
    assert oak.post(url, {"box": "3"}).status_code == 302
    call.refresh_from_db()
    assert (call.key, call.facts) == ("box_skipped", {"box": 3})


def test_answers_and_cancel(banked: BankedDriver, oak: Client) -> None:
    call = banked.call_floor("two_cards")
    oak.post(reverse("banked:call-act", args=[call.pk, "answer"]), {"how": "coming"})
    oak.post(reverse("floor:answer", args=[call.pk]), {"how": "arrived"})
    call.refresh_from_db()
    assert (call.coming_by, call.arrived_by) == ("Oak", "Oak")
    url = reverse("banked:call-act", args=[call.pk, "cancel"])
    refused = oak.post(url, {"reason": ""})
    assert refused.status_code == 422
    assert "ive a short reason" in refused.content.decode()
    oak.post(url, {"reason": "Cleared up"})
    page = oak.get(reverse("banked:call", args=[call.pk])).content.decode()
    assert "Oak canceled it" in page
    assert "Replay the round" in page


def test_accepted_ruling_is_a_row_and_an_entry(banked: BankedDriver) -> None:
    banked.bet()
    banked.deal()
    banked.call_floor("card_face_up")
    ruling = accept(banked)
    assert ruling.decision == "accepted"
    assert ruling.hand == 1
    assert ruling.row == 1
    assert ruling.result == "Do not use the card. Put it in the discard rack and deal the next one."
    assert ruling.words is not None
    assert "The supervisor decides." in ruling.words["text"]
    state = banked.state
    assert state.floor is None
    assert state.remedy is not None
    assert state.remedy.ruling == ruling.number
    assert state.round is not None
    assert banked.call.status == Call.Status.RULED


def test_remedy_that_voids_the_round_logs_it(banked: BankedDriver) -> None:
    banked.bet()
    banked.deal()
    banked.call_floor("ten_found")
    ruling = accept(banked)
    assert ruling.outcome == "void"
    assert banked.state.round is None
    assert list(BoxRound.objects.values_list("box", "paid", "taken", "is_void")) == [
        (1, 0, 0, True),
        (3, 0, 0, True),
    ]
    with pytest.raises(Refusal) as error:
        banked.send(c.Undo())
    assert code(error) == "nothing_to_take_back"


def test_remedy_that_voids_a_box_takes_the_reported_one(banked: BankedDriver) -> None:
    banked.bet()
    banked.deal()
    banked.call_floor("box_skipped", box=3)
    ruling = accept(banked)
    assert ruling.facts["box"] == 3
    round_ = banked.state.round
    assert round_ is not None
    box = round_.box(3)
    assert box is not None
    assert [hand.end for hand in box.hands] == ["void"]


def test_void_box_needs_a_box(banked: BankedDriver) -> None:
    banked.bet()
    banked.call_floor("box_skipped")
    with pytest.raises(Refusal) as error:
        accept(banked)
    assert code(error) == "void_box_missing"
    assert Ruling.objects.count() == 0
    assert accept(banked, box=1).facts["box"] == 1


def test_refused_void_stores_nothing(banked: BankedDriver) -> None:
    banked.bet()
    banked.call_floor("box_skipped", box=2)
    seq = banked.table.stream.__class__.objects.get(pk=banked.table.pk).seq
    with pytest.raises(Refusal) as error:
        accept(banked)
    assert code(error) == "empty_box"
    assert Ruling.objects.count() == 0
    assert banked.table.stream.__class__.objects.get(pk=banked.table.pk).seq == seq


def test_another_round_is_never_voided(banked: BankedDriver, oak: Client) -> None:
    banked.bet()
    banked.deal()
    call = banked.call_floor("ten_found")
    banked.finish()
    banked.bet()
    with pytest.raises(Refusal) as error:
        accept(banked)
    assert code(error) == "ruled_round_over"
    page = oak.get(reverse("banked:call", args=[call.pk])).content.decode()
    assert "Round 1 is over, so it can&#x27;t be voided" in page
    assert override(banked, result="Every deck is inspected now.").decision == "overridden"


def test_changed_report_is_stale(banked: BankedDriver) -> None:
    banked.bet()
    banked.call_floor("two_cards")
    with pytest.raises(Refusal) as error:
        accept(banked, reported="hole_exposed")
    assert code(error) == "stale"


def test_another_remedy_and_own_words(banked: BankedDriver) -> None:
    banked.bet()
    banked.call_floor("two_cards")
    first = override(banked, remedy="discard")
    assert first.outcome == "discard"
    assert first.result == "Put the second card in the discard rack."
    assert first.proposal["outcome"] == "next"
    banked.call_floor()
    second = override(banked, result="Box 1 may take its bet back.", do="void_box", box=1)
    assert second.result == "Box 1 may take its bet back."
    assert (first.number[-2:], second.number[-2:]) == ("01", "02")
    banked.call_floor("two_cards")
    for fields, expected in (
        ({"remedy": "discard", "reason": " "}, "reason_missing"),
        ({"result": " "}, "no_result"),
        ({"remedy": "nonsense"}, "stale"),
    ):
        with pytest.raises(Refusal) as error:
            override(banked, **fields)
        assert code(error) == expected


def test_dealer_who_called_never_rules(banked: BankedDriver) -> None:
    floor_dealer = create_staff("supervisor", alias="Birch", badge="202")
    banked.wren = floor_dealer
    banked.call_floor("two_cards")
    with pytest.raises(Refusal) as error:
        banked_ruling_accept(
            call=banked.call, reported="two_cards", box=0, badge="202", pin=PIN, now=banked.now
        )
    assert code(error) == "own_call"
    client = sign_in_client("202")
    page = client.get(reverse("banked:call", args=[banked.call.pk])).content.decode()
    assert "another supervisor rules" in page


def test_second_supervisor_is_too_late(banked: BankedDriver, oak: Client) -> None:
    banked.bet()
    call = banked.call_floor("two_cards")
    url = reverse("banked:call-act", args=[call.pk, "accept"])
    data = {"badge": "201", "pin": PIN, "seen": "two_cards"}
    assert oak.post(url, data).status_code == 302
    late = oak.post(url, data)
    assert late.status_code == 409
    assert "call closed" in late.content.decode()
    assert Ruling.objects.count() == 1


def test_page_of_the_ruling_and_of_an_appeal(banked: BankedDriver, oak: Client) -> None:
    banked.bet()
    banked.deal()
    call = banked.call_floor("hole_exposed")
    post = {
        "badge": "201",
        "pin": PIN,
        "seen": "hole_exposed",
        "remedy": "void",
        "reason": "house exception",
        "written": "Camera agrees",
    }
    done = oak.post(reverse("banked:call-act", args=[call.pk, "override"]), post, follow=True)
    text = done.content.decode()
    assert "Void the round. All wagers go back." in text
    assert "house exception: Camera agrees" in text
    assert "The hole card stays." in text
    assert "round 1" in text
    ruling = Ruling.objects.get()
    manager = sign_in_client("301")
    assert manager.get(reverse("floor:ruling", args=[ruling.pk])).status_code == 302
    record = {"badge": "301", "pin": PIN, "kind": "appeal", "result": "Stands.", "reason": "Seen."}
    url = reverse("banked:record", args=[ruling.pk])
    assert "recorded" in manager.post(url, record, follow=True).content.decode()
    appeal = Ruling.objects.get(kind="appeal")
    page = manager.get(reverse("banked:ruling", args=[appeal.pk])).content.decode()
    assert "APPEAL RECORDED" in page
    queue = manager.get(reverse("floor:index")).content.decode()
    assert "round 1" in queue


@pytest.mark.parametrize("action", ["report", "heard", "try", "accept", "override", "impound"])
def test_poker_actions_do_not_exist_for_the_call(
    banked: BankedDriver, oak: Client, action: str
) -> None:
    call = banked.call_floor("two_cards")
    assert oak.post(reverse(f"floor:{action}", args=[call.pk])).status_code == 404


def test_calls_and_rounds_of_the_log_are_verified_and_rebuilt(banked: BankedDriver) -> None:
    banked.round()
    banked.bet()
    banked.deal()
    banked.call_floor("ten_found")
    accept(banked)
    banked.round()
    banked.send(c.Undo())
    banked.send(c.Settle())
    before = list(BoxRound.objects.order_by("pk").values("round", "box", "paid", "is_void"))
    call_command("verify_journal")
    call_command("rebuild_projections")
    after = list(
        BoxRound.objects.order_by("round", "box").values("round", "box", "paid", "is_void")
    )
    assert after == sorted(before, key=lambda row: (row["round"], row["box"]))
    call_command("verify_journal")
