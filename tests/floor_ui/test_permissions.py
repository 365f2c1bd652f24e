"""Permissions on the floor's pages: every role and every action."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from poker.view.model import present
from rulings.calls.models import Call, Ruling
from staff.models import Room, Staff
from tests.support.call_permissions import FORBIDDEN, READABLE, REDIRECTED, SIGN_IN, TABLE
from tests.support.floor_fixtures import CallDesk, sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import PIN
from web.sign_in import SHIFT, SINCE

ROLES = ("anonymous", "dealer", "desk", "surveillance", "supervisor", "manager")
FORM_DATA: dict[str, dict[str, object]] = {
    "answer": {"how": "coming"},
    "report": {"fact": "early_card", "early_card": "Q", "early_card-suit": "s"},
    "heard": {"name": "7"},
    "cancel": {"reason": "Solved"},
    "override": {"reason": "house exception", "result": "The card stays."},
    "impound": {"reason": "Camera"},
    "pay": {"reason": "Camera seen."},
    "record": {"kind": "appeal", "result": "Upheld.", "reason": "Seat 3 asked."},
}


def page_text(response: Any) -> str:
    return str(response.content.decode())


@pytest.mark.once
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("action", TABLE)
def test_each_role_has_its_permissions(desk: CallDesk, role: str, action: str) -> None:
    client = desk.client(role)
    badge = desk.badges.get(role, "999")
    data = FORM_DATA.get(action, {}) | desk.ruling_data(badge)
    if action in ("ruling", "record", "pay"):
        final = "impound" if action == "pay" else "accept"
        sign_in_client("201").post(
            desk.call_url(final), FORM_DATA.get(final, {}) | desk.ruling_data()
        )
        for held_pot in Ruling.objects.get().table.view.impounded:
            data[f"share-{held_pot.seats[0]}"] = present(held_pot.amount) // 100
        address = reverse(f"floor:{action}", args=[Ruling.objects.get().pk])
    else:
        address = reverse("floor:index") if action == "index" else desk.call_url(action)
    reads = action in ("index", "call", "ruling")
    response = client.get(address) if reads else client.post(address, data)
    assert response.status_code == TABLE[action][ROLES.index(role)]
    if response.status_code != REDIRECTED and action in ("accept", "override", "impound"):
        assert not Ruling.objects.exists()
    if action == "pay":
        payment = Ruling.objects.filter(kind=Ruling.Kind.PAYMENT).exists()
        assert payment == (response.status_code == REDIRECTED)


@pytest.mark.parametrize("role", ROLES[1:4])
def test_ruling_is_authorized_by_the_entered_badge(desk: CallDesk, role: str) -> None:
    response = desk.client("supervisor").post(
        desk.call_url("accept"), desk.ruling_data(desk.badges[role])
    )
    assert response.status_code == FORBIDDEN
    assert not Ruling.objects.exists()


def test_sign_in_lasts_a_shift_and_does_not_open_the_admin_site(desk: CallDesk) -> None:
    client = sign_in_client("201")
    assert client.get(reverse("floor:index")).status_code == READABLE
    assert client.get("/admin/").status_code == SIGN_IN
    assert client.get("/incidents/").status_code == READABLE  # one sign-in
    session = client.session
    session[SINCE] = (timezone.now() - SHIFT).isoformat()
    session.save()
    assert client.get(reverse("floor:index")).status_code == SIGN_IN
    assert timedelta(hours=8) == SHIFT


def test_wrong_pin_and_dealer_badge_are_refused_at_sign_in(desk: CallDesk) -> None:
    client = Client()
    sign_in_url = reverse("floor:sign-in")
    failed = client.post(sign_in_url, {"badge": "201", "pin": "0000"})
    assert failed.status_code == FORBIDDEN
    assert "4 tries left" in PageContent(failed).alert()
    assert PageContent(failed).field("Badge").value == "201"
    assert client.post(sign_in_url, {"badge": "101", "pin": PIN}).status_code == FORBIDDEN
    assert client.get(reverse("floor:index")).status_code == SIGN_IN


@pytest.mark.parametrize("next_url", ["https://elsewhere.example/", "//elsewhere.example", "\\\\x"])
def test_sign_in_redirects_to_no_other_site(desk: CallDesk, next_url: str) -> None:
    data = {"badge": "201", "pin": PIN, "next": next_url}
    assert Client().post(reverse("floor:sign-in"), data)["Location"] == reverse("floor:index")


def test_sign_out_ends_the_session(desk: CallDesk) -> None:
    client = sign_in_client("201")
    client.post(reverse("floor:sign-out"))
    assert client.get(reverse("floor:index")).status_code == SIGN_IN


def test_supervisor_who_called_as_dealer_is_refused(desk: CallDesk) -> None:
    Call.objects.filter(pk=desk.call.pk).update(called_by=desk.floor.oak)
    client = sign_in_client("201")
    PageContent(client.get(reverse("floor:index"))).item("You were dealing")
    page = page_text(client.get(desk.call_url()))
    assert "another supervisor rules" in PageContent(page).text
    assert 'id="accept"' not in page
    response = client.post(desk.call_url("accept"), desk.ruling_data())
    assert response.status_code == FORBIDDEN
    assert "another supervisor rules" in PageContent(response).alert()
    desk.call.refresh_from_db()
    assert desk.call.seen_at is None


def test_observer_does_not_acknowledge_calls(desk: CallDesk) -> None:
    desk.client("surveillance").get(desk.call_url())
    desk.call.refresh_from_db()
    assert desk.call.seen_at is None


@pytest.mark.parametrize("action", [name for name in TABLE if name != "index"])
def test_call_and_ruling_of_another_room_do_not_exist(desk: CallDesk, action: str) -> None:
    if action in ("ruling", "record", "pay"):
        sign_in_client("201").post(desk.call_url("accept"), desk.ruling_data())
        address = reverse(f"floor:{action}", args=[Ruling.objects.get().pk])
    else:
        address = desk.call_url(action)
    manager = desk.client("manager")
    elsewhere = Room.objects.create(name="Elsewhere")
    for staff in Staff.objects.all():
        staff.rooms.set([elsewhere])
    Staff.objects.update(house_wide=False)
    before = Call.objects.values().get()
    data = FORM_DATA.get(action, {}) | desk.ruling_data("301")
    is_read = action in ("call", "ruling")
    response = manager.get(address) if is_read else manager.post(address, data)
    assert response.status_code == 404
    assert Call.objects.values().get() == before


def test_badge_of_another_room_makes_no_ruling(desk: CallDesk) -> None:
    manager = desk.client("manager")
    elsewhere = Room.objects.create(name="Elsewhere")
    supervisor = Staff.objects.get(badge="201")
    supervisor.rooms.set([elsewhere])
    Staff.objects.filter(pk=supervisor.pk).update(house_wide=False)
    response = manager.post(desk.call_url("accept"), desk.ruling_data("201"))
    assert response.status_code == 403
    assert "work in this room" in PageContent(response).alert()
    assert not Ruling.objects.exists()
