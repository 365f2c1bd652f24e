"""The school's pages on the floor: the list, one record, what a trainer decides, files and the certificate."""

import csv
import json
import re
from collections.abc import Generator
from datetime import timedelta
from html import unescape
from io import StringIO
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from journal import projections
from journal.models import Entry, PersonalText, Stream
from journal.unix_time import milliseconds
from journal.verify import verify
from lineup.models import GameSignOff
from school.actions import load_training, training_execute, training_log
from school.lessons.prepare import Prepared
from school.models import TrainingLog
from school.pages.labels import length
from school.records.anonymizing import people_due, run_retention
from school.rules.commands import RecordExercise, RideTerms
from staff.models import AuditEvent, Room, Staff
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import PIN, create_staff
from tests.support.school_lessons import LESSONS
from tests.support.school_results import dealt, mistake, new_id
from tests.support.school_room import SchoolRoom

pytestmark = pytest.mark.release_on_postgresql
TERMS = RideTerms(("ride_1", "ride_2"), wrong=1, milliseconds=60_000)


@pytest.fixture(autouse=True)
def _lessons() -> Generator[None]:
    with patch("school.lessons.taught.lessons_of_house", lambda *_: Prepared(LESSONS, ())):
        yield


@pytest.fixture
def trainer(school: SchoolRoom) -> Client:
    return sign_in_client("201")


@pytest.fixture
def manager(school: SchoolRoom) -> Client:
    create_staff("manager", alias="Rowan", badge="401")
    return sign_in_client("401")


def page_text(response: Any) -> str:
    """Return the words of a page, in a line."""
    body = response.content.decode().partition("<main")[2]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def deal(person: Staff, exercise: str = "button", **fields: Any) -> None:
    now = timezone.now()
    at = milliseconds(now)
    command: RecordExercise = dealt(exercise, **({"began": at - 60_000, "ended": at} | fields))
    log = training_log(person)
    training_execute(log=log, command_id=new_id(), command=command, actor=log.trainee, now=now)


def ride(person: Staff) -> None:
    for name in TERMS.exercises:
        deal(person, name, lesson="ride", telling="at_the_end", ride=TERMS)


def url(person: Staff, rest: str = "") -> str:
    return f"/floor/school/{person.pk}/{rest}"


def test_list_has_progress_and_who_has_dealt_nothing(school: SchoolRoom, trainer: Client) -> None:
    create_staff("dealer", alias="W" * 40, badge="102", rooms=[school.driver.table.room])
    deal(school.trainee, mistakes=(mistake("wrong_pot", "S-110"),))
    deal(school.trainee, "seats")
    deal(school.trainee, "seats", mistakes=(mistake("wrong_seat"),) * 2, hands=(50_000,))
    text = page_text(trainer.get("/floor/school/"))
    assert "1 of 2" in text
    assert "2 Wrong seat" in text
    assert "1 Pot to the wrong seat" in text
    assert "S-110" in text
    assert "0:40" in text  # of when each was dealt last
    assert text.index("Wren") < text.index("W" * 40)  # who has dealt comes first
    assert text.index("Quill") < text.index("W" * 40)
    assert "not yet" in text


def test_list_of_a_room_without_anyone(school: SchoolRoom, manager: Client) -> None:
    Staff.objects.filter(badge="401").update(house_wide=True)
    room = Room.objects.create(name="Empty room")
    text = page_text(manager.get(f"/floor/school/?room={room.pk}&who=Zebra"))
    assert "No match." in text


def test_three_hundred_trainees_are_shown_in_pages(school: SchoolRoom, trainer: Client) -> None:
    room = school.driver.table.room
    group = school.trainee.user.groups.get()
    users = [type(school.trainee.user)(username=f"t{number}") for number in range(300)]
    type(school.trainee.user).objects.bulk_create(users)
    for number, user in enumerate(
        type(school.trainee.user).objects.filter(username__in=[u.username for u in users])
    ):
        user.groups.add(group)
        Staff.objects.create(
            user=user, alias=f"Trainee {number:03}", badge=str(5000 + number)
        ).rooms.add(room)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        response = trainer.get("/floor/school/?page=2")
    assert len(queries) < 40
    text = page_text(response)
    assert "2 of 7" in text
    assert "Trainee 060" in text
    text = page_text(trainer.get("/floor/school/?who=trainee+299"))
    assert "Trainee 299" in text
    assert "Trainee 298" not in text


def test_record_shows_every_exercise_with_its_mistakes(school: SchoolRoom, trainer: Client) -> None:
    deal(school.trainee, mistakes=(mistake("wrong_pot", "S-110", "S-111"),), hands=(45_000,))
    deal(school.trainee, "seats", is_finished=False)
    ride(school.trainee)
    text = page_text(trainer.get(url(school.trainee)))
    for part in (
        "Opening: Button",
        "FOLD seat 4",
        "S-110, S-111",
        "By rule: S-110 (1), S-111 (1)",
        "0:45 per hand",
        "not finished",
        "Stud: Bring in",
        "passed",
        "Certificate",
    ):
        assert part in text, part


def test_record_of_someone_without_one(school: SchoolRoom, trainer: Client) -> None:
    text = page_text(trainer.get(url(school.trainee)))
    assert "Nothing dealt yet." in text
    assert "Opening: Button" in text  # what comes first


def test_person_of_another_room_is_not_found(school: SchoolRoom, trainer: Client) -> None:
    other = create_staff(
        "dealer", alias="Heron", badge="102", rooms=[Room.objects.create(name="B")]
    )
    assert trainer.get(url(other)).status_code == 404
    assert trainer.post(url(other, "sign-off"), {"family": "stud"}).status_code == 404
    assert (
        trainer.get(url(school.trainee).replace(str(school.trainee.pk), "9999")).status_code == 404
    )


def test_trainer_signs_a_game_off_and_withdraws_it(school: SchoolRoom, trainer: Client) -> None:
    sent = {"family": "stud", "note": "calm", "command": "c1"}
    for _ in range(2):  # the second tap is the same command
        assert trainer.post(url(school.trainee, "sign-off"), sent).status_code == 302
    assert GameSignOff.objects.get().by == school.trainer.key
    text = page_text(trainer.get(url(school.trainee)))
    assert "Stud signed off: calm" in text
    refused = trainer.post(url(school.trainee, "sign-off"), {"family": "stud"})
    assert refused.status_code == 409
    assert trainer.post(url(school.trainee, "sign-off"), {"family": "chess"}).status_code == 422
    assert trainer.post(url(school.trainee, "withdraw"), {"family": "stud"}).status_code == 422
    trainer.post(url(school.trainee, "withdraw"), {"family": "stud", "note": "slow"})
    assert not GameSignOff.objects.exists()
    verbs = AuditEvent.objects.filter(who=school.trainer.key, about_key=str(school.trainee.pk))
    assert list(verbs.order_by("pk").values_list("verb", flat=True)) == [
        "game_signed_off",
        "sign_off_withdrawn",
    ]


def test_trainer_sets_how_someone_practices(school: SchoolRoom, trainer: Client) -> None:
    sent = {"telling": "at_the_end", "tempo": "25"}
    assert trainer.post(url(school.trainee, "choices"), sent).status_code == 302
    choices = load_training(TrainingLog.objects.get()).choices
    assert (choices.telling, choices.tempo, choices.may_choose) == ("at_the_end", 25, False)
    assert AuditEvent.objects.get(verb="training_changed").after == {
        "telling": "at_the_end",
        "tempo": 25,
        "may_choose": False,
    }
    for wrong in ({"tempo": "26"}, {"tempo": "x"}, {"telling": "never"}):
        assert trainer.post(url(school.trainee, "choices"), sent | wrong).status_code == 422


def test_manager_and_oneself_download_a_record(
    school: SchoolRoom, trainer: Client, manager: Client
) -> None:
    deal(school.trainee, mistakes=(mistake("wrong_pot", "S-110"),))
    trainer.post(url(school.trainee, "sign-off"), {"family": "stud", "note": "=calm"})
    assert trainer.get(url(school.trainee, "record.json")).status_code == 403
    assert trainer.get(url(school.trainer, "record.json")).status_code == 200
    record = json.loads(manager.get(url(school.trainee, "record.json")).content)
    assert (record["name"], len(record["exercises"])) == ("Wren", 1)
    assert record["exercises"][0]["mistakes"][0]["rules"] == ["S-110"]
    assert record["sign_offs"][0]["note"] == "=calm"
    lines = list(
        csv.reader(
            StringIO(manager.get(url(school.trainee, "record.csv")).content.decode("utf-8-sig"))
        )
    )
    assert [len(line) for line in lines] == [13, 13]
    assert lines[1][1:3] == ["Opening", "Opening: Button"]
    assert AuditEvent.objects.filter(verb="training_downloaded").count() == 3


def test_trainee_reads_and_downloads_the_own_record(school: SchoolRoom) -> None:
    ride(school.trainee)
    wren = Client()
    where = wren.get("/floor/school/mine/").headers["Location"]
    sent = {"badge": "101", "pin": PIN, "next": "/floor/school/mine/"}
    assert "Your training record" in wren.get(where).content.decode()
    assert wren.post("/floor/sign-in", sent).headers["Location"] == "/floor/school/mine/"
    content = wren.get("/floor/school/mine/").content.decode()
    assert url(school.trainee, "record.csv") in content
    assert not [name for name in ("sign-off", "choices", "forget") if f"/{name}" in content]
    record = json.loads(wren.get(url(school.trainee, "record.json")).content)
    assert (record["name"], len(record["check_rides"])) == ("Wren", 1)
    assert wren.get(url(school.trainer)).status_code == 403  # no one else's
    assert wren.get("/floor/school/").status_code == 403


def test_latest_is_what_was_dealt_last_and_not_what_arrived_last(
    school: SchoolRoom, trainer: Client
) -> None:
    deal(school.trainee, hands=(50_000,))
    at = milliseconds(timezone.now())
    deal(school.trainee, hands=(59_000,), began=at - 900_000, ended=at - 800_000)
    assert "0:50" in page_text(trainer.get("/floor/school/"))


def test_certificate_names_the_entry_that_proves_it(school: SchoolRoom, trainer: Client) -> None:
    ride(school.trainee)
    log = TrainingLog.objects.get()
    shown: dict[str, Any] = {}

    def pdf(template: str, context: dict[str, Any]) -> bytes:
        shown.update(context)
        return b"%PDF-"

    with patch("school.pages.export.pdf", pdf):
        [seq] = log.rides.values_list("seq", flat=True)
        response = trainer.get(url(school.trainee, f"rides/{seq}.pdf"))
    assert response.content == b"%PDF-"
    entry = Entry.objects.get(stream=log.pk, seq=seq)
    assert (shown["entry"].hash, entry.name) == (entry.hash, "training.ride_finished")
    assert dict(shown["facts"])["Name"] == "Wren"
    assert [edition for _, edition in shown["editions"]] == ["e" * 12] * 2
    assert trainer.get(url(school.trainee, "rides/1.pdf")).status_code == 404


@pytest.mark.once
def test_certificate_is_a_pdf(school: SchoolRoom, trainer: Client) -> None:
    ride(school.trainee)
    [seq] = TrainingLog.objects.get().rides.values_list("seq", flat=True)
    response = trainer.get(url(school.trainee, f"rides/{seq}.pdf"))
    assert response.content.startswith(b"%PDF-")


def leave(person: Staff) -> None:
    person.user.is_active = False
    person.user.save()


def test_record_of_someone_who_left_is_anonymized(
    school: SchoolRoom, trainer: Client, manager: Client
) -> None:
    deal(school.trainee)
    trainer.post(url(school.trainee, "sign-off"), {"family": "stud", "note": "Wren is calm"})
    log = TrainingLog.objects.get()
    sent = {"reason": "asked for it"}
    assert manager.post(url(school.trainee, "forget"), sent).status_code == 409  # still works here
    leave(school.trainee)
    assert trainer.post(url(school.trainee, "forget"), sent).status_code == 403
    assert "Wren" not in page_text(manager.get("/floor/school/"))
    assert "Wren left" in page_text(manager.get("/floor/school/?who=wren"))
    assert manager.post(url(school.trainee, "forget"), {}).status_code == 422
    assert manager.post(url(school.trainee, "forget"), sent).status_code == 302
    log.refresh_from_db()
    assert log.staff is None
    event = AuditEvent.objects.get(verb="training_forgotten")
    assert (event.about_key, event.about_name) == (log.trainee, "")
    assert log.exercises.count() == 1  # as figures
    assert not GameSignOff.objects.exists()
    assert not PersonalText.objects.exclude(text="").filter(player=log.trainee).exists()
    for data, actor in Entry.objects.filter(stream=log.pk).values_list("data", "actor"):
        assert school.trainee.key not in re.findall(r"staff\.\d+", f"{data} {actor}")
    stream = verify(stream=Stream.objects.get(pk=log.pk))
    assert list(projections.find_mismatches(stream)) == []


def test_retention_follows_the_settings_of_the_house(school: SchoolRoom) -> None:
    deal(school.trainee)
    now = timezone.now()
    assert run_retention(now + timedelta(days=20 * 366)) == 0  # works here
    leave(school.trainee)
    assert run_retention(now + timedelta(days=30)) == 0
    assert list(people_due(now + timedelta(days=30))) == []
    assert [key for key, _ in people_due(now + timedelta(days=20 * 366))] == [school.trainee.key]
    assert run_retention(now + timedelta(days=20 * 366)) == 1
    assert TrainingLog.objects.get().staff is None


@pytest.mark.parametrize(
    ("milliseconds_", "text"), [(99_400, "1:39"), (59_600, "1:00"), (0, "0:00")]
)
def test_lengths_are_minutes_and_seconds(milliseconds_: int, text: str) -> None:
    assert length(milliseconds_) == text
