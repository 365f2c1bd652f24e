"""The page of a house-banked table: state, figures, last rounds, its actions, and the lists that lead to it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from banked.actions import banked_create
from banked.figures import last_rounds, table_figures
from banked.models import BankedSetup, BoxRound
from banked.plaques import plaque_publish
from banked.rules import commands as c
from banked.rules.plaque import BankedPlaque
from staff.models import Room
from tests.support.banked_room import BankedDriver, create_banked
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import NOW, PIN, create_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def banked(db: None) -> BankedDriver:
    return create_banked()


@pytest.fixture
def oak(banked: BankedDriver) -> Client:
    return sign_in_client("201")


def page(client: Client, driver: BankedDriver) -> str:
    answer = client.get(reverse("banked:table", args=[driver.table.name]))
    assert answer.status_code == 200
    return answer.content.decode()


def unquoted(text: str) -> str:
    """Return a page in lower case, with straight quotation marks."""
    return text.replace("&#x27;", "'").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").lower()


def act(client: Client, driver: BankedDriver, name: str, **fields: object) -> tuple[int, str]:
    """Post an action; return its status, and the page that follows."""
    url = reverse("banked:table-act", args=[driver.table.name, name])
    answer = client.post(url, {"id": driver.table.pk, **fields})
    if answer.status_code != 302:
        return answer.status_code, answer.content.decode()
    return 302, client.get(answer.headers["Location"]).content.decode()


def test_closed_table_without_rounds(banked: BankedDriver, oak: Client) -> None:
    text = page(oak, banked)
    assert "Spanish 21 for tests, version 1" in text
    assert "Nothing dealt or bought in." in text
    assert "No finished rounds." in text
    assert "It opens with Spanish 21 for tests." in text


def test_table_without_a_plaque_opens_after_one_is_posted(
    oak: Client, banked: BankedDriver
) -> None:
    BankedSetup.objects.update(plaque=None)
    assert "No plaque, so this table can't open" in page(oak, banked)
    status, text = act(oak, banked, "open")
    assert status == 422
    assert "S1 has no plaque." in text
    status, text = act(oak, banked, "plaque", plaque="Spanish 21 for tests")
    assert "Spanish 21 for tests is posted at S1." in text
    assert "S1 is open." in act(oak, banked, "open")[1]
    assert banked.state.is_open


def test_close_with_a_reason(banked: BankedDriver, oak: Client) -> None:
    banked.open()
    banked.bet()
    status, text = act(oak, banked, "close", reason="No players")
    assert status == 409
    assert "round 1 isn" in text.lower()
    banked.deal()
    banked.finish()
    status, text = act(oak, banked, "close", reason="No players", written="Fire alarm")
    assert status == 302
    assert "Fire alarm" in text
    assert banked.state.why == "Fire alarm"


def test_plaque_of_an_open_table_is_confirmed_and_waits_for_the_round(
    banked: BankedDriver, oak: Client
) -> None:
    plaque_publish(name="Other", body=BankedPlaque(least=2_500), by=None, now=NOW)
    banked.open()
    banked.bet()
    assert act(oak, banked, "plaque", plaque="Other")[0] == 422
    text = act(oak, banked, "plaque", plaque="Other", sure="yes")[1]
    assert "From the next round" in text
    assert act(oak, banked, "plaque", plaque="Unknown", sure="yes")[0] == 422


def test_round_in_progress_shows_cards_and_shoe(banked: BankedDriver, oak: Client) -> None:
    banked.open()
    banked.bet()
    banked.deal()
    text = page(oak, banked)
    assert "Round 1" in text
    assert "Kettle" in text
    assert "282 of 288" not in text
    assert "of 288 cards left, 6 decks." in text
    assert "Wren in the box" in text


def test_buy_in_is_drop(banked: BankedDriver, oak: Client) -> None:
    banked.open()
    assert act(oak, banked, "buy-in", box="3", amount="nonsense")[0] == 422
    assert act(oak, banked, "buy-in", box="", amount="100")[0] == 422
    assert act(oak, banked, "buy-in", box="7", amount="100")[0] == 422
    assert "Box 3 bought in for $100." in act(oak, banked, "buy-in", box="3", amount="100")[1]
    assert banked.state.drop == 10_000


def test_figures_by_box_and_in_total(banked: BankedDriver) -> None:
    banked.open()
    banked.send(c.BuyIn(1, 20_000))
    for _ in range(2):
        banked.round()  # boxes 1 and 3 win $25 each
    banked.bet()
    banked.deal()
    banked.send_all(c.Stand(1), c.Stand(3), c.DealCard("A", 0))  # 20 and 19 against 20
    banked.send(c.Settle())
    banked.bet(5_000)
    banked.send(c.VoidRound("Fouled deck"))
    figures = table_figures(banked.table, since=NOW, until=banked.now)
    total = figures.total
    assert (total.rounds, total.hands, total.drop) == (3, 6, 20_000)
    assert (total.wagered, total.paid, total.taken) == (15_000, 10_000, 2_500)
    assert (total.win, total.hold) == (-7_500, -37.5)
    assert [(row.box, row.rounds, row.drop, row.win) for row in figures.boxes] == [
        (1, 3, 20_000, -5_000),
        (3, 3, 0, -2_500),
    ]
    assert (figures.void_rounds, figures.void_wagered) == (1, 10_000)
    assert figures.hands_an_hour is None
    assert [(row.number, row.win, row.is_void) for row in last_rounds(banked.table)] == [
        (4, 0, True),
        (3, 2_500, False),
        (2, -5_000, False),
        (1, -5_000, False),
    ]


def test_hands_an_hour_from_the_first_round_to_the_last(banked: BankedDriver) -> None:
    banked.open()
    banked.round()
    banked.now += timedelta(minutes=30)
    banked.round()
    figures = table_figures(banked.table, since=NOW, until=banked.now)
    assert figures.hands_an_hour is not None
    assert 7 < figures.hands_an_hour < 8
    later = table_figures(banked.table, since=banked.now, until=banked.now + timedelta(hours=1))
    assert later.total.hold is None
    assert later.boxes == ()


def test_correction_of_a_payout_is_signed(banked: BankedDriver, oak: Client) -> None:
    banked.open()
    banked.round()
    wrong = {"round": "1", "box": "1", "how": "more", "amount": "5", "reason": "Paid twice"}
    signed = {**wrong, "badge": "201", "pin": PIN}
    for fields, sentence in (
        (wrong, "badge"),
        ({**signed, "round": "9"}, "round 9 isn't a finished round"),
        ({**signed, "box": "2"}, "box 2 had no bet in round 1"),
        ({**signed, "how": ""}, "more or less"),
        ({**signed, "amount": "0"}, "more or less than logged"),
        ({**signed, "amount": "0.01"}, "can't be paid in chips"),
        ({**signed, "reason": " "}, "reason"),
        ({**signed, "amount": "x"}, "x"),
    ):
        status, text = act(oak, banked, "correct", **fields)
        assert status in (401, 403, 422), fields
        assert sentence.lower() in unquoted(text), fields
    assert BoxRound.objects.get(box=1).corrected == 0
    status, text = act(oak, banked, "correct", **signed)
    assert "Round 1, box 1: $5 more than logged." in text
    assert "corrected" in text
    act(oak, banked, "correct", **{**signed, "how": "less", "amount": "2"})
    assert BoxRound.objects.get(box=1).corrected == 300
    figures = table_figures(banked.table, since=NOW, until=timezone.now())
    assert figures.total.win == -5_300


def test_correction_by_a_dealer_is_refused(banked: BankedDriver, oak: Client) -> None:
    banked.open()
    banked.round()
    fields = {"round": "1", "box": "1", "how": "more", "amount": "5", "reason": "Paid twice"}
    status, _ = act(oak, banked, "correct", badge="101", pin=PIN, **fields)
    assert status == 403
    assert BoxRound.objects.get(box=1).corrected == 0


def test_desk_sees_the_page_without_actions(banked: BankedDriver) -> None:
    create_staff("desk", alias="Lilac", badge="501")
    banked.open()
    banked.round()
    desk = sign_in_client("501")
    text = page(desk, banked)
    assert "do-close" not in text
    assert "As logged" not in text  # the desk counts boxes blind
    assert "/rounds/1/" not in text
    assert act(desk, banked, "close")[0] == 403


def test_floor_pages_lead_to_the_table(banked: BankedDriver, oak: Client) -> None:
    banked.open()
    here = reverse("banked:table", args=["S1"])
    for url in (
        reverse("floor:table-at", args=[banked.table.pk]),
        reverse("floor:table", args=["S1"]),
        reverse("floor:table", args=["s1"]),
        reverse("banked:table", args=["s1"]),
    ):
        assert oak.get(url, follow=True).redirect_chain[-1][0].startswith(here)
    listed = oak.get(reverse("floor:tables")).content.decode()
    assert "Spanish 21, $15 to $500" in listed
    assert f'href="{reverse("banked:table-at", args=[banked.table.pk])}"' in listed


def test_map_shows_the_table_and_no_seats_to_fill(banked: BankedDriver, oak: Client) -> None:
    banked.open()
    text = oak.get(reverse("floor:map")).content.decode()
    assert "Spanish 21, $15 to $500" in text
    assert "S2 open" not in text
    assert "<b>2</b> / 6" in text


def test_seven_boxes_and_a_long_name(oak: Client, banked: BankedDriver) -> None:
    longest = create_banked_table("S" * 20)
    text = oak.get(reverse("banked:table", args=[longest])).content.decode()
    assert text.count("box-row") == 7


def create_banked_table(name: str) -> str:
    plaque = plaque_publish(
        name="P" * 60, body=BankedPlaque(boxes=7, name="N" * 40), by=None, now=NOW
    )
    banked_create(room=Room.objects.get(), name=name, plaque=plaque, actor="system.test", now=NOW)
    return name


def test_house_banked_table_closes_with_its_room(banked: BankedDriver, oak: Client) -> None:
    """A table stays open during a round; after it, one action closes the table."""
    url = reverse("floor:closing-close", args=[banked.room.pk])
    banked.open()
    banked.bet()
    banked.deal()
    page = oak.post(url, {"command": str(uuid4())}, follow=True)
    text = page.content.decode()
    assert "1 open" in text
    assert "2 seated" in text
    assert "in play" in text
    banked.finish()
    oak.post(url, {"command": str(uuid4())})
    assert not banked.state.is_open
    assert banked.state.why == "Room closing"
    assert "All tables and lists are closed" in oak.get(reverse("floor:closing")).content.decode()
