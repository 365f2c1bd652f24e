"""A round step by step, and its evidence."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from banked.round_log import round_steps
from banked.rules import commands as c
from staff.models import AuditEvent
from tests.support.banked_room import BankedDriver, create_banked
from tests.support.floor_fixtures import sign_in_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def banked(db: None) -> BankedDriver:
    driver = create_banked()
    driver.open()
    return driver


@pytest.fixture
def oak(banked: BankedDriver) -> Client:
    return sign_in_client("201")


def test_steps_in_words_with_the_state_after_each(banked: BankedDriver) -> None:
    banked.round()
    steps = round_steps(banked.table.stream.__class__.objects.get(pk=banked.table.pk), 1)
    assert [step.text for step in steps] == [
        "Round 1: no more bets",
        "Box 1 gets K",
        "Box 3 gets K",
        "Dealer\N{RIGHT SINGLE QUOTATION MARK}s upcard 9",
        "Box 1 gets Q",
        "Box 3 gets 9; hole card face down",
        "Box 1 stands",
        "Box 3 stands",
        "Hole card 9",
        "Box 3 paid $25, wins 1 to 1; Box 1 paid $25, wins 1 to 1; Round 1 settled",
    ]
    assert {step.actor for step in steps} == {"Wren"}
    middle = steps[3].state.round
    assert middle is not None
    assert middle.dealer == ("9",)
    assert steps[-1].state.round is None


def test_undone_steps_stay_and_the_state_follows_them(banked: BankedDriver) -> None:
    banked.bet()
    banked.send(c.DealCard("K", 1))
    banked.send(c.Undo())
    banked.send(c.DealCard("Q", 1))
    steps = round_steps(banked.table.stream.__class__.objects.get(pk=banked.table.pk), 1)
    assert [(step.text, step.undone) for step in steps[1:]] == [
        ("Box 1 gets K", True),
        ("Undone: Box 1 card K", False),
        ("Box 1 gets Q", False),
    ]
    states = [step.state.round for step in steps]
    assert [state.boxes[0].hands[0].cards for state in states if state] == [(), ("K",), (), ("Q",)]


def test_start_that_was_undone_and_the_settlement_before_it(banked: BankedDriver) -> None:
    banked.round()
    banked.bet()
    banked.send(c.Undo())
    for _ in range(2):
        banked.send(c.Undo())  # the bets are as before, so this opens round 1 again
    steps = round_steps(banked.table.stream.__class__.objects.get(pk=banked.table.pk), 2)
    assert steps[-1].state.round == banked.state.round


def test_before_the_first_round(banked: BankedDriver) -> None:
    steps = round_steps(banked.table.stream.__class__.objects.get(pk=banked.table.pk), 0)
    assert steps[0].text == "Table created with 6 boxes"
    assert "Table opened: Spanish 21, $15 to $500" in [step.text for step in steps]


def test_page_at_every_step(banked: BankedDriver, oak: Client) -> None:
    banked.bet()
    banked.deal()
    banked.call_floor("two_cards")
    banked.finish()
    url = reverse("banked:round", args=["S1", 1])
    assert "in progress" not in oak.get(url).content.decode()
    for step in ("1", "4", "99", "0", "x", "9" * 12):
        assert oak.get(url, {"step": step}).status_code == 200
    text = oak.get(url, {"step": "2"}).content.decode()
    assert "After step 2" in text
    assert "Reported: Two cards at once" in text
    assert oak.get(reverse("banked:round", args=["S1", 0])).status_code == 200
    assert oak.get(reverse("banked:round", args=["S1", 2])).status_code == 404
    replayed = AuditEvent.objects.filter(verb="round_replayed").latest("pk")
    assert (replayed.who, replayed.after) == (banked.oak.key, {"round": 0})


def test_split_doubled_and_corrected_round(banked: BankedDriver, oak: Client) -> None:
    banked.bet()
    banked.send_all(*(c.DealCard(card, box) for card, box in (("8", 1), ("5", 3), ("6", 0))))
    banked.send_all(c.DealCard("8", 1), c.DealCard("6", 3))
    banked.send_all(c.Split(1), c.DealCard("K", 1), c.Stand(1))
    banked.send_all(c.DealCard("3", 1, 2), c.Double(1, 2), c.DealCard("9", 1, 2), c.Double(3))
    banked.send_all(c.DealCard("K", 3), c.DealCard("K", 0), c.CorrectCard(0, 2, "Q"))
    banked.send_all(c.DealCard("9", 0), c.Settle())
    text = oak.get(reverse("banked:round", args=["S1", 1])).content.decode()
    for sentence in (
        "Box 1 splits",
        "Box 1, hand 2 doubles for $25",
        "Dealer, card 2 corrected: K was Q",
        "Dealer draws 9",
    ):
        assert sentence in text


def test_entry_leads_to_its_step(banked: BankedDriver, oak: Client) -> None:
    banked.round()
    seq = banked.call_floor("payout_wrong").seq
    answer = oak.get(reverse("banked:entry", args=["S1", seq]))
    assert answer.headers["Location"].startswith(reverse("banked:round", args=["S1", 1]))
    replay = reverse("replay:hand", args=[banked.room.pk, "S1", f"e{seq}"])
    assert "Floor called" in oak.get(replay, follow=True).content.decode()
    number = reverse("replay:hand", args=[banked.room.pk, "S1", "1"])
    assert "round 1" in oak.get(number, follow=True).content.decode()
    wrong = reverse("replay:hand", args=[banked.room.pk, "S1", "2026-11-21T21:42"])
    assert oak.get(wrong).status_code == 404


def test_evidence_has_the_hashed_entries_of_the_round(banked: BankedDriver, oak: Client) -> None:
    banked.round()
    banked.round()
    answer = oak.post(reverse("banked:evidence", args=["S1", 1]))
    assert answer["Content-Type"] == "application/json"
    assert "evidence-Test-Room-S1-1.json" in answer["Content-Disposition"]
    bundle = json.loads(answer.content)
    entries = bundle["entries"]
    assert entries[0]["name"] == "round.started"
    assert [row["prev_hash"] for row in entries[1:]] == [row["hash"] for row in entries[:-1]]
    assert bundle["about"]["round"] == 1
    assert bundle["about"]["people"] == {banked.wren.key: "Wren"}
    assert [row["box"] for row in bundle["about"]["results"]] == [1, 3]
    assert AuditEvent.objects.filter(verb="evidence_made").exists()
    assert oak.post(reverse("banked:evidence", args=["S1", 9])).status_code == 404
