"""The engine's bundle alone plays an exercise, as in the browser."""

import json
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import msgspec
from django.conf import settings

from dealer_ui.bundle import bundle
from school.tablet.calls import SchoolRuns, run
from school.tablet.model import Begin, Exercise, SchoolTap
from tests.school.lesson_players import prepared

PLAY = """
import json, sys
sys.path[:] = [sys.argv[1], *(path for path in sys.path if "site-packages" not in path)]
from config.tablet_engine import call
print(json.dumps([call(name, text).decode() for name, text in json.load(sys.stdin)]))
"""


def calls_of(exercise: Exercise) -> list[tuple[str, str]]:
    """Return the calls of a trainee who deals an exercise by its own taps."""
    begin = Begin(exercise=exercise, telling="at_once", at=0)
    calls = [("school_begin", msgspec.json.encode(begin).decode())]
    for number, move in enumerate((move for step in exercise.steps for move in step.do), 1):
        tap = SchoolTap(move.name, move.args, at=number * 1000)
        calls.append(("school_tap", msgspec.json.encode(tap).decode()))
    return calls


def test_bundle_alone_plays_an_exercise(tmp_path: Path) -> None:
    ZipFile(BytesIO(bundle().data)).extractall(tmp_path)
    shutil.copytree(Path(msgspec.__file__).parent, tmp_path / "msgspec")
    calls = calls_of(prepared("limit_holdem_first_hand"))
    command = [sys.executable, "-I", "-S", "-c", PLAY, str(tmp_path)]
    played = subprocess.run(
        command, input=json.dumps(calls), capture_output=True, text=True, check=True
    )
    answers = json.loads(played.stdout)
    runs = SchoolRuns()
    assert answers == [run(runs, name, text).decode() for name, text in calls]
    score = json.loads(answers[-1])["school"]["score"]
    assert score["is_finished"]
    assert score["mistakes"] == []


def test_bundle_has_no_lessons() -> None:
    """The page has the lessons that a house teaches; the files of all of them would be in every download."""
    names = ZipFile(BytesIO(bundle().data)).namelist()
    assert "school/tablet/session.py" in names
    tables = [name for name in names if name.endswith(".toml")]
    assert tables == list(settings.TABLET_DATA)
