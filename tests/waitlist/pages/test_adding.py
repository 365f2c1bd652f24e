"""The desk adds a player: players on file, several lists in one action, the number for the call."""

import pytest
from django.test import Client

from journal.models import Entry
from players.models import Player
from tests.support.desk import KEY, Desk
from tests.support.page_roles import PageContent
from waitlist.actions import load_waitlists
from waitlist.rules import commands as c

pytestmark = pytest.mark.django_db(transaction=True)


def add(desk: Desk, client: Client, **data: object) -> PageContent:
    posted = {"list": KEY, "here": "yes"} | data
    return PageContent(client.post(f"/desk/{desk.room_id}/add", posted, follow=True))


def names_on(desk: Desk, key: str) -> list[str]:
    line = load_waitlists(desk.room_id).waitlist(key)
    return [entry.name for entry in line.entries] if line else []


def test_several_lists_at_once_all_or_none(desk: Desk, desk_client: Client) -> None:
    desk.execute(c.OpenWaitlist("plo", "PLO 2/5"))
    add(desk, desk_client, who="Slate Chisel", lists=[KEY, "plo"], here="no")
    assert names_on(desk, KEY) == names_on(desk, "plo") == ["Slate Chisel"]
    assert not desk.waitlist.entries[0].here
    desk.execute(c.OpenWaitlist("razz", "Razz 10/20"))
    page = add(desk, desk_client, who="Slate Chisel", lists=["razz", KEY])
    assert "is already on" in page.alert()
    assert names_on(desk, "razz") == [], "none of them"
    page = add(desk, desk_client, who="Tin Trowel", lists=[KEY, "no-such-list"])
    assert page.alert()
    assert not Player.objects.filter(alias="Tin Trowel").exists()


def test_no_game_chosen_is_refused(desk: Desk, desk_client: Client) -> None:
    page = add(desk, desk_client, who="Slate Chisel", choice="yes")
    assert "Choose at least one game" in page.alert()
    assert not Player.objects.filter(alias="Slate Chisel").exists()
    add(desk, desk_client, who="Slate Chisel", choice="yes", lists=[KEY])
    add(desk, desk_client, who="Tin Trowel")  # a room with one game offers no choice
    assert names_on(desk, KEY) == ["Slate Chisel", "Tin Trowel"]


def test_same_form_again_adds_no_one(desk: Desk, desk_client: Client) -> None:
    desk.execute(c.OpenWaitlist("plo", "PLO 2/5"))
    for _ in range(2):
        add(desk, desk_client, who="Slate Chisel", lists=[KEY, "plo"], command="once")
    assert names_on(desk, "plo") == ["Slate Chisel"]


def test_adding_is_undone_with_one_tap(desk: Desk, desk_client: Client) -> None:
    desk.execute(c.OpenWaitlist("plo", "PLO 2/5"))
    page = add(desk, desk_client, who="Tin Trowel", list=KEY)
    page.button("Undo: Tin Trowel added to LHE 4/8 at #1")
    page = add(desk, desk_client, who="Slate Chisel", lists=[KEY, "plo"])
    page.button("Undo: Slate Chisel added to 2 lists")
    first = Entry.objects.filter(name="name.added").order_by("-seq")[1].seq
    posted = {"ask": "undo_act", "entry": first, "list": KEY}
    page = PageContent(desk_client.post(f"/desk/{desk.room_id}/do", posted, follow=True))
    assert (names_on(desk, KEY), names_on(desk, "plo")) == (["Tin Trowel"], [])
    page.item("Slate Chisel adding undone, was #2")
    page.button("Undo: Tin Trowel added to LHE 4/8 at #1")
    desk.execute(c.CallPlayer(desk.entry_number("Tin Trowel"), "T1", 5), actor="staff.2")
    added = Entry.objects.filter(name="name.added").order_by("seq")[0].seq
    posted |= {"entry": added, "command": "late"}
    page = PageContent(desk_client.post(f"/desk/{desk.room_id}/do", posted, follow=True))
    assert "Tin Trowel has been called to T1 seat 5 since. Cancel the call" in page.alert()
    assert names_on(desk, KEY) == ["Tin Trowel"]


def test_undo_closes_the_list_that_adding_opened_if_it_is_empty(
    desk: Desk, desk_client: Client
) -> None:
    def undo_last() -> None:
        seq = Entry.objects.filter(name="name.added").order_by("-seq")[0].seq
        posted = {"ask": "undo_act", "entry": seq, "list": KEY, "command": f"undo {seq}"}
        assert desk_client.post(f"/desk/{desk.room_id}/do", posted).status_code == 302

    def is_open() -> bool:
        return load_waitlists(desk.room_id).waitlist(KEY) is not None

    desk.execute(c.CloseWaitlist(KEY))
    add(desk, desk_client, who="Tin Trowel", command="first")
    assert is_open()
    undo_last()
    assert not is_open()
    add(desk, desk_client, who="Tin Trowel", command="second")
    desk.add("Slate Chisel")
    undo = Entry.objects.filter(name="name.added").order_by("-seq")[1].seq
    posted = {"ask": "undo_act", "entry": undo, "list": KEY, "command": "of the first name"}
    desk_client.post(f"/desk/{desk.room_id}/do", posted)
    assert names_on(desk, KEY) == ["Slate Chisel"], "someone else is on it by now"


def test_number_is_stored_if_there_is_none(desk: Desk, desk_client: Client) -> None:
    add(desk, desk_client, who="Slate Chisel", phone="702 555 0142")
    assert Player.objects.get(alias="Slate Chisel").phone == "+17025550142"
    desk.execute(c.RemovePlayer(desk.entry_number("Slate Chisel"), "went home"))
    add(desk, desk_client, who="Slate Chisel", phone="702 555 0199")
    assert Player.objects.get(alias="Slate Chisel").phone == "+17025550142"
    page = add(desk, desk_client, who="Tin Trowel", phone="12")
    assert "phone number" in page.alert()
    assert "Tin Trowel" not in desk.names


def test_players_on_file_by_alias_and_end_of_number(desk: Desk, desk_client: Client) -> None:
    Player.objects.create(alias="Slate Chisel", phone="+17025550142")
    Player.objects.create(alias="Old Slate", phone="+17025557730")
    Player.objects.create(alias="王小明")
    desk.add("Slate Sickle")

    def known(text: str) -> list[str]:
        answer = desk_client.get(f"/desk/{desk.room_id}/known", {"who": text})
        assert answer.status_code == 200
        return PageContent(answer).names("button")

    assert known("sLATE") == [
        "Slate Chisel not here yet …0142",
        "Slate Sickle on LHE 4/8 now",
        "Old Slate not here yet …7730",
    ]
    assert known("0142") == ["Slate Chisel not here yet …0142"]
    assert known("王小")[0].startswith("王小明")
    for text in ("", "   ", "%", "x" * 300):
        assert known(text) == []


def test_strangers_learn_no_names(desk: Desk, client: Client) -> None:
    Player.objects.create(alias="Slate Chisel")
    answer = client.get(f"/desk/{desk.room_id}/known", {"who": "slate"})
    assert "Chisel" not in answer.content.decode()
