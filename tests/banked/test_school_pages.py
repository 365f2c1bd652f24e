"""The lesson of Spanish 21 on the tablets of a room: offered beside a house-banked table, and kept by the room."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from banked.actions import banked_create, banked_execute, opening_command
from banked.decisions import decisions_set
from banked.plaques import plaque_publish
from banked.rules.plaque import BankedPlaque
from dealer_ui.auth import COOKIE
from journal.unix_time import milliseconds
from school.models import DealtExercise
from school.tablet.model import Begin, SchoolTap
from school.tablet.wire import SchoolPage
from staff.models import Room
from tables.models import Table
from tests.banked.spanish_trainee import Trainee
from tests.support.few_lessons import few_lessons
from tests.support.room import ACTOR, NOW, PIN, create_room, create_staff, pair_device
from tests.support.tablet import Tablet, create_tablet

pytestmark = pytest.mark.django_db
USUAL = BankedPlaque()


@dataclass
class BankedRoom:
    """A room with a closed house-banked table, and a tablet there."""

    room: Room
    table: Table
    tablet: Tablet

    def page(self) -> SchoolPage:
        response = self.tablet.client.get("/tablet/school/")
        assert response.status_code == 200
        return msgspec.convert(response.context["school"], SchoolPage, strict=False)

    def exercises(self) -> set[str]:
        """Return the exercises of Spanish 21 on the tablet."""
        lessons = [lesson for lesson in self.page().lessons if lesson.key == "spanish_21"]
        return {
            exercise.id.removeprefix("spanish_21_")
            for lesson in lessons
            for exercise in lesson.exercises
        }


def create_banked_room(plaque: BankedPlaque = USUAL) -> BankedRoom:
    room = Room.objects.create(name="Pit")
    published = plaque_publish(name="Spanish", body=plaque, by=None, now=NOW)
    table = banked_create(room=room, name="S1", plaque=published, actor=ACTOR, now=NOW)
    device, token = pair_device(table, "Tablet")
    client = Client()
    client.cookies[COOKIE] = token
    return BankedRoom(room, table, Tablet(client, device))


@pytest.fixture
def pit() -> BankedRoom:
    return create_banked_room()


def test_tablet_of_a_closed_house_banked_table_opens_the_school(pit: BankedRoom) -> None:
    page = pit.page()
    assert (page.table, page.is_idle) == ("S1", True)
    assert len(pit.exercises()) == 10
    assert set(page.editions) >= {f"spanish_21_{name}" for name in pit.exercises()}
    assert pit.tablet.client.get("/tablet/school/idle").json() == {"is_idle": True}
    banked_execute(
        table_id=pit.table.pk,
        command_id=str(uuid4()),
        command=opening_command(pit.table),
        actor=ACTOR,
        now=NOW,
    )
    assert pit.tablet.client.get("/tablet/school/idle").json() == {"is_idle": False}


def test_room_without_a_house_banked_table_does_not_teach_it(pit: BankedRoom) -> None:
    with few_lessons():
        lessons = create_tablet(create_room()).client.get("/tablet/school/").context["school"]
    assert "spanish_21" not in {lesson["key"] for lesson in lessons["lessons"]}


def test_lesson_follows_the_plaque_and_the_decisions_of_the_room() -> None:
    pit = create_banked_room(BankedPlaque(soft_17="hit", doubles=2))
    assert {"settle_soft", "redoubles"} <= pit.exercises()
    assert not {"settle", "doubles"} & pit.exercises()
    assert "trouble" in pit.exercises()
    decisions_set(room=pit.room, decisions={"ten_found": "decide"})
    assert "trouble" not in pit.exercises()


def test_room_keeps_the_result_of_an_exercise(pit: BankedRoom) -> None:
    create_staff("dealer", alias="Wren", badge="101", rooms=[pit.room])
    signed_in = pit.tablet.post("school/sign-in", {"badge": "101", "pin": PIN}).json()
    page = pit.page()
    (lesson,) = [lesson for lesson in page.lessons if lesson.key == "spanish_21"]
    exercise = lesson.exercises[4]
    trainee = Trainee(exercise)
    trainee.tap("stand", box=3)
    score = trainee.to_the_end().school.score
    now = milliseconds(timezone.now())
    sent = {
        "id": str(uuid4()),
        "lesson": lesson.key,
        "exercise": exercise.id,
        "edition": page.editions[exercise.id],
        "began_at": now - 60_000,
        "ended_at": now,
        "telling": "at_once",
        "tempo": 0,
        "score": msgspec.to_builtins(score),
        "token": signed_in["token"],
    }
    answer: Any = pit.tablet.post("school/results", {"results": [sent]}).json()
    assert answer["answers"] == [{"id": sent["id"]}]
    row = DealtExercise.objects.get()
    assert (row.exercise, row.is_finished, row.wrong) == (exercise.id, True, 1)
    assert row.mistakes[0]["kind"] == "wrong_box"


def test_exercise_that_the_page_has_as_json_is_the_same(pit: BankedRoom) -> None:
    (lesson,) = [lesson for lesson in pit.page().lessons if lesson.key == "spanish_21"]
    for exercise in lesson.exercises:
        begin = Begin(exercise=exercise, telling="at_once", at=0)
        decoded = msgspec.json.decode(msgspec.json.encode(begin), type=Begin)
        session = Trainee(decoded.exercise).session
        for at, move in enumerate((move for step in decoded.exercise.steps for move in step.do), 1):
            session.judge(SchoolTap(move.name, move.args, at=at * 1_000))
        assert session.score.is_finished
        assert not session.counts.mistakes
