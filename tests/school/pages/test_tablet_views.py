"""The school's page on a tablet: the lessons of its table's house, kept only at a table without a game."""

import logging
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest
from django.test import Client

from dealer_ui.service_worker import STATE_HEADER, VERSION_HEADER, version
from poker.rules import HouseRules
from school import tasks
from school.lessons import taught
from school.lessons.reader import lesson_files
from school.tablet.wire import SchoolPage, edition_of
from tables.models import Plaque
from tables.plaques import rotation_leg
from tests.support.few_lessons import few_lessons
from tests.support.room import TableDriver, create_plaque
from tests.support.tablet import create_tablet

pytestmark = pytest.mark.release_on_postgresql

HOUSE = HouseRules()


def test_page_has_the_lessons_in_the_games_of_the_house(room: TableDriver) -> None:
    response = create_tablet(room).client.get("/tablet/school/")
    data = msgspec.convert(response.context["school"], SchoolPage, strict=False)
    exercises = [exercise for lesson in data.lessons for exercise in lesson.exercises]
    assert {exercise.stakes["game"] for exercise in exercises} == {"holdem"}
    assert set(data.editions) == {exercise.id for exercise in exercises}
    assert (data.table, data.is_idle) == ("T1", True)
    assert (response[STATE_HEADER], response[VERSION_HEADER]) == ("school", version())


def test_worker_prepares_the_lessons_before_a_tablet_asks(
    room: TableDriver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with few_lessons(lesson_files()[0], folder=tmp_path):
        assert tasks.prepare() >= 1
        taught.lessons_in_currency.cache_clear()  # as another process
        monkeypatch.setattr(taught, "prepare", None)
        response = create_tablet(room).client.get("/tablet/school/")
        assert len(response.context["school"]["lessons"]) == 1


def test_page_opens_before_the_lessons_are_prepared(room: TableDriver, tmp_path: Path) -> None:
    """The first lesson is there, the others are named, and the worker is asked for them."""
    chosen = [lesson for lesson in lesson_files() if lesson.key in {"opening", "limit_holdem"}]
    tablet = create_tablet(room)
    with (
        few_lessons(*chosen, folder=tmp_path),
        patch("school.pages.tablet_page.current_app.send_task") as send_task,
    ):
        [first, second] = chosen
        data = tablet.client.get("/tablet/school/").context["school"]
        assert [lesson["key"] for lesson in data["lessons"]] == [first.key]
        assert data["preparing"] == [second.title]
        assert tablet.client.get("/tablet/school/lessons").json()["preparing"] == [second.title]
        send_task.assert_called_once()
        tasks.prepare()
        data = tablet.client.get("/tablet/school/lessons").json()
    assert [lesson["key"] for lesson in data["lessons"]] == [first.key, second.key]
    assert data["preparing"] == []


def test_page_opens_without_a_broker(room: TableDriver, tmp_path: Path) -> None:
    """The scheduled run prepares the lessons then."""
    with (
        few_lessons(folder=tmp_path),
        patch("school.pages.tablet_page.current_app.send_task", side_effect=OSError("no broker")),
    ):
        response = create_tablet(room).client.get("/tablet/school/")
    assert response.context["school"]["preparing"]


def test_plaque_of_another_game_adds_its_lessons(room: TableDriver, tmp_path: Path) -> None:
    before = taught.games_of_house()
    create_plaque(name="Stud 4/8", game="stud", blinds=[], ante=100, bring_in=200)
    assert taught.games_of_house() - before == {"stud"}
    chosen = [lesson for lesson in lesson_files() if lesson.key in {"opening", "stud"}]
    with few_lessons(*chosen, folder=tmp_path):
        prepared_lessons = [
            taught.lessons_of_house(HOUSE, games) for games in (before, before | {"stud"})
        ]
    keys = [[lesson.key for lesson in prepared.lessons] for prepared in prepared_lessons]
    assert keys == [["opening"], ["opening", "stud"]]


def test_games_of_a_rotation_are_dealt(room: TableDriver) -> None:
    razz = {"name": "Razz", "game": "razz", "blinds": [], "ante": 100, "bring_in": 200}
    create_plaque(**razz)
    create_plaque(name="Mix", rotate_by="orbit", rotation=[rotation_leg("Razz")])
    Plaque.objects.filter(name="Razz").delete()
    assert {"holdem", "razz"} <= taught.games_of_house()


def test_page_of_a_table_with_a_game_is_not_kept(game: TableDriver) -> None:
    tablet = create_tablet(game)
    response = tablet.client.get("/tablet/school/")
    assert not response.context["school"]["is_idle"]
    assert response[STATE_HEADER] == "busy"
    assert tablet.client.get("/tablet/school/idle").json() == {"is_idle": False}


def test_gate_offers_the_school_only_without_a_game(room: TableDriver) -> None:
    assert create_tablet(room).client.get("/tablet/").context["boot"]["is_idle"]
    assert not Client().get("/tablet/").context["boot"]["is_idle"]  # no tablet yet


def test_gate_at_a_table_with_a_game_offers_no_school(game: TableDriver) -> None:
    assert not create_tablet(game).client.get("/tablet/").context["boot"]["is_idle"]


def test_browser_that_is_no_tablet_pairs_first(room: TableDriver) -> None:
    assert Client().get("/tablet/school/").headers["Location"] == "/tablet/"
    assert Client().get("/tablet/school/idle").status_code == 401


def test_edition_changes_with_the_exercise() -> None:
    [lesson, *_] = taught.lessons_of_house(HOUSE, frozenset({"holdem"})).lessons
    exercise = lesson.exercises[0]
    slower = msgspec.structs.replace(exercise, seconds=exercise.seconds + 1)
    assert edition_of(exercise) == edition_of(msgspec.structs.replace(exercise))
    assert edition_of(exercise) != edition_of(slower)


def test_lesson_that_does_not_hold_is_left_out_and_logged(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    [first, second, *_] = lesson_files()
    broken = msgspec.structs.replace(first.exercises[0], generate=None, step=())
    with (
        caplog.at_level(logging.ERROR),
        few_lessons(msgspec.structs.replace(first, exercises=(broken,)), second, folder=tmp_path),
    ):
        prepared = taught.lessons_of_house(HOUSE, frozenset({"holdem", "stud"}))
    assert [lesson.key for lesson in prepared.lessons] == [second.key]
    assert [entry.why for entry in prepared.left_out if entry.lesson == first.key] == [
        f"line {broken.line}, {broken.id}: it has no step"
    ]
    assert first.key in caplog.text
