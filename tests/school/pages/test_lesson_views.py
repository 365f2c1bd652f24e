"""A manager makes a lesson of a hand in three taps from its replay, and changes, teaches and deletes it."""

import html
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from poker import commands as c
from school.lessons.house_lessons import taught_texts
from school.lessons.reader import read_lesson
from school.models import MOST_TEXT, MOST_TITLE, HouseLesson
from school.pages.lessons import room_lessons
from staff.models import AuditEvent
from tests.support.few_lessons import few_lessons
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import NOW, TableDriver, create_staff
from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]
pytestmark = pytest.mark.release_on_postgresql

LESSONS = "/school/lessons/"


@pytest.fixture(autouse=True)
def _few_lessons() -> Iterator[None]:
    with few_lessons():
        yield


@pytest.fixture
def hand(game: TableDriver) -> TableDriver:
    """A finished hand: seat 4 raises and everyone folds, one of them after an undone tap."""
    game.execute(c.Act(4, "raise"))
    game.execute(c.Act(2, "fold"))
    game.execute(c.Undo())
    for seat in (1, 2, 3):
        game.execute(c.Act(seat, "fold"))
    game.execute(c.AwardPot((4,)))
    return game


@pytest.fixture
def manager(hand: TableDriver) -> Client:
    create_staff("manager", alias="Hornbeam", badge="301")
    return sign_in_client("301")


def from_hand(hand: TableDriver, number: int = 1) -> str:
    return reverse("school-lessons:from-hand", args=[hand.table.room_id, "T1", number])


def posted(page: str) -> dict[str, str]:
    """Return the fields of the page's form."""
    title = re.search(r'name="title"[^>]*value="([^"]*)"', page)
    text = re.search(r"<textarea name=\"text\"[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert title
    assert text
    seen = re.search(r'name="seen" value="([^"]*)"', page)
    assert seen
    return {
        "title": html.unescape(title[1]),
        "text": html.unescape(text[1]),
        "seen": html.unescape(seen[1]),
    }


def test_hand_becomes_a_taught_lesson(hand: TableDriver, manager: Client) -> None:
    replay = manager.get(reverse("replay:hand", args=[hand.table.room_id, "T1", 1]))
    assert from_hand(hand) in replay.content.decode()
    page = manager.get(from_hand(hand)).content.decode()
    assert "raises to $8" in page
    assert "Everyone else has folded." in page
    assert "Pebble" not in page, "the players of the hand"
    response = manager.post(from_hand(hand), {**posted(page), "teach": "yes"})
    assert response.status_code == 302
    row = HouseLesson.objects.get()
    assert (row.is_taught, row.source, row.key) == (True, "T1, hand 1", "t1_hand_1")
    taught = taught_texts(hand.table.room_id)
    assert [read_lesson(text).key for text in taught] == ["t1_hand_1"]
    shown = room_lessons(hand.table.room_id, now=NOW).exercise_title("t1_hand_1")
    assert shown == "T1, hand 1: T1, hand 1"
    saved = AuditEvent.objects.get(verb="lesson_saved").after
    assert saved
    assert saved["is_taught"] is True
    assert "T1, hand 1" in manager.get(LESSONS).content.decode()


def test_lesson_that_does_not_hold_is_refused_and_its_text_is_kept(
    hand: TableDriver, manager: Client
) -> None:
    fields = posted(manager.get(from_hand(hand)).content.decode())
    wrong = fields["text"].replace("4 raise 800", "4 raise 99900")
    response = manager.post(from_hand(hand), {**fields, "text": wrong, "teach": "yes"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "step 2" in page
    assert posted(page)["text"].strip() == wrong.strip()
    assert not HouseLesson.objects.exists()
    response = manager.post(from_hand(hand), {"title": "x", "text": "no [ TOML"})
    assert response.status_code == 422


def test_draft_is_changed_taught_and_deleted(hand: TableDriver, manager: Client) -> None:
    fields = posted(manager.get(from_hand(hand)).content.decode())
    manager.post(from_hand(hand), fields)
    row = HouseLesson.objects.get()
    assert not row.is_taught
    assert taught_texts(hand.table.room_id) == ()
    second = manager.post(from_hand(hand), fields)
    assert second.status_code == 422  # the key is taken
    address = f"{LESSONS}{row.pk}/"
    opened = posted(manager.get(address).content.decode())
    manager.post(address, {**opened, "title": "A steal", "teach": "yes"})
    row.refresh_from_db()
    assert (read_lesson(row.text).title, row.is_taught) == ("A steal", True)
    manager.post(f"{LESSONS}{row.pk}/delete")
    assert not HouseLesson.objects.exists()
    assert AuditEvent.objects.filter(verb="lesson_deleted").count() == 1


def test_other_entries_and_other_people_make_no_lesson(hand: TableDriver, manager: Client) -> None:
    assert manager.get(from_hand(hand, 77)).status_code == 422
    create_staff("supervisor", alias="Oak", badge="201")
    supervisor = sign_in_client("201")
    assert supervisor.get(from_hand(hand)).status_code == 403
    replay = supervisor.get(reverse("replay:hand", args=[hand.table.room_id, "T1", 1]))
    assert from_hand(hand) not in replay.content.decode()


def test_change_of_someone_else_is_not_overwritten(hand: TableDriver, manager: Client) -> None:
    manager.post(from_hand(hand), posted(manager.get(from_hand(hand)).content.decode()))
    address = f"{LESSONS}{HouseLesson.objects.get().pk}/"
    opened = posted(manager.get(address).content.decode())
    assert manager.post(address, {**opened, "title": "First"}).status_code == 302
    response = manager.post(address, {**opened, "title": "Second"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "Someone else changed" in page
    assert posted(page)["title"] == "Second"
    assert read_lesson(HouseLesson.objects.get().text).title == "First"


def test_what_is_too_long_is_refused_and_not_cut(hand: TableDriver, manager: Client) -> None:
    fields = posted(manager.get(from_hand(hand)).content.decode())
    long = {"text": fields["text"] + "# more\n" * MOST_TEXT, "title": "W" * (MOST_TITLE + 1)}
    for name, value in long.items():
        response = manager.post(from_hand(hand), {**fields, name: value, "teach": "yes"})
        assert response.status_code == 422, name
        assert posted(response.content.decode())[name].strip() == value.strip()
    assert not HouseLesson.objects.exists()


def test_lesson_that_no_longer_holds_is_named_in_the_list(
    hand: TableDriver, manager: Client
) -> None:
    fields = posted(manager.get(from_hand(hand)).content.decode())
    manager.post(from_hand(hand), {**fields, "teach": "yes"})
    row = HouseLesson.objects.get()
    HouseLesson.objects.update(text=row.text.replace("4 raise 800", "4 raise 99900"))
    page = manager.get(LESSONS).content.decode()
    assert "not taught: " in page
    assert "step 2" in page
    assert room_lessons(hand.table.room_id, now=NOW).exercise("t1_hand_1") is None


def test_lesson_of_a_game_that_the_house_does_not_deal_is_refused(
    hand: TableDriver, manager: Client
) -> None:
    fields = posted(manager.get(from_hand(hand)).content.decode())
    other = fields["text"].replace('game = "holdem"', 'game = "omaha"')
    response = manager.post(from_hand(hand), {**fields, "text": other})
    assert response.status_code == 422
    assert "does not deal Omaha" in response.content.decode()
