"""Who may do what on the floor's pages: every role, every action, asked of the server."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from access.messages import WRONG
from rulings.calls.models import Call, Ruling
from rulings.sign_in import SHIFT, SINCE
from tests.floor_ui.conftest import Desk, signed_in
from tests.tables.room import PIN

pytestmark = pytest.mark.db
ROLES = ("anonymous", "dealer", "desk", "surveillance", "supervisor", "manager")
# The HTTP status for each role. 302 of a POST means done, of a GET to sign in; 401 that nobody is signed in.
SIGN_IN, DONE, NO, SEE, WHO = 302, 302, 403, 200, 401
TABLE: dict[str, tuple[int, ...]] = {
    "index": (SIGN_IN, NO, NO, SEE, SEE, SEE),
    "call": (SIGN_IN, NO, NO, SEE, SEE, SEE),
    "answer": (WHO, NO, NO, NO, DONE, DONE),
    "report": (WHO, NO, NO, NO, DONE, DONE),
    "heard": (WHO, NO, NO, NO, DONE, DONE),
    "escalate": (WHO, NO, NO, NO, DONE, DONE),
    "cancel": (WHO, NO, NO, NO, DONE, DONE),
    "try": (WHO, NO, NO, NO, SEE, SEE),
    "accept": (WHO, NO, NO, NO, DONE, DONE),
    "override": (WHO, NO, NO, NO, DONE, DONE),
    "impound": (WHO, NO, NO, NO, DONE, DONE),
    "ruling": (SIGN_IN, NO, NO, SEE, SEE, SEE),
    "record": (WHO, NO, NO, NO, NO, DONE),
    "pay": (WHO, NO, NO, NO, DONE, DONE),
}
SENT: dict[str, dict[str, object]] = {
    "answer": {"how": "coming"},
    "report": {"fact": "early_card", "early_card": "Q", "early_card-suit": "s"},
    "heard": {"name": "7"},
    "cancel": {"reason": "Solved"},
    "override": {"reason": "house exception", "result": "The card stays."},
    "impound": {"reason": "Camera"},
    "pay": {"reason": "Camera seen."},
    "record": {"kind": "appeal", "result": "Upheld.", "reason": "Seat 3 asked."},
}


def text(answer: Any) -> str:
    return str(answer.content.decode())


@pytest.mark.once
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("action", TABLE)
def test_roles(desk: Desk, role: str, action: str) -> None:
    client, badge = desk.client(role), desk.badges.get(role, "999")
    data = SENT.get(action, {}) | desk.by(badge)
    if action in ("ruling", "record", "pay"):
        final = "impound" if action == "pay" else "accept"
        signed_in("201").post(desk.at(final), SENT.get(final, {}) | desk.by())
        for held in Ruling.objects.get().table.view["impounded"]:
            data[f"share-{held['seats'][0]}"] = held["amount"] // 100
        address = reverse(f"floor:{action}", args=[Ruling.objects.get().pk])
    else:
        address = reverse("floor:index") if action == "index" else desk.at(action)
    reads = action in ("index", "call", "ruling")
    answer = client.get(address) if reads else client.post(address, data)
    assert answer.status_code == TABLE[action][ROLES.index(role)]
    if answer.status_code != DONE and action in ("accept", "override", "impound"):
        assert not Ruling.objects.exists()
    if action == "pay":
        paid = Ruling.objects.filter(kind=Ruling.Kind.PAYMENT).exists()
        assert paid == (answer.status_code == DONE)


@pytest.mark.parametrize("role", ROLES[1:4])
def test_the_badge_at_that_moment_counts_whoever_signed_in(desk: Desk, role: str) -> None:
    answer = desk.client("supervisor").post(desk.at("accept"), desk.by(desk.badges[role]))
    assert answer.status_code == NO
    assert not Ruling.objects.exists()


def test_the_sign_in_is_for_a_shift_and_for_the_floor_only(desk: Desk) -> None:
    client = signed_in("201")
    assert client.get(reverse("floor:index")).status_code == SEE
    assert client.get("/admin/").status_code == SIGN_IN
    assert client.get("/incidents/").status_code == SEE  # one sign-in
    session = client.session
    session[SINCE] = (timezone.now() - SHIFT).isoformat()
    session.save()
    assert client.get(reverse("floor:index")).status_code == SIGN_IN
    assert timedelta(hours=8) == SHIFT


def test_a_wrong_pin_and_a_dealers_badge_are_refused_at_the_door(desk: Desk) -> None:
    client, door = Client(), reverse("floor:sign-in")
    wrong = client.post(door, {"badge": "201", "pin": "0000"})
    assert wrong.status_code == NO
    assert WRONG in text(wrong)
    assert 'value="201"' in text(wrong)
    assert client.post(door, {"badge": "101", "pin": PIN}).status_code == NO
    assert client.get(reverse("floor:index")).status_code == SIGN_IN


@pytest.mark.parametrize("then", ["https://elsewhere.example/", "//elsewhere.example", "\\\\x"])
def test_the_sign_in_leads_to_no_other_site(desk: Desk, then: str) -> None:
    data = {"badge": "201", "pin": PIN, "next": then}
    assert Client().post(reverse("floor:sign-in"), data)["Location"] == reverse("floor:index")


def test_signing_out(desk: Desk) -> None:
    client = signed_in("201")
    client.post(reverse("floor:sign-out"))
    assert client.get(reverse("floor:index")).status_code == SIGN_IN


def test_who_raised_it_as_dealer_is_told_and_refused(desk: Desk) -> None:
    Call.objects.filter(pk=desk.call.pk).update(called_by=desk.floor.oak)
    client = signed_in("201")
    assert "You were dealing" in text(client.get(reverse("floor:index")))
    page = text(client.get(desk.at()))
    assert "another supervisor rules" in page
    assert 'id="accept"' not in page
    answer = client.post(desk.at("accept"), desk.by())
    assert answer.status_code == NO
    assert "another supervisor rules" in text(answer)
    desk.call.refresh_from_db()
    assert desk.call.seen_at is None


def test_whoever_only_watches_marks_nothing_as_seen(desk: Desk) -> None:
    desk.client("surveillance").get(desk.at())
    desk.call.refresh_from_db()
    assert desk.call.seen_at is None
