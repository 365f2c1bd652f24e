"""The pages of hours: statement, redemption and slip, rate card by two managers, drawings, what players see."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player
from poker import commands as p
from promotions.hours_log import HoursResult, hours_execute, load_hours
from promotions.models import EarnedHours
from promotions.pages import hours_views
from promotions.pages.hours_page import own_token
from promotions.tasks import earn_all
from staff.models import Room
from tables.models import SeatSession
from tests.support.floor_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import PIN, create_room, create_staff

SECOND = {"badge": "309", "pin": PIN}  # the manager who approves


@pytest.fixture
def room(db: None) -> Room:
    """A room where the player of seat 1 has left after ten hours."""
    table = create_room()
    table.seat_players(1, 8, 9)
    table.open()
    table.now += timedelta(hours=10)
    table.execute(p.LeaveSeat(1))
    assert earn_all() == 1
    return table.table.room


@pytest.fixture
def player(room: Room) -> Player:
    return SeatSession.objects.get(left__isnull=False).visit.player


@pytest.fixture
def manager(room: Room) -> Client:
    create_staff("manager", alias="Hornbeam", badge="301", password="long enough 1")
    create_staff("manager", alias="Sorrel", badge="309")
    return sign_in_client("301")


@pytest.fixture
def desk(room: Room) -> Client:
    create_staff("desk", alias="Heron", badge="401")
    return sign_in_client("401")


def send(client: Client, room: Room, ask: str, **form: object) -> tuple[int, PageContent]:
    address = reverse("hours:act", args=[room.pk])
    response = client.post(address, {"ask": ask, **form}, follow=True)
    return response.status_code, PageContent(response)


def add_reward(manager: Client, room: Room) -> None:
    status, page = send(
        manager, room, "set_reward", title="$20 food", hours=6, value="20", **SECOND
    )
    assert status == 200
    assert "$20 food" in page.text


def test_desk_finds_a_player_and_shows_each_session(
    room: Room, player: Player, desk: Client
) -> None:
    page = PageContent(
        desk.get(reverse("hours:desk"), {"room": str(room.pk), "player": player.alias})
    )
    assert "10.0 h" in page.text
    assert "T1" in page.text
    page = PageContent(desk.get(reverse("hours:desk"), {"room": str(room.pk), "player": "Nobody"}))
    assert "No player has the card or alias" in page.text
    assert not Player.objects.filter(alias="Nobody").exists()


def test_redeem_prints_a_slip_and_undo_returns_the_hours(
    room: Room, player: Player, desk: Client, manager: Client
) -> None:
    add_reward(manager, room)
    key = load_hours(room.pk).rewards[0].key
    status, page = send(desk, room, "redeem", player=player.key, reward=key)
    assert (status, "4.0 h" in page.text, "Print slip 1" in page.text) == (200, True, True)
    slip = desk.get(reverse("hours:slip", args=[room.pk, 1]))
    assert slip.content.startswith(b"%PDF")
    status, page = send(desk, room, "redeem", player=player.key, reward=key)
    assert status == 409
    assert "missing for $20 food" in page.text
    status, page = send(desk, room, "undo_redemption", player=player.key, number=1)
    assert "10.0 h" in page.text


def test_slip_is_that_of_the_redemption_even_if_another_desk_was_next(
    room: Room,
    player: Player,
    desk: Client,
    manager: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    form = {"title": "Coffee", "hours": 1, "value": "3"}
    send(manager, room, "set_reward", **form, **SECOND)
    key = load_hours(room.pk).rewards[0].key

    def execute_then_other_desk(**options: Any) -> HoursResult:
        result = hours_execute(**options)
        hours_execute(**options | {"command_id": "other-desk"})
        return result

    monkeypatch.setattr(hours_views, "hours_execute", execute_then_other_desk)
    _, page = send(desk, room, "redeem", player=player.key, reward=key)
    assert "Print slip 1" in page.text
    assert "Print slip 2" not in page.text


def test_rate_card_needs_two_managers(room: Room, manager: Client, desk: Client) -> None:
    form = {
        "percent": ["150", ""],
        "games": ["", ""],
        "starts": ["18:00", ""],
        "ends": ["02:00", ""],
    }
    status, page = send(manager, room, "propose_card", cap_hours=8, **form)
    assert "Another manager confirms it" in page.text
    status, page = send(manager, room, "confirm_card", version=1)
    assert status == 403
    assert "another manager must confirm" in page.text.lower()
    create_staff("manager", alias="Alder", badge="302", password="long enough 2")
    other = sign_in_client("302")
    send(other, room, "confirm_card", version=1)
    card = load_hours(room.pk).card
    assert (card.version, card.cap, card.rates[0].percent) == (1, 480, 150)
    assert (card.rates[0].starts, card.rates[0].ends) == (18 * 60, 2 * 60)
    assert send(desk, room, "propose_card")[0] == 403


def test_wrong_line_of_a_card_is_refused_with_its_number(room: Room, manager: Client) -> None:
    form = {"percent": ["100", "many"], "games": ["", ""], "starts": ["", ""], "ends": ["", ""]}
    status, page = send(manager, room, "propose_card", **form)
    assert status == 422
    assert "Line 2 isn\N{RIGHT SINGLE QUOTATION MARK}t a rate" in page.text
    assert page.find_one("field", "Percent, line 2").get("value") == "many"
    assert load_hours(room.pk).pending is None


def test_a_reward_needs_another_manager_and_shows_on_the_public_page(
    room: Room, manager: Client
) -> None:
    form = {"title": "$20 food", "hours": 6, "value": "20"}
    status, page = send(manager, room, "set_reward", **form, badge="301", pin=PIN)
    assert status == 403
    assert "second manager" in page.text
    add_reward(manager, room)
    public = PageContent(Client().get(reverse("funds:public", args=[room.pk])))
    assert "$20 food" in public.text
    assert "6.0 h" in public.text


def test_drawing_can_be_checked_by_anyone(room: Room, player: Player, manager: Client) -> None:
    days = EarnedHours.objects.order_by("day").values_list("day", flat=True)
    form = {
        "title": "Turkey",
        "first_day": days[0].isoformat(),
        "last_day": days[1].isoformat(),
        "hours": 2,
        "winners": 1,
        "prize": "500",
        "source": "State lottery, evening",
        **SECOND,
    }
    assert send(manager, room, "announce_drawing", **form)[0] == 200
    public = reverse("hours:public-drawings", args=[room.pk])
    drawing = load_hours(room.pk).drawings[0]
    text = PageContent(Client().get(public)).text
    assert drawing.seed_hash in text
    assert "shown after the draw" in text
    send(manager, room, "close_list", number=1)
    send(manager, room, "draw", number=1, published="0417")
    drawing = load_hours(room.pk).drawings[0]
    text = PageContent(Client().get(public)).text
    assert drawing.seed in text
    assert player.alias not in text, "the public page names no player"
    entries = Client().get(reverse("hours:public-entries", args=[room.pk, 1])).content.decode()
    assert entries == f"{player.key}\t5\n"
    bad = {**form, "first_day": "soon"}
    assert send(manager, room, "announce_drawing", **bad)[0] == 400


def test_player_sees_the_own_hours_without_an_account(room: Room, player: Player) -> None:
    token = own_token(room, player)
    page = PageContent(Client().get(reverse("hours:own", args=[token])))
    assert player.alias in page.text
    assert "10.0 h" in page.text
    assert f"Your number in lists of drawings is {player.key}." in page.text
    assert Client().get(reverse("hours:own", args=[token[:-2] + "xx"])).status_code == 404


def test_liability_adds_up(room: Room, player: Player, manager: Client) -> None:
    page = PageContent(manager.get(reverse("hours:rates"), {"room": room.pk}))
    assert "10.0 h" in page.text
    file = manager.get(reverse("hours:liability"), {"room": room.pk}).content.decode("utf-8-sig")
    assert f"{player.key},{player.alias},600,0,600" in file
