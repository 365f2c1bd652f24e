"""A player's own page: no account, no other names, every change of position with its reason."""

import re
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from poker.commands import LeaveSeat
from staff.models import Room
from tests.support.desk import KEY, Desk
from tests.support.page_roles import PageContent
from waitlist.actions import load_waitlists
from waitlist.join_code import join_code
from waitlist.models import WaitlistChange
from waitlist.pages.room_snapshot import RoomSnapshot
from waitlist.rules import commands as c

pytestmark = pytest.mark.django_db(transaction=True)


def page_token(desk: Desk, name: str) -> str:
    return next(entry.token for entry in desk.waitlist.entries if entry.name == name)


def test_player_position_and_its_changes(desk: Desk, client: Client) -> None:
    desk.add("Hat", "Crane", "Kettle", "Bell")
    address = f"/line/{page_token(desk, 'Kettle')}"
    desk.execute(c.RemovePlayer(desk.entry_number("Hat"), "went home"))
    desk.execute(c.ChangePosition(desk.entry_number("Bell"), 1, "from a broken game"))
    response = client.get(address)
    page = PageContent(response)
    assert "3 of 3 in line" in page.text
    assert "A name was moved: you went from #2 to #3" in page.source
    assert "from a broken game" in page.source
    assert "went home" not in page.source, "why another left is his own"
    assert "in line now" in page.text, "three wait, five seats are empty"
    for name in ("Hat", "Crane", "Bell"):
        assert name not in page.source
    assert response["X-Robots-Tag"] == "noindex"
    assert response["Referrer-Policy"] == "same-origin"
    assert "no-store" in response["Cache-Control"]


def test_unknown_wait_has_no_rate_beside_it(
    desk: Desk, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rate after "too few seats have opened" would contradict it."""
    desk.add("Hat", "Crane", "Kettle", "Bell", "Moon", "Walk")
    for seat in (1, 2, 3):
        desk.room.now = desk.now
        desk.room.execute(LeaveSeat(seat=seat))
    desk.now = desk.room.now + timedelta(minutes=20)
    address = f"/line/{page_token(desk, 'Walk')}"
    monkeypatch.setattr(timezone, "now", lambda: desk.now)
    assert "A seat opens every" in PageContent(client.get(address)).text
    monkeypatch.setattr(RoomSnapshot, "wait", lambda *_arguments: None)
    page = PageContent(client.get(address))
    assert "no estimate yet" in page.text
    assert "A seat opens every" not in page.text


def test_called_and_seated_player_still_sees_the_page(desk: Desk, client: Client) -> None:
    desk.add("Hat", "Crane")
    address = f"/line/{page_token(desk, 'Crane')}"
    desk.execute(c.CallPlayer(desk.entry_number("Crane"), "T1", 5, reason="asked for a window"))
    page = PageContent(client.get(address))
    assert "Table 1, seat 5" in page.status()
    assert "held for you until" in page.status()
    assert "asked for a window" in page.source
    passed_over = PageContent(client.get(f"/line/{page_token(desk, 'Hat')}"))
    assert "A name behind you was called first" in passed_over.source
    assert "Crane" not in passed_over.source
    desk.execute(c.ConfirmSeated(desk.entry_number("Crane"), "T1", 5))
    page = PageContent(client.get(address))
    assert "no longer on this list" in page.text
    assert "Seated at table 1, seat 5" in page.source


def test_several_lists_are_one_page(desk: Desk, client: Client) -> None:
    desk.execute(c.OpenWaitlist("plo", "PLO 2/5"))
    desk.add("Hat")
    hat = desk.waitlist.entries[0]
    desk.execute(c.AddPlayer("plo", hat.player, "Hat", here=False))
    page = PageContent(client.get(f"/line/{hat.token}"))
    assert "LHE 4/8" in page.names("heading")
    assert "PLO 2/5" in page.names("heading")
    assert "on the way" in page.text


def test_called_game_is_above_the_waiting_ones(desk: Desk, client: Client) -> None:
    desk.execute(c.OpenWaitlist("plo", "PLO 2/5"))
    desk.add("Hat")
    hat = desk.waitlist.entries[0]
    desk.execute(c.AddPlayer("plo", hat.player, "Hat"))

    def titles() -> list[str]:
        return re.findall(r"<h2>([^<]*)</h2>", client.get(f"/line/{hat.token}").content.decode())

    waiting = titles()
    assert set(waiting) == {"LHE 4/8", "PLO 2/5"}
    last = {"LHE 4/8": KEY, "PLO 2/5": "plo"}[waiting[1]]
    line = load_waitlists(desk.room_id).waitlist(last)
    assert line is not None
    desk.execute(c.CallPlayer(line.entries[0].number, "T1", 5))
    assert titles() == ["Table 1, seat 5", waiting[0]]


def test_interest_list_shows_the_missing_players(desk: Desk, client: Client) -> None:
    desk.execute(c.OpenWaitlist("razz", "Razz 10/20", "interest", 6))
    desk.add("Hat")
    hat = desk.waitlist.entries[0]
    desk.execute(c.AddPlayer("razz", hat.player, "Hat"))
    page = PageContent(client.get(f"/line/{hat.token}"))
    assert "starts with 5 more" in page.text


def test_position_is_shown_before_ended_entries(desk: Desk, client: Client) -> None:
    desk.add("Hat")
    hat = desk.waitlist.entries[0]
    desk.execute(c.OpenWaitlist("plo", "PLO 2/5"))
    for _ in range(5):
        number = desk.execute(c.AddPlayer("plo", hat.player, "Hat")).state.next - 1
        desk.execute(c.RemovePlayer(number, "thought better of it"))
    page = client.get(f"/line/{hat.token}").content.decode()
    assert page.index("<strong>1</strong> <span>of 1 in line") < page.index("PLO 2/5")
    assert page.count("<h2>") == 4


def test_closed_list_is_shown_with_its_reason(desk: Desk, client: Client) -> None:
    desk.add("Hat", "Crane")
    address = f"/line/{page_token(desk, 'Crane')}"
    desk.execute(c.CloseWaitlist(KEY, "no dealer for it"))
    page = PageContent(client.get(address))
    assert "List closed" in page.source
    assert "no dealer for it" in page.source


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


def answer(client: Client, address: str, ask: str, **data: object) -> PageContent:
    """Return the page after a tap on one of its keys."""
    return PageContent(client.post(address, {"ask": ask, **data}, follow=True))


def test_called_player_answers_on_the_page(desk: Desk, client: Client) -> None:
    desk.add("Hat", "Crane")
    number = desk.entry_number("Hat")
    address = f"/line/{page_token(desk, 'Hat')}"
    desk.execute(c.CallPlayer(number, "T1", 5), now=timezone.now())
    page = PageContent(client.get(address))
    assert page.names("button")[:2] == ["I am on my way", "Not now, keep my spot"]
    page = answer(client, address, "hold_seat", number=number)
    assert "your seat is held" in page.text
    assert desk.waitlist.entries[0].state == "held"
    assert WaitlistChange.objects.order_by("-seq")[0].by == "player.phone"
    page = answer(client, address, "pass_on", number=number)
    assert "1 of 2 in line" in page.text
    assert desk.names == ["Hat", "Crane"]
    page = answer(client, address, "hold_seat", number=number)
    assert "has no open call" in page.alert(), "a tap that comes too late is told"
    page = answer(client, address, "take_off", number=number)
    assert "no longer on this list" in page.text
    assert desk.names == ["Crane"]


def test_missed_call_is_told(desk: Desk, client: Client) -> None:
    desk.add("Hat")
    address = f"/line/{page_token(desk, 'Hat')}"
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 5))
    later = desk.now + timedelta(minutes=6)
    desk.execute(c.ExpireDue(), actor="system.clock", now=later)
    page = PageContent(client.get(address))
    assert "The seat went to the next person. You keep spot 1." in page.text


def test_page_answers_for_its_own_player_only(desk: Desk, client: Client) -> None:
    desk.add("Hat", "Crane")
    address = f"/line/{page_token(desk, 'Hat')}"
    for number in (desk.entry_number("Crane"), 0, 10**9):
        page = answer(client, address, "take_off", number=number)
        assert page.alert()
    assert "No such command" in answer(client, address, "move_name", number=1, to=1).alert()
    assert desk.names == ["Hat", "Crane"]
    assert client.post("/line/" + "a" * 32, {"ask": "take_off"}).status_code == 404


def test_second_tap_is_the_same_command(desk: Desk, client: Client) -> None:
    desk.add("Hat")
    number = desk.entry_number("Hat")
    address = f"/line/{page_token(desk, 'Hat')}"
    desk.execute(c.CallPlayer(number, "T1", 5), now=timezone.now())
    for _ in range(2):
        page = answer(client, address, "pass_on", number=number, command="once")
        assert "1 of 1 in line" in page.text
    assert desk.waitlist.entries[0].passed == 1


def test_player_joins_another_list_and_takes_it_back(desk: Desk, client: Client) -> None:
    desk.execute(c.OpenWaitlist("plo", "PLO 2/5"))
    desk.add("Hat")
    address = f"/line/{page_token(desk, 'Hat')}"
    assert "takes no names by phone" in answer(client, address, "join", list="plo").alert()
    assert client.get(f"{address}/join").status_code == 302
    Room.objects.update(joins_by_phone=True)
    page = PageContent(client.get(f"{address}/join"))
    assert "You are on LHE 4/8." in page.text
    assert page.names("button") == ["Join PLO 2/5"]
    page = answer(client, address, "join", list="plo")
    assert "Joined PLO 2/5, spot 1" in page.text
    assert "is already on" in answer(client, address, "join", list="plo").alert()
    assert answer(client, address, "join", list="nowhere").alert()
    line = load_waitlists(desk.room_id).waitlist("plo")
    assert line is not None
    answer(client, address, "take_off", number=line.entries[0].number)
    assert desk.names == ["Hat"]


def test_player_on_the_way_arrives_with_the_code_of_the_board(desk: Desk, client: Client) -> None:
    caches["api"].clear()
    Room.objects.update(joins_by_phone=True)
    desk.add("Hat", present=False)
    address = f"/line/{page_token(desk, 'Hat')}"
    assert "on the way" in PageContent(client.get(address)).text
    desk.execute(c.OpenWaitlist("plo", "PLO 2/5"))
    assert "come to the desk" in answer(client, address, "join", list="plo").alert()
    assert "not the code" in answer(client, address, "arrive", code="12").alert()
    code = join_code(desk.room_id, timezone.now())
    assert "on the way" not in answer(client, address, "arrive", code=code).text
    assert desk.waitlist.entries[0].here
