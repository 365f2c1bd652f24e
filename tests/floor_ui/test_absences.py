"""Pages about absent players: who is away, picking up chips with a slip, returning them, and where it shows."""

from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from absences.models import AbsencePolicy, PickedUpStack, ReturnedStack
from ops.anonymize import refuse_needed
from players.models import Player
from poker.commands import SeatPlayer, SitIn, SitOut
from poker.refusal import Refusal
from tables.models import ChipMovement, Table
from tests.support.desk import Desk, create_desk
from tests.support.floor_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import PIN, create_staff
from tests.support.room_fixture import build_or_restore

pytestmark = pytest.mark.django_db(transaction=True)
BADGES = {"supervisor": "201", "desk": "401"}
SEAT = 5
LONG_NAME = "Wayfarer of the Long Western Road III"


@pytest.fixture
def desk() -> Desk:
    return build_or_restore(_room_with_absent_player)


def _room_with_absent_player() -> Desk:
    for role, badge in BADGES.items():
        create_staff(role, alias=role.title(), badge=badge)
    desk = create_desk()
    player = Player.objects.create(alias=LONG_NAME)
    desk.room.now = timezone.now() - timedelta(minutes=40, seconds=20)
    desk.room.execute(SeatPlayer(seat=SEAT, player=player.key, name=player.alias, stack=5000))
    desk.room.execute(SitOut(seat=SEAT))
    return desk


@pytest.fixture
def rowan_client(desk: Desk) -> Client:
    return sign_in_client(BADGES["supervisor"])


@pytest.fixture
def desk_client(desk: Desk) -> Client:
    return sign_in_client(BADGES["desk"])


def limit(desk: Desk) -> None:
    AbsencePolicy.objects.create(room=desk.room.table.room, minutes=30)


def pick_up_url(desk: Desk) -> str:
    return reverse("floor:pick-up", args=[desk.room.table.pk, SEAT])


def picked_up(client: Client, desk: Desk, **fields: str) -> PageContent:
    url = reverse("floor:picked-up", args=[desk.room.table.pk, SEAT])
    data = {"command": str(uuid4()), "amount": "48", "reason": "decided"} | fields
    return PageContent(client.post(url, data, follow=True))


def test_absent_players_are_listed_with_their_limit(desk: Desk, rowan_client: Client) -> None:
    page = PageContent(rowan_client.get(reverse("floor:absences"))).text
    assert f"T1 seat {SEAT} {LONG_NAME} 40 min" in page
    assert "This room has no limit for absences" in page
    limit(desk)
    page = PageContent(rowan_client.get(reverse("floor:absences"))).text
    assert "Limits of this room: 30 min away." in page
    assert "Over: time limit" in page


@pytest.mark.parametrize("name", ["floor:index", "floor:map", "floor:closing"])
def test_player_over_the_limit_is_shown_on_the_floor(
    desk: Desk, rowan_client: Client, name: str
) -> None:
    before = PageContent(rowan_client.get(reverse(name))).text
    limit(desk)
    after = PageContent(rowan_client.get(reverse(name))).text
    sign = {
        "floor:index": "over: time limit",
        "floor:map": f"S{SEAT} away too long",
        "floor:closing": "Absent players 1 away",
    }[name]
    assert sign in after
    assert name == "floor:closing" or sign not in before


def test_map_and_desk_have_the_clock_of_everyone_away(
    desk: Desk, rowan_client: Client, desk_client: Client
) -> None:
    page = PageContent(rowan_client.get(reverse("floor:map"))).text
    assert f"Away 1 T1 S{SEAT} {LONG_NAME} 40 min" in page
    page = PageContent(desk_client.get(reverse("desk:room", args=[desk.room_id]))).text
    assert f"{LONG_NAME} T1·S{SEAT} 40 min" in page


def test_desk_and_table_show_a_player_over_the_limit(
    desk: Desk, rowan_client: Client, desk_client: Client
) -> None:
    limit(desk)
    page = PageContent(desk_client.get(reverse("desk:room", args=[desk.room_id]))).text
    assert f"{LONG_NAME} T1·S{SEAT} 40 min over: time limit" in page
    page = PageContent(rowan_client.get(reverse("floor:table", args=["T1"]))).text
    assert "Away 40 min, over: time limit" in page
    assert "Pick up" in page


def test_chips_are_picked_up_with_a_slip_and_returned(desk: Desk, rowan_client: Client) -> None:
    limit(desk)
    form = PageContent(rowan_client.get(pick_up_url(desk))).text
    assert "$50 in the log" in form
    page = picked_up(rowan_client, desk, reason="minutes").text
    assert f"$48, {LONG_NAME}" in page
    assert "The log has $50." in page
    stack = PickedUpStack.objects.get()
    slip = rowan_client.get(reverse("floor:stack-slip", args=[stack.pk]))
    text = "".join(part.extract_text() for part in PdfReader(BytesIO(slip.content)).pages)
    for part in (LONG_NAME, "$48", stack.number, "T1, seat 5", "Supervisor", "with the chips"):
        assert part in text, part
    history = PageContent(rowan_client.get(reverse("floor:table", args=["T1"]))).text
    assert f"{LONG_NAME} left seat {SEAT}, $48 picked up" in history
    data = {"badge": BADGES["supervisor"], "pin": PIN}
    url = reverse("floor:stack-return", args=[stack.pk])
    page = PageContent(rowan_client.post(url, data, follow=True)).text
    assert f"{LONG_NAME} collected $48." in page
    assert "No picked-up chips." in page
    assert ReturnedStack.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"amount": ""}, "isn\u2019t an amount"),
        ({"amount": "-5"}, "isn\u2019t an amount"),
        ({"amount": "0"}, "isn\u2019t an amount"),
        ({"amount": "48.50"}, "You can\u2019t make $48.50 with these chips"),
        ({"amount": "9" * 40}, "isn\u2019t an amount"),
        ({"reason": ""}, "Choose why"),
        ({"reason": "spite"}, "Choose why"),
        ({"reason": "minutes", "amount": "x"}, "isn\u2019t an amount"),
    ],
)
def test_bad_input_is_refused_and_kept(
    desk: Desk, rowan_client: Client, fields: dict[str, str], message: str
) -> None:
    page = picked_up(rowan_client, desk, **fields)
    assert message in page.alert()
    assert not PickedUpStack.objects.exists()
    assert Table.objects.get(name="T1").view.seats[SEAT - 1].name == LONG_NAME


def test_same_form_sent_twice_picks_up_once(desk: Desk, rowan_client: Client) -> None:
    command = str(uuid4())
    picked_up(rowan_client, desk, command=command)
    page = picked_up(rowan_client, desk, command=command)
    assert "$48" in page.text
    assert PickedUpStack.objects.count() == 1


def test_player_who_is_back_keeps_the_chips(desk: Desk, rowan_client: Client) -> None:
    desk.room.execute(SitIn(seat=SEAT, choice="post"))
    page = picked_up(rowan_client, desk)
    assert "Seat 5 has no absent player" in page.alert()
    assert not PickedUpStack.objects.exists()


def test_undo_on_the_table_page_puts_the_chips_back(desk: Desk, rowan_client: Client) -> None:
    picked_up(rowan_client, desk)
    page = rowan_client.get(reverse("floor:table", args=["T1"]))
    form = page.content.decode().partition('name="undone" value="')[2]
    data = {"command": str(uuid4()), "undone": form.partition('"')[0]}
    rowan_client.post(reverse("floor:table-act", args=["T1", "undo"]), data)
    assert not PickedUpStack.objects.exists()
    assert Table.objects.get(name="T1").view.seats[SEAT - 1].stack == 5000


def test_desk_sees_but_picks_up_nothing(desk: Desk, desk_client: Client) -> None:
    page = PageContent(desk_client.get(reverse("floor:absences"))).text
    assert LONG_NAME in page
    assert "Pick up chips" not in page
    assert desk_client.get(pick_up_url(desk)).status_code == 403


def test_table_with_chips_of_an_absent_player_does_not_close_over_them(
    desk: Desk, rowan_client: Client
) -> None:
    url = reverse("floor:table-act", args=["T1", "close"])
    data = {"command": str(uuid4()), "reason": "Room closing", "everyone": "yes"}
    page = PageContent(rowan_client.post(url, data))
    assert "T1 still has chips of absent players, seats 5." in page.alert()
    assert Table.objects.get(name="T1").is_open
    picked_up(rowan_client, desk)
    assert rowan_client.post(url, data | {"command": str(uuid4())}).status_code == 302
    assert not Table.objects.get(name="T1").is_open


def test_everyone_leaves_with_the_chips_that_were_counted(desk: Desk, rowan_client: Client) -> None:
    picked_up(rowan_client, desk)
    url = reverse("floor:table-act", args=["T1", "close"])
    data = {"command": str(uuid4()), "reason": "Room closing", "everyone": "yes"}
    bad = PageContent(rowan_client.post(url, data | {"left-2": "many"}))
    assert "many" in bad.alert()
    assert rowan_client.post(url, data | {"left-2": "140", "left-3": ""}).status_code == 302
    rows = ChipMovement.objects.filter(kind=ChipMovement.Kind.LEFT_WITH)
    assert list(rows.values_list("sitting__seat", "amount")) == [(2, 14000)]
    call_command("verify_journal")


def test_merged_player_has_the_chips_under_the_remaining_alias(
    desk: Desk, rowan_client: Client
) -> None:
    picked_up(rowan_client, desk)
    stack = PickedUpStack.objects.get()
    Player.objects.filter(pk=stack.player_id).update(
        merged_into=Player.objects.create(alias="Rivet")
    )
    page = PageContent(rowan_client.get(reverse("floor:absences"))).text
    assert "Rivet" in page
    assert LONG_NAME not in page


def test_player_whose_chips_the_house_holds_is_not_erased(desk: Desk, rowan_client: Client) -> None:
    picked_up(rowan_client, desk)
    player = PickedUpStack.objects.get().player
    with pytest.raises(Refusal, match="anonymise_standing"):
        refuse_needed(player, timezone.now())
    collected = PickedUpStack.objects.get()
    url = reverse("floor:stack-return", args=[collected.pk])
    rowan_client.post(url, {"badge": BADGES["supervisor"], "pin": PIN})
    refuse_needed(player, timezone.now())
