"""The page warns a supervisor who assigns or pushes a dealer to a game without a sign-off."""

from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from journal.store import create_stream
from lineup.models import GameSignOff
from lineup.sign_offs import room_sign_offs
from staff.models import Room, Staff
from tables.models import Plaque
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import create_staff
from tests.support.shift_fixtures import Shift, create_shift

WARNING = "not signed off for hold&#x27;em and Omaha"


@pytest.fixture
def shift(db: None) -> Shift:
    """T1 is open for hold'em. Wren deals, Plover is next, and Oak is the supervisor."""
    shift = create_shift()
    shift.people["Oak"] = create_staff("supervisor", alias="Oak", badge="201")
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    return shift


@pytest.fixture
def client(shift: Shift) -> Iterator[Client]:
    client = sign_in_client("201")
    later = shift.room.now + timedelta(minutes=31)
    with patch("django.utils.timezone.now", return_value=later):
        yield client


def signed(staff: Staff, *families: str) -> None:
    stream = create_stream(key=f"school.{staff.pk}")
    for family in families:
        GameSignOff.objects.create(stream=stream, staff=staff, family=family, by="staff.1", at=1)


def pages(client: Client, shift: Shift) -> dict[str, str]:
    addresses = {
        "dealers": reverse("lineup:dealers"),
        "map": reverse("floor:map"),
        "table": reverse("floor:table", args=["T1"]),
    }
    return {name: client.get(url).content.decode() for name, url in addresses.items()}


def test_house_without_sign_offs_is_not_warned(shift: Shift, client: Client) -> None:
    elsewhere = create_staff(
        "dealer", alias="Heron", badge="900", rooms=[Room.objects.create(name="B")]
    )
    signed(elsewhere, "flop")  # another room has its first sign-off
    for name, text in pages(client, shift).items():
        assert "not signed off" not in text, name


def test_dealer_without_the_game_is_named_on_every_page(shift: Shift, client: Client) -> None:
    signed(shift.people["Wren"], "flop")
    texts = pages(client, shift)
    for name, text in texts.items():
        assert WARNING in text, name
    assert f"Plover is {WARNING}" in texts["map"]
    assert f"Plover, {WARNING}" in texts["table"]
    assert f"Wren, {WARNING}" not in texts["table"]


def test_signed_off_dealer_is_not_named(shift: Shift, client: Client) -> None:
    signed(shift.people["Wren"], "stud")
    signed(shift.people["Plover"], "flop", "draw")
    assert "not signed off" not in pages(client, shift)["map"]


def test_warning_blocks_nothing(shift: Shift, client: Client) -> None:
    signed(shift.people["Wren"], "flop")
    sent = {"ask": "assign_next", "table": "T1", "key": shift.people["Plover"].key, "reason": "x"}
    sent |= {"out": shift.people["Wren"].key}
    response = client.post(reverse("lineup:ask", args=[shift.room_id]), sent)
    assert response.status_code == 302
    assert shift.lineup.assignment_at("T1") is not None


def test_mixed_game_needs_every_family(shift: Shift) -> None:
    Plaque.objects.update(rotate_by="orbit", rotation=[{"game": "razz"}, {"game": "badugi"}])
    signed(shift.people["Plover"], "draw")
    warning = room_sign_offs(shift.room_id).warning(shift.people["Plover"].key, "T1")
    assert warning == "not signed off for hold'em and Omaha or stud"
    assert room_sign_offs(shift.room_id).warning(shift.people["Plover"].key, "T9") == ""
