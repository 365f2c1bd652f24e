"""`manage.py check_lessons` and `manage.py school --list`: what they print, and how they end."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from school.lessons.reader import FOLDER
from staff.models import Room
from tables.models import EffectiveRules
from tests.school.lesson_players import HEAD

pytestmark = pytest.mark.on_both

OURS = """
[[exercise]]
id = "holds"
title = "Holds"
rules = ["S-081"]
stakes = "limit"
seats = "1 2 3"
button = 3

[[exercise.step]]
says = "Seat 3 folds."
do = ["3 fold"]

[[exercise]]
id = "early_turn"
title = "An early turn"
rules = ["I-047"]
stakes = "limit"
seats = "1 2 3"
button = 3
before = ["close_street count=3"]

[[exercise.step]]
says = "You turn the turn; no one has acted."
report = { key = "premature_turn", facts = { burned = 1 }, outcome = "reshuffle" }
"""


def run(*paths: Path, room: str = "") -> tuple[list[str], int]:
    """Return the lines, and the status that the command ends with."""
    out = StringIO()
    try:
        call_command("check_lessons", *map(str, paths), room=room, stdout=out, stderr=StringIO())
    except SystemExit as end:
        return out.getvalue().splitlines(), int(str(end.code))
    return out.getvalue().splitlines(), 0


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """A lesson of a room: one exercise for any house, one for a house that reshuffles an early turn."""
    path = tmp_path / "ours.toml"
    path.write_text(HEAD + OURS, encoding="utf-8")
    return path


@pytest.fixture
def rooms(db: None) -> None:
    """Two rooms: one by the guides, one that reshuffles."""
    Room.objects.create(name="Alder")
    birch = Room.objects.create(name="Birch")
    EffectiveRules.objects.create(
        room=birch,
        version=3,
        settings={"premature_turn": "reshuffle"},
        effective_from=timezone.now(),
    )


def test_lessons_are_played_under_the_guides_and_each_room(ours: Path, rooms: None) -> None:
    left_out = "early_turn: left out: the house's rules lead to set_aside, not reshuffle"
    assert run(ours) == (
        [
            "Under the guides' rules:",
            "holds: ok",
            left_out,
            "Under the rules of Alder:",
            "holds: ok",
            left_out,
            "Under the rules of Birch:",
            "holds: ok",
            "early_turn: ok",
        ],
        0,
    )
    assert run(ours, room="Birch")[0] == [
        "Under the rules of Birch:",
        "holds: ok",
        "early_turn: ok",
    ]


def test_ride_of_a_room_may_have_exercises_of_floorbook_as_surprises(
    tmp_path: Path, rooms: None
) -> None:
    ride = "hands = 2\nmistakes = 1\nseconds = 90\nevery = 1\nsurprises = ['abuse']"
    table = OURS.partition("[[exercise.step]]")[0] + "generate = { hands = 2, seed = 1 }\n"
    path = tmp_path / "ride.toml"
    path.write_text(HEAD.replace("order = 1", f"order = 1\n[lesson.ride]\n{ride}") + table)
    assert run(path, room="Alder") == (
        ["Under the rules of Alder:", "holds_1: ok", "holds_2: ok"],
        0,
    )
    path.write_text(path.read_text().replace("abuse", "rain"))
    assert run(path, room="Alder") == (
        ["Under the rules of Alder:", "ours: no exercise rain for the ride ours"],
        1,
    )


def test_contradiction_is_named_with_its_line_and_status(ours: Path, rooms: None) -> None:
    ours.write_text((HEAD + OURS).replace('"3 fold"', '"9 fold"'), encoding="utf-8")
    lines, status = run(ours, room="Birch")
    assert status == 1
    assert lines[1].startswith("holds: line 18, holds: step 1: ")
    assert lines[2] == "early_turn: ok"


def test_room_that_there_is_not_lists_the_rooms(ours: Path, rooms: None) -> None:
    with pytest.raises(
        CommandError, match=r"There is no room Cedar\. Rooms: Alder, Birch\."
    ) as end:
        run(ours, room="Cedar")
    assert end.value.returncode == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [("[lesson", r"ours\.toml: line 1: "), (HEAD + "[other]", "unknown tables: other")],
)
def test_file_that_cannot_be_read_ends_with_2(ours: Path, text: str, message: str) -> None:
    ours.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=message) as end:
        run(ours)
    assert end.value.returncode == 2


def test_path_that_is_none_and_folder_without_lessons_end_with_2(tmp_path: Path) -> None:
    for path, message in [(tmp_path / "no.toml", "can't read"), (tmp_path, "has no .toml file")]:
        with pytest.raises(CommandError, match=message) as end:
            run(path)
        assert end.value.returncode == 2


@pytest.mark.release
def test_lessons_of_floorbook_hold_under_the_guides(db: None) -> None:
    lines, status = run()
    assert status == 0
    assert all(": ok" in line or ": left out: " in line for line in lines[1:])


def test_list_counts_lessons_exercises_rules_and_rows() -> None:
    out = StringIO()
    call_command("school", "--list", "--json", stdout=out)
    listed = json.loads(out.getvalue())
    assert {lesson["key"] for lesson in listed["lessons"]} == {
        path.stem for path in FOLDER.glob("*.toml")
    }
    assert listed["exercises"] == sum(len(lesson["exercises"]) for lesson in listed["lessons"])
    assert listed["rows"] == list(range(1, 202))
    assert listed["rows_without"] == []
    assert {"S-081", "H-10"} <= set(listed["rules"])
    assert all(family["covered"] == family["rows"] for family in listed["families"])


def test_list_reads_as_a_table() -> None:
    out = StringIO()
    call_command("school", "--list", stdout=out)
    lines = out.getvalue().splitlines()
    assert "opening: Opening a game, 6 exercises" in lines
    assert "ride_holdem: Check ride: hold'em, a check ride of 30 hands with 12 surprises" in lines
    assert "201 of 201 irregularities have an exercise" in lines
    premature = (
        "  premature_turn_three_to_act: The turn comes with three players to act (I-047, H-21b)"
    )
    assert premature in lines
