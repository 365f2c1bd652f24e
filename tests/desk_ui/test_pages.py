"""The desk's pages at the server: roles, forms, bad input, two taps."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from access.messages import WRONG
from config import error_pages
from desk_ui.room_snapshot import current_room_snapshot
from desk_ui.shared_cache import clear_all
from players.models import Player
from players.roster import player_named
from players.sanctions import sanction_give
from poker.commands import CloseTable, LeaveSeat
from poker.waitlist import commands as c
from poker.waitlist.state import WaitlistPolicy
from tables.models import Staff
from tables.waitlist.execute import load_waitlists
from tests.desk_ui.conftest import ROLES, signed_in
from tests.tables.lists.desk import KEY, Desk

pytestmark = pytest.mark.django_db(transaction=True)
MAY = {"desk", "supervisor", "manager"}


def post(client: Client, desk: Desk, path: str = "do", **said: Any):
    data = {"list": KEY, "command": str(uuid4())} | said
    return client.post(f"/desk/{desk.room_id}/{path}", data)


@pytest.mark.parametrize("role", ROLES)
def test_who_keeps_the_lists(desk: Desk, role: str) -> None:
    client = signed_in(role)
    page = client.get(f"/desk/{desk.room_id}/")
    assert page.status_code == (200 if role in MAY else 302)
    if role in MAY:
        assert f'href="/floor/drop/?room={desk.room_id}"' in page.content.decode()
        assert client.get("/floor/drop/").status_code == 200
    added = post(client, desk, "add", who="Paper Crane")
    assert added.status_code == (302 if role in MAY else 403)
    assert desk.names == (["Paper Crane"] if role in MAY else [])


@pytest.mark.parametrize("role", sorted(set(ROLES) - MAY))
def test_a_session_of_the_floor_is_not_enough(desk: Desk, role: str) -> None:
    client = signed_in(role)
    session = client.session
    session["floor.staff"] = Staff.objects.get(badge="401").pk
    session["floor.since"] = "2999-01-01T00:00:00+00:00"
    session.save()
    assert client.get(f"/desk/{desk.room_id}/").status_code == 403
    assert post(client, desk, "add", who="Paper Crane").status_code == 403


def test_nobody_is_sent_to_the_sign_in_and_back(desk: Desk, client: Client) -> None:
    path = f"/desk/{desk.room_id}/"
    assert client.get(path)["Location"] == f"/desk/sign-in?next={path}"
    assert post(client, desk, "add", who="Hat").status_code == 403
    wrong = client.post("/desk/sign-in", {"badge": "9", "pin": "1"})
    assert wrong.status_code == 403
    assert WRONG in wrong.content.decode()
    elsewhere = client.get("/desk/sign-in?next=https://example.org/")
    assert 'value="/desk/"' in elsewhere.content.decode()


def test_two_taps_fill_a_seat(desk: Desk, cobalt: Client) -> None:
    desk.add("Paper Crane", "Copper Kettle")
    page = cobalt.get(f"/desk/{desk.room_id}/?list={KEY}").content.decode()
    assert f'href="?list={KEY}&amp;at=T1.5"' in page  # tap 1
    picked = cobalt.get(f"/desk/{desk.room_id}/?list={KEY}&at=T1.5").content.decode()
    assert "Seat Paper Crane in T1·S5" in picked
    number = desk.number("Paper Crane")
    done = post(cobalt, desk, ask="seated", number=number, table="T1", seat=5)  # tap 2
    assert done.status_code == 302
    assert desk.names == ["Copper Kettle"]
    desk.room.table.stream.refresh_from_db()
    assert desk.room.table.view["seats"][4]["name"] == "Paper Crane"


def test_only_the_next_person_has_keys(desk: Desk, cobalt: Client) -> None:
    desk.add("Far Bell", here=False)
    desk.add("Paper Crane", "Copper Kettle")
    page = cobalt.get(f"/desk/{desk.room_id}/?list={KEY}").content.decode()
    assert re.findall(r'aria-label="Call ([\w ]+) for T1·S5"', page) == ["Paper Crane"]
    assert page.count("More for") == 3
    late = post(cobalt, desk, ask="seated", number=desk.number("Copper Kettle"), table="T1", seat=5)
    assert late.status_code == 422
    assert "Copper Kettle isn&#x27;t next: 1 ahead. Give a reason." in late.content.decode()


def test_calls_holds_passes_moves_and_arrivals(desk: Desk, cobalt: Client) -> None:
    desk.add("Hat", "Crane")
    desk.add("Bell", here=False)
    hat, crane, bell = (desk.number(name) for name in desk.names)
    steps: tuple[dict[str, Any], ...] = (
        {"ask": "call_name", "number": hat, "table": "T1", "seat": 5},
        {"ask": "hold_seat", "number": hat},
        {"ask": "pass_on", "number": hat},
        {"ask": "arrive", "number": bell},
        {"ask": "move_name", "number": bell, "to": 1, "reason": "from a broken game"},
        {"ask": "take_off", "number": crane, "reason": "went home"},
    )
    for data in steps:
        assert post(cobalt, desk, **data).status_code == 302, data
    assert desk.names == ["Bell", "Hat"]
    page = cobalt.get(f"/desk/{desk.room_id}/?list={KEY}").content.decode()
    assert "<strong>Bell</strong> moved from #3 to #1" in page
    assert "from a broken game" in page
    assert "Cobalt desk" in page


def test_a_call_is_taken_back_and_a_list_closed_from_the_page(desk: Desk, cobalt: Client) -> None:
    desk.add("Hat")
    number = desk.number("Hat")
    post(cobalt, desk, ask="call_name", number=number, table="T1", seat=5)
    card = cobalt.get(f"/desk/{desk.room_id}/?list={KEY}&name={number}").content.decode()
    assert 'value="take_back"' in card
    assert (
        post(cobalt, desk, ask="take_back", number=number, reason="wrong name").status_code == 302
    )
    page = cobalt.get(f"/desk/{desk.room_id}/?list={KEY}").content.decode()
    assert "call canceled, still waiting" in page
    assert "This takes 1 name off the list" in page
    assert post(cobalt, desk, ask="close_line", key=KEY, reason="").status_code == 422
    assert post(cobalt, desk, ask="close_line", key=KEY, reason="no dealer").status_code == 302
    assert load_waitlists(desk.room_id).lists.line(KEY) is None


def test_an_interest_list_says_when_its_game_opens(desk: Desk, cobalt: Client) -> None:
    desk.ask(c.OpenWaitlist("razz", "Razz 10/20", "interest", 2))
    page = f"/desk/{desk.room_id}/?list=razz"
    for name, says in (
        ("Hat", "starts with 1 more"),
        ("Crane", "enough names to start: a supervisor opens"),
    ):
        post(cobalt, desk, "add", who=name, list="razz")
        message = cobalt.get(page).content.decode()
        assert says in message
        assert "no seat has opened in" not in message


def test_a_form_sent_twice_is_carried_out_once(desk: Desk, cobalt: Client) -> None:
    for _ in range(2):
        assert post(cobalt, desk, "add", who="Hat", command="once").status_code == 302
    assert desk.names == ["Hat"]


@pytest.mark.parametrize("alias", ["🦊 Fox", "👩‍👩‍👧", "Ünï Çødé", "x" * 40, "<b>Bold</b>"])
def test_aliases_that_are_fine(desk: Desk, cobalt: Client, alias: str) -> None:
    assert post(cobalt, desk, "add", who=alias).status_code == 302
    assert desk.names == [alias]
    page = cobalt.get(f"/desk/{desk.room_id}/?list={KEY}").content.decode()
    assert "<b>Bold" not in page


@pytest.mark.parametrize(
    ("said", "status", "words"),
    [
        ({"who": "x" * 300}, 422, "at most 40 characters"),
        ({"who": "   "}, 422, "write an alias"),
        ({"who": "nul\0"}, 400, escape(error_pages.NUL)),
        ({"who": "turned \u202e round"}, 422, "characters that can&#x27;t be displayed"),
        ({"who": "Hat", "list": "bridge"}, 422, "no plaque with that name"),
        ({"who": "Hat", "list": ""}, 422, "no plaque with that name"),
    ],
)
def test_names_that_are_none(
    desk: Desk, cobalt: Client, said: dict[str, str], status: int, words: str
) -> None:
    answer = post(cobalt, desk, "add", **said)
    assert answer.status_code == status
    assert words.casefold() in answer.content.decode().casefold()
    assert desk.names == []


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"ask": "seated", "number": 999, "table": "T1", "seat": 5}, 409),
        ({"ask": "seated", "number": "x", "table": "T1", "seat": 5}, 400),
        ({"ask": "seated", "number": 1, "table": "T99", "seat": 5}, 404),
        ({"ask": "seated", "number": 1, "table": "T1", "seat": 99}, 400),
        ({"ask": "seated", "number": 1, "table": "T1", "seat": 2}, 409),
        ({"ask": "seated", "number": 1, "table": "T1", "seat": -1}, 400),
        ({"ask": "take_off", "number": 1, "reason": " "}, 422),
        ({"ask": "take_off", "number": 1, "reason": "w" * 300}, 400),
        ({"ask": "move_name", "number": 1, "to": 10**12, "reason": "x"}, 400),
        ({"ask": "lapse"}, 400),
        ({"ask": "set_policy"}, 400),
        ({"ask": "drop table"}, 400),
        ({}, 400),
    ],
)
def test_forms_that_do_not_hold(
    desk: Desk, cobalt: Client, said: dict[str, Any], status: int
) -> None:
    desk.add("Hat")
    before = load_waitlists(desk.room_id)
    answer = post(cobalt, desk, **said)
    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode()
    assert load_waitlists(desk.room_id) == before


def test_who_may_not_play_is_put_on_no_list(desk: Desk, cobalt: Client) -> None:
    nettle = player_named(key="", alias="Nettle")
    sanction_give(player=nettle, kind="bar", until=None, reason="x", by="staff.2", now=desk.now)
    answer = post(cobalt, desk, "add", who="nettle")
    assert answer.status_code == 422
    assert "Nettle is barred" in answer.content.decode()
    assert post(cobalt, desk, "add", who="Hat").status_code == 302
    again = post(cobalt, desk, "add", who="HAT")
    assert "Hat is already on Limit 4/8." in again.content.decode()


def test_a_card_is_somebody_known(desk: Desk, cobalt: Client) -> None:
    crane = player_named(key="", alias="Paper Crane")
    Player.objects.filter(pk=crane.pk).update(card_number="77001")
    post(cobalt, desk, "add", who="77001")
    assert desk.names == ["Paper Crane"]


def test_an_interest_list_and_the_list_of_a_game_that_runs(desk: Desk, cobalt: Client) -> None:
    desk.ask(c.CloseWaitlist(KEY))
    added = post(cobalt, desk, "add", who="Hat")
    assert added.status_code == 302, "its first name opens it"
    assert desk.names == ["Hat"]
    none = post(cobalt, desk, "interest", plaque="Bridge", wants="6")
    assert none.status_code == 422


def test_waits_come_from_the_seats_that_were_left(desk: Desk, cobalt: Client) -> None:
    desk.add("Hat")
    page = cobalt.get(f"/desk/{desk.room_id}/?list={KEY}").content.decode()
    assert "no seat has opened in the last hour" in page
    desk.room.now = timezone.now() - timedelta(minutes=1)
    desk.room.do(LeaveSeat(seat=2))
    page = cobalt.get(f"/desk/{desk.room_id}/?list={KEY}").content.decode()
    desk.room.table.stream.refresh_from_db()
    since = timezone.now().timestamp() - desk.room.table.view["table"]["since"] / 1000
    minutes = min(max(int(since // 60), 10), 60)
    seen = "in the last hour" if minutes == 60 else f"in {minutes} min"
    assert f"a seat opens every {minutes} min (1 {seen})" in page
    assert "T1·S2" in page
    assert current_room_snapshot(desk.room_id, timezone.now()).wait(KEY, 1, 0) is None, (
        "one says too little"
    )
    assert current_room_snapshot(desk.room_id, timezone.now()).wait(KEY, 1, 1) is not None, (
        "a seat is open"
    )
    desk.room.do(CloseTable())
    clear_all()
    none = current_room_snapshot(desk.room_id, timezone.now()).wait(KEY, 1, 1)
    assert none is None, "nobody leaves a table that is closed"


def test_pages_that_are_none(desk: Desk, cobalt: Client) -> None:
    assert cobalt.get("/desk/999999/").status_code == 404
    for query in ("?list=bridge", "?at=T1.99&name=x", "?name=999999999999999999999"):
        assert cobalt.get(f"/desk/{desk.room_id}/{query}").status_code == 200
    assert cobalt.get("/desk/")["Location"] == f"/desk/{desk.room_id}/"


POLICY = {
    "call_minutes": 3,
    "hold_minutes": 15,
    "call_in_minutes": 90,
    "passes": 1,
    "most_lists": 2,
}


@pytest.mark.parametrize("role", ["desk", "supervisor", "manager"])
def test_supervisors_set_how_the_lists_are_run(desk: Desk, role: str) -> None:
    client = signed_in(role)
    page = client.get(f"/desk/{desk.room_id}/").content.decode()
    set_ = post(client, desk, "policy", **POLICY, locals_first="yes")
    if role == "desk":
        assert set_.status_code == 403
        assert "House policy" not in page
        return
    assert "House policy" in page
    assert set_.status_code == 302
    assert load_waitlists(desk.room_id).lists.policy == WaitlistPolicy(
        3, 15, 90, 1, 2, locals_first=True
    )
    post(client, desk, "add", who="Hat")
    post(client, desk, "add", who="Crane", local="yes")
    assert desk.names == ["Crane", "Hat"]
    twice = post(client, desk, "policy", **POLICY, order_1="list")
    assert "use each of the four once" in twice.content.decode()
    order = {"order_1": "must_move", "order_2": "seat_change", "order_3": "table_change"}
    assert post(client, desk, "policy", **POLICY, **order, above_most="no").status_code == 302
    policy = load_waitlists(desk.room_id).lists.policy
    assert (policy.order[0], policy.order[3], policy.above_most) == ("must_move", "list", False)


@pytest.mark.parametrize("number", ["0", "-1", "61", "", "x", "9" * 30, "\u0663"])
def test_a_policy_that_makes_no_sense(desk: Desk, number: str) -> None:
    client = signed_in("manager")
    answer = post(client, desk, "policy", **POLICY | {"call_minutes": number})
    assert answer.status_code == 422
    assert "Minutes to answer a call: enter a number from 1 to 60." in answer.content.decode()
    assert load_waitlists(desk.room_id).lists.policy == WaitlistPolicy()
