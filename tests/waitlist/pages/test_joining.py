"""Joining a list by phone: one open request per browser and number, on the list only once the player was seen here."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from players.models import Player
from players.roster import player_named
from players.sanctions import sanction_give
from staff.models import AuditEvent, Room
from tests.support.desk import KEY, Desk
from tests.support.desk_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import PIN
from waitlist import joining
from waitlist.join_code import SECONDS, is_join_code, join_code
from waitlist.joining import LIFETIME, RETENTION, end_old_requests, join_request_confirm, phone_of
from waitlist.models import JoinRequest, WaitlistChange

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = "+17025550142"
OTHER_PHONE = "+17025550143"
AT_DESK = "Please come to the desk"


@pytest.fixture
def join(desk: Desk) -> str:
    """The address of the page, in a room that takes names by phone and has had no request this minute."""
    caches["api"].clear()
    Room.objects.update(joins_by_phone=True)
    return f"/join/{desk.room_id}"


def ask(join: str, name: str = "Rusty Kazoo", phone: str = "", **data: Any) -> Client:
    """Return a browser that has requested a spot."""
    client = Client()
    answer = client.post(join, {"name": name, "phone": phone, "games": [KEY]} | data)
    assert answer.status_code == 302, PageContent(answer).alert()
    return client


def type_code(client: Client, join: str, code: str = "") -> PageContent:
    """Return the page after the code was typed, by default the right one."""
    room = int(join.rpartition("/")[2])
    code = code or join_code(room, timezone.now())
    return PageContent(client.post(f"{join}/code", {"code": code}, follow=True))


def decide(desk: Desk, client: Client, what: str = "confirm") -> PageContent:
    """Return the desk's page after it decided the last request."""
    last = JoinRequest.objects.order_by("-pk")[0]
    data = {"request": last.pk, "decide": what, "list": KEY}
    return PageContent(client.post(f"/desk/{desk.room_id}/joining", data, follow=True))


def test_room_takes_no_names_by_phone_unless_it_is_set(desk: Desk, client: Client) -> None:
    for answer in (
        client.get(f"/join/{desk.room_id}"),
        client.post(f"/join/{desk.room_id}", {"name": "Rusty", "games": KEY}),
    ):
        assert answer.status_code == 404
        assert "takes no names by phone" in PageContent(answer).alert()
    assert not JoinRequest.objects.exists()


def test_code_on_the_board_puts_the_player_on_the_list(desk: Desk, join: str) -> None:
    client = ask(join, phone="702 555 0142")
    page = PageContent(client.get(join))
    assert "You are on no list yet" in page.text
    assert desk.names == []
    page = type_code(client, join)
    assert desk.names == ["Rusty Kazoo"]
    assert "1 of 1 in line" in page.text, "the page is now the player's own"
    change = WaitlistChange.objects.get(name="Rusty Kazoo")
    assert change.by == "player.phone"
    assert Player.objects.get(alias="Rusty Kazoo").phone == PHONE
    assert client.get(join)["Location"] == f"/line/{desk.waitlist.entries[0].token}"


def test_desk_confirms_in_two_taps_and_is_told_who_it_is(
    desk: Desk, join: str, desk_client: Client
) -> None:
    client = ask(join, phone=PHONE)
    page = PageContent(desk_client.get(f"/desk/{desk.room_id}/"))
    assert "Rusty Kazoo" in page.region("Waiting for confirmation 1").text
    assert "New player. Phone …0142. Check the ID." in page.source
    assert PHONE not in page.source
    page = decide(desk, desk_client)
    assert "Waiting for confirmation" not in page.text
    assert desk.names == ["Rusty Kazoo"]
    assert WaitlistChange.objects.get(name="Rusty Kazoo").by.startswith("staff.")
    assert "in line" in PageContent(client.get(join, follow=True)).text
    assert "was answered or has ended" in decide(desk, desk_client).alert()


def test_refused_player_is_told_to_ask_at_the_desk(
    desk: Desk, join: str, desk_client: Client
) -> None:
    client = ask(join)
    decide(desk, desk_client, "refuse")
    assert "ask at the desk" in PageContent(client.get(join)).text
    assert desk.names == []
    assert "Put me on the list" in PageContent(client.get(f"{join}?again")).text
    assert JoinRequest.objects.get().by.startswith("staff.")


def test_one_open_request_per_browser_and_per_number(desk: Desk, join: str) -> None:
    client = ask(join, phone=PHONE)
    again = client.post(join, {"name": "Someone Else", "games": KEY})
    assert again.status_code == 409
    second_phone = Client().post(join, {"name": "Rusty Kazoo", "phone": PHONE, "games": KEY})
    assert second_phone.status_code == 409
    assert "already waits" in PageContent(second_phone).alert()
    client.post(f"{join}/withdraw")
    ask(join, phone=PHONE)
    assert JoinRequest.objects.filter(state="waiting").count() == 1


def test_player_who_joins_from_two_phones_is_on_the_list_once(desk: Desk, join: str) -> None:
    first = ask(join, phone=PHONE)
    second = ask(join, phone="")
    type_code(first, join)
    page = type_code(second, join)
    assert AT_DESK in page.text, "the name is another's until the desk has looked"
    assert desk.names == ["Rusty Kazoo"]
    last = JoinRequest.objects.order_by("-pk")[0]
    request = join_request_confirm(
        request_id=last.pk, room_id=desk.room_id, actor="staff.1", now=timezone.now()
    )
    assert desk.names == ["Rusty Kazoo"]
    assert request.token == desk.waitlist.entries[0].token, "both phones have one page"


def test_name_on_file_needs_its_number_or_the_desk(
    desk: Desk, join: str, desk_client: Client
) -> None:
    Player.objects.create(alias="Silver Kettle", phone=PHONE)
    stranger = ask(join, "silver kettle", OTHER_PHONE)
    assert AT_DESK in type_code(stranger, join).text
    own = ask(join, "Silver Kettle", PHONE)
    assert "in line" in type_code(own, join).text
    assert desk.names == ["Silver Kettle"]


def test_number_of_another_is_told_to_the_desk_only(
    desk: Desk, join: str, desk_client: Client
) -> None:
    Player.objects.create(alias="Silver Kettle", phone=PHONE)
    client = ask(join, "Rusty Kazoo", PHONE)
    page = type_code(client, join)
    assert AT_DESK in page.text
    assert "Kettle" not in page.source
    assert "on file for Silver Kettle" in decide(desk, desk_client).alert()
    assert desk.names == []


@pytest.mark.parametrize("kind", ["bar", "suspension"])
def test_player_whom_the_house_refuses_is_not_told_why(
    desk: Desk, join: str, desk_client: Client, kind: str
) -> None:
    nettle = player_named(key="", alias="Nettle")
    Player.objects.filter(pk=nettle.pk).update(phone=PHONE)
    until = timezone.now() + timedelta(days=2) if kind == "suspension" else None
    sanction_give(
        player=nettle, kind=kind, until=until, reason="x", by="staff.2", now=timezone.now()
    )
    for name in ("Nettle", "Quiet Hat"):  # the own name, then another one with the own number
        client = ask(join, name, PHONE)
        page = type_code(client, join)
        assert AT_DESK in page.text
        for word in ("barred", "suspended", "excluded"):
            assert word not in page.source
        alert = decide(desk, desk_client).alert()
        assert "Nettle" in alert, "the desk is told, as when it adds a name"
        client.post(f"{join}/withdraw")
    assert desk.names == []


def test_wrong_codes_end_at_the_desk(desk: Desk, join: str) -> None:
    client = ask(join)
    right = join_code(desk.room_id, timezone.now())
    wrong = f"{(int(right) + 1) % 100_000:05d}"
    for _ in range(JoinRequest.MAX_TRIES):
        page = type_code(client, join, wrong)
    assert AT_DESK in page.text
    assert AT_DESK in type_code(client, join, right).text, "guessing has an end"
    assert desk.names == []


def test_code_changes_and_is_one_of_the_room(desk: Desk) -> None:
    now = timezone.now()
    code = join_code(desk.room_id, now)
    assert code == join_code(desk.room_id, now)
    assert is_join_code(desk.room_id, f" {code[:2]} {code[2:]}", now)
    assert is_join_code(desk.room_id, code, now + timedelta(seconds=SECONDS))
    assert not is_join_code(desk.room_id, code, now + timedelta(seconds=2 * SECONDS))
    codes = {join_code(room, now) for room in range(1, 40)}
    assert len(codes) > 35
    for bad in ("", "1234", "٣٣٣٣٣", "123456", "abcde"):
        assert not is_join_code(desk.room_id, bad, now)


@pytest.mark.parametrize("name", ["🦊🦊", "أحمد", "王小明", "Zoë 👩‍👩‍👧", "x" * 40])
def test_names_of_every_script(desk: Desk, join: str, name: str) -> None:
    client = ask(join, name)
    assert name in client.get(join).content.decode()
    type_code(client, join)
    assert desk.names == [name]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"name": "x" * 300}, "40"),
        ({"name": " "}, "name"),
        ({"name": "a\u202eb"}, "characters"),
        ({"name": "Call 702 555 0142"}, "name"),
        ({"phone": "12"}, "phone number"),
        ({"games": []}, "at least one game"),
        ({"games": ["no-such-game"]}, "no list now"),
        ({"games": [f"g{i}" for i in range(50)]}, "lists at most"),
    ],
)
def test_bad_input_is_told_and_kept(desk: Desk, join: str, data: dict[str, Any], told: str) -> None:
    client = Client()
    answer = client.post(join, {"name": "Rusty Kazoo", "phone": "", "games": [KEY]} | data)
    assert 400 <= answer.status_code < 500
    assert told in PageContent(answer).alert()
    assert not JoinRequest.objects.exists()


def test_requests_of_one_network_are_limited(
    desk: Desk, join: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "MAX_REQUESTS_A_MINUTE", 2)
    answers = [
        Client().post(join, {"name": f"Hat {i}", "games": KEY}).status_code for i in range(6)
    ]
    assert 429 in answers, "a minute may end in between, two do not"


def test_crowd_of_requests_is_sent_to_the_desk(
    desk: Desk, join: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "MAX_WAITING", 1)
    ask(join)
    answer = Client().post(join, {"name": "Hat", "games": KEY})
    assert "ask at the desk" in PageContent(answer).alert()


def test_one_network_takes_no_places_of_others(
    desk: Desk, join: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One network has at most half of the requests; phones elsewhere and the kiosk still have theirs."""
    monkeypatch.setattr(joining, "MAX_OF_NETWORK", 2)
    ask(join, "Hat")
    ask(join, "Glove")
    refused = Client().post(join, {"name": "Scarf", "games": KEY})
    assert "ask at the desk" in PageContent(refused).alert()
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.post(join, {"name": "Boot", "phone": "", "games": [KEY]}).status_code == 302


def test_desk_refuses_all_requests_of_one_network(
    desk: Desk, join: str, desk_client: Client
) -> None:
    for name in ("Hat", "Glove", "Scarf"):
        ask(join, name)
    Client(REMOTE_ADDR="192.0.2.7").post(join, {"name": "Boot", "phone": "", "games": [KEY]})
    page = PageContent(desk_client.get(f"/desk/{desk.room_id}/"))
    assert "Refuse all 3 from this network" in page.region("Waiting for confirmation 4").text
    request = JoinRequest.objects.order_by("pk")[0]
    data = {"request": request.pk, "decide": "refuse_network", "list": KEY}
    desk_client.post(f"/desk/{desk.room_id}/joining", data)
    assert [row.name for row in JoinRequest.objects.filter(state="waiting")] == ["Boot"]


def test_number_is_sealed_and_all_of_it_is_deleted_after_a_day(desk: Desk, join: str) -> None:
    ask(join, phone=PHONE)
    request = JoinRequest.objects.get()
    stored = f"{request.sealed_phone} {request.phone_key}"
    assert "5550142" not in stored
    assert phone_of(request) == PHONE
    now = timezone.now()
    assert end_old_requests(now + LIFETIME) == 1
    assert JoinRequest.objects.get().state == "ended"
    end_old_requests(now + RETENTION)
    assert not JoinRequest.objects.exists()


def test_late_request_is_told_and_can_not_be_confirmed(
    desk: Desk, join: str, desk_client: Client
) -> None:
    client = ask(join)
    JoinRequest.objects.update(made_at=timezone.now() - LIFETIME)
    assert "No one confirmed" in PageContent(client.get(join)).text
    assert "has ended" in decide(desk, desk_client).alert()
    type_code(client, join)
    assert desk.names == []


def test_request_is_of_its_browser_and_its_room(desk: Desk, join: str) -> None:
    ask(join)
    stranger = Client()
    type_code(stranger, join)
    stranger.cookies["floorbook_join"] = "forged"
    type_code(stranger, join)
    stranger.post(f"{join}/withdraw")
    assert JoinRequest.objects.get().state == "waiting"
    assert desk.names == []


def test_only_the_desk_decides(desk: Desk, join: str) -> None:
    ask(join)
    for role in ("dealer", "surveillance"):
        decide(desk, sign_in_client(role, badge="901" if role == "dealer" else "902"))
    decide(desk, Client())
    assert JoinRequest.objects.get().state == "waiting"


def test_code_is_on_allowed_boards_only(
    desk: Desk, join: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("waitlist.join_code.SECONDS", 10**9)  # it does not change during the test
    supervisor = sign_in_client("supervisor", badge="201")
    board = f"/board/{desk.room_id}"
    code = join_code(desk.room_id, timezone.now())
    page = _without_times(client.get(board))
    assert "Join from your phone" in page
    assert code not in page, "everyone may open the board; only a screen in the room has the code"
    denied = client.post(f"/screen/{desk.room_id}/board", {"badge": "201", "pin": "0000"})
    assert denied.status_code >= 400
    client.post(f"/screen/{desk.room_id}/board", {"badge": "201", "pin": PIN})
    assert code in client.get(board).content.decode()
    assert client.get(f"/desk/{desk.room_id}/").status_code != 200, "no one is signed in there"
    lobby = f"/desk/{desk.room_id}/lobby"
    screens = PageContent(supervisor.get(lobby))
    assert "Board with the join code" in screens.text
    screen = screens.source.partition('name="screen" value="')[2].partition('"')[0]
    supervisor.post(f"{lobby}/remove", {"screen": screen})
    assert code not in _without_times(client.get(board))
    verbs = AuditEvent.objects.filter(verb__startswith="screen_").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == ["screen_allowed", "screen_removed"]


def _without_times(response: Any) -> str:
    """Return a page without its Unix milliseconds, in which any five digits can occur."""
    return re.sub(r"\b\d{13}\b", "", response.content.decode())


def test_sheet_for_the_wall(desk: Desk, join: str, desk_client: Client) -> None:
    answer = desk_client.get(f"/desk/{desk.room_id}/join-sheet")
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
