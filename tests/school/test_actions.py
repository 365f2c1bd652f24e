"""A trainee's log: one transaction for each command, rows that agree with it, verification and rebuild."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from journal import projections
from journal.models import Entry, PersonalText, Stream
from journal.tap_time import caveat_texts
from journal.verify import verify
from lineup.models import GameSignOff
from poker.games.model import Family
from poker.refusal import Refusal
from reports.figures.dashboard import dashboard
from reports.figures.figure import Sheet
from reports.figures.ranges import ReportRange
from reports.figures.sheets import sheets
from reports.rollups.room import room_roll_up
from school.actions import TrainingResult, load_training, training_execute, training_log
from school.models import CheckRide, DealtExercise, TrainingLog
from school.rules import commands as c
from school.rules.state import Training
from tests.support.room import NOW
from tests.support.school_results import MS, dealt, mistake, new_id
from tests.support.school_room import SchoolRoom

pytestmark = pytest.mark.django_db(transaction=True)
TERMS = c.RideTerms(("a", "b"), wrong=2, milliseconds=60_000)


def execute(
    log: TrainingLog, command: c.TrainingCommand, command_id: str = "", actor: str = "system.test"
) -> TrainingResult:
    return training_execute(
        log=log,
        command_id=command_id or new_id(),
        command=command,
        actor=actor,
        now=NOW + timedelta(seconds=1),
    )


def signed(log: TrainingLog, family: Family = "stud", note: str = "Wren is calm") -> c.SignOffGame:
    return c.SignOffGame(family, "staff.2", log.trainee, note)


def test_no_entry_is_earlier_than_the_one_before(school: SchoolRoom) -> None:
    log = training_log(school.trainee)
    execute(log, dealt())
    training_execute(
        log=log, command_id=new_id(), command=signed(log), actor="system.test", now=NOW
    )
    first, *_, last = Entry.objects.filter(stream=log.pk).order_by("seq")
    assert (last.at, last.stored_at) == (first.at, NOW)
    assert caveat_texts(last.caveat) == ["server's clock was set back"]
    verify(stream=log.stream)
    assert list(projections.find_mismatches(log.stream)) == []


@pytest.fixture
def full_log(school: SchoolRoom) -> TrainingLog:
    """A log with an event of every kind."""
    log = training_log(school.trainee)
    execute(log, dealt(mistakes=(mistake("wrong_pot", "S-110"),)))
    execute(log, dealt("a", lesson="ride", telling="at_the_end", ride=TERMS))
    execute(log, dealt("b", lesson="ride", telling="at_the_end", ride=TERMS))
    execute(log, signed(log))
    execute(log, signed(log, "flop"))
    execute(log, c.WithdrawSignOff("flop", "staff.2", log.trainee, "Wren was slow"))
    execute(log, c.SetChoices("at_the_end", 25, False))
    return log


def test_no_report_has_anything_of_the_school(school: SchoolRoom) -> None:
    """The room's figures are the same before and after a trainee's exercise and sign-off."""
    room = school.driver.table.room
    day = NOW.date()
    of_week = ReportRange(room=room, first=day - timedelta(days=3), last=day + timedelta(days=3))

    def figures() -> list[Sheet]:
        room_roll_up(room, until=NOW + timedelta(days=1))
        return list(sheets(dashboard(of_week)))

    before = figures()
    log = training_log(school.trainee)
    execute(log, dealt(mistakes=(mistake("wrong_pot", "S-110"),)))
    execute(log, signed(log))
    assert figures() == before


def test_result_is_stored_once(school: SchoolRoom) -> None:
    log = training_log(school.trainee)
    result = new_id()
    first = execute(log, dealt(), result)
    again = execute(log, dealt(), result)
    assert (first.repeated, again.repeated) == (False, True)
    assert again.events == first.events
    assert DealtExercise.objects.get().result == result


def test_person_has_one_log_that_does_not_name_them(school: SchoolRoom) -> None:
    log = training_log(school.trainee)
    assert training_log(school.trainee) == log
    assert school.trainee.key not in log.stream.key


def test_refused_command_stores_nothing(school: SchoolRoom) -> None:
    log = training_log(school.trainee)
    with pytest.raises(Refusal, match="school_future"):
        execute(log, dealt(ended=MS + 10_000_000, began=MS + 9_000_000))
    assert load_training(log) == Training()
    assert not DealtExercise.objects.exists()


def test_rows_agree_with_the_log(full_log: TrainingLog) -> None:
    assert [row.exercise for row in full_log.exercises.order_by("seq")] == ["button", "a", "b"]
    assert full_log.exercises.get(exercise="button").mistakes[0]["rules"] == ["S-110"]
    ride = CheckRide.objects.get()
    assert (ride.is_passed, ride.right, len(ride.exercises)) == (True, 40, 2)
    sign_off = GameSignOff.objects.get()
    assert (sign_off.staff, sign_off.family, sign_off.at) == (full_log.staff, "stud", MS + 1_000)
    stream = verify(stream=full_log.stream)
    assert list(projections.find_mismatches(stream)) == []


def test_rebuilt_rows_equal_the_projected_ones(full_log: TrainingLog) -> None:
    models = (DealtExercise, CheckRide, GameSignOff)

    def stored() -> list[dict[str, object]]:
        return [
            {name: value for name, value in row.items() if name != "id"}
            for model in models
            for row in model.objects.order_by("pk").values()
        ]

    before = stored()
    for model in models:
        model.objects.all().delete()
    stream = Stream.objects.get(pk=full_log.pk)
    assert len(list(projections.find_mismatches(stream))) == 2
    assert len(projections.rebuild(stream)) == 2
    assert stored() == before


def test_changed_row_is_found(full_log: TrainingLog) -> None:
    DealtExercise.objects.filter(exercise="a").update(wrong=7)
    GameSignOff.objects.update(family="draw")
    [dealt_rows, sign_offs] = projections.find_mismatches(Stream.objects.get(pk=full_log.pk))
    assert "1 row doesn't" in dealt_rows
    assert "2 rows don't" in sign_offs


def test_commands_of_operations_cover_the_log(full_log: TrainingLog) -> None:
    out = StringIO()
    call_command("verify_journal", stdout=out, stderr=out)
    DealtExercise.objects.all().delete()
    with pytest.raises(CommandError):
        call_command("verify_journal", stdout=StringIO(), stderr=StringIO())
    call_command("rebuild_projections", stdout=StringIO())
    assert DealtExercise.objects.count() == 3


def test_notes_are_outside_the_hashed_log(full_log: TrainingLog) -> None:
    rows = PersonalText.objects.filter(player=full_log.trainee)
    assert sorted(rows.values_list("text", "note")) == [
        ("Wren is calm", True),
        ("Wren is calm", True),
        ("Wren was slow", True),
    ]
