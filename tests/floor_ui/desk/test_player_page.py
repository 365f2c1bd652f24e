"""A player's own page: no account, no other names, every change of position with its reason."""

import re

import pytest
from django.test import Client

from poker.waitlist import commands as c
from tables.waitlist.execute import load_waitlists
from tests.support.desk import KEY, Desk
from tests.support.page_roles import PageContent

pytestmark = pytest.mark.django_db(transaction=True)


def page_token(desk: Desk, name: str) -> str:
    return next(entry.token for entry in desk.waitlist.places if entry.name == name)


def test_player_position_and_its_changes(desk: Desk, client: Client) -> None:
    desk.add("Hat", "Crane", "Kettle", "Bell")
    address = f"/line/{page_token(desk, 'Kettle')}"
    desk.execute(c.RemovePlayer(desk.entry_number("Hat"), "went home"))
    desk.execute(c.ChangePosition(desk.entry_number("Bell"), 1, "from a broken game"))
    response = client.get(address)
    page = PageContent(response)
    assert "3 of 3" in page.text
    page.item("A name was moved: you went from #2 to #3")
    page.item("from a broken game")
    assert "went home" not in page.text, "why another left is his own"
    assert "Wait: now." in page.text, "three wait, five seats are empty"
    for name in ("Hat", "Crane", "Bell"):
        assert name not in page.source
    assert response["X-Robots-Tag"] == "noindex"
    assert response["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response["Cache-Control"]


def test_called_and_seated_player_still_sees_the_page(desk: Desk, client: Client) -> None:
    desk.add("Hat", "Crane")
    address = f"/line/{page_token(desk, 'Crane')}"
    desk.execute(c.CallPlayer(desk.entry_number("Crane"), "T1", 5, reason="asked for a window"))
    page = PageContent(client.get(address))
    assert "Table 1, seat 5" in page.status()
    assert "is held for you until" in page.status()
    page.item("asked for a window")
    passed_over = PageContent(client.get(f"/line/{page_token(desk, 'Hat')}"))
    passed_over.item("A name behind you was called first")
    assert "Crane" not in passed_over.text
    desk.execute(c.ConfirmSeated(desk.entry_number("Crane"), "T1", 5))
    page = PageContent(client.get(address))
    assert "no longer on this list" in page.text
    page.item("Seated at table 1, seat 5")


def test_several_lists_are_one_page(desk: Desk, client: Client) -> None:
    desk.execute(c.OpenWaitlist("plo", "PLO 2/5"))
    desk.add("Hat")
    hat = desk.waitlist.places[0]
    desk.execute(c.AddPlayer("plo", hat.player, "Hat", here=False))
    page = PageContent(client.get(f"/line/{hat.token}"))
    assert "Limit 4/8" in page.names("heading")
    assert "PLO 2/5" in page.names("heading")
    assert "on the way" in page.text


def test_called_game_is_above_the_waiting_ones(desk: Desk, client: Client) -> None:
    desk.execute(c.OpenWaitlist("plo", "PLO 2/5"))
    desk.add("Hat")
    hat = desk.waitlist.places[0]
    desk.execute(c.AddPlayer("plo", hat.player, "Hat"))

    def titles() -> list[str]:
        return re.findall(r"<h2>([^<]*)</h2>", client.get(f"/line/{hat.token}").content.decode())

    waiting = titles()
    assert set(waiting) == {"Limit 4/8", "PLO 2/5"}
    last = {"Limit 4/8": KEY, "PLO 2/5": "plo"}[waiting[1]]
    line = load_waitlists(desk.room_id).lists.line(last)
    assert line is not None
    desk.execute(c.CallPlayer(line.places[0].number, "T1", 5))
    assert titles() == waiting[::-1]


def test_interest_list_shows_the_missing_players(desk: Desk, client: Client) -> None:
    desk.execute(c.OpenWaitlist("razz", "Razz 10/20", "interest", 6))
    desk.add("Hat")
    hat = desk.waitlist.places[0]
    desk.execute(c.AddPlayer("razz", hat.player, "Hat"))
    page = PageContent(client.get(f"/line/{hat.token}"))
    assert "Wait: starts with 5 more." in page.text


def test_position_is_shown_before_ended_entries(desk: Desk, client: Client) -> None:
    desk.add("Hat")
    hat = desk.waitlist.places[0]
    desk.execute(c.OpenWaitlist("plo", "PLO 2/5"))
    for _ in range(5):
        number = desk.execute(c.AddPlayer("plo", hat.player, "Hat")).lists.next - 1
        desk.execute(c.RemovePlayer(number, "thought better of it"))
    page = client.get(f"/line/{hat.token}").content.decode()
    assert page.index("<strong>1</strong> <span>of 1</span>") < page.index("PLO 2/5")
    assert page.count("<h2>") == 4


def test_closed_list_is_shown_with_its_reason(desk: Desk, client: Client) -> None:
    desk.add("Hat", "Crane")
    address = f"/line/{page_token(desk, 'Crane')}"
    desk.execute(c.CloseWaitlist(KEY, "no dealer for it"))
    page = PageContent(client.get(address))
    page.item("List closed")
    page.item("no dealer for it")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("x", 404),
        ("", 404),
        ("a" * 32, 404),
        ("a" * 500, 404),
        ("%00" * 24, 400),
        ("../admin", 404),
    ],
)
def test_foreign_page_cannot_be_guessed(
    desk: Desk, client: Client, address: str, status: int
) -> None:
    desk.add("Hat")
    assert client.get(f"/line/{address}").status_code == status
