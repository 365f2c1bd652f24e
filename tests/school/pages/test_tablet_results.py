"""The school's sign-in on a tablet, and the results that it sends."""

from collections.abc import Generator
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from journal.models import Entry, Stream
from journal.unix_time import milliseconds
from school.lessons.prepare import Prepared
from school.models import CheckRide, DealtExercise, HouseLesson, TrainingLog
from school.tablet.wire import edition_of, pin_use
from staff.models import AuditEvent, Room, SignInDelay
from tests.support.encrypted_pins import encrypt
from tests.support.few_lessons import LESSONS as DATA
from tests.support.room import PIN, create_plaque, create_staff
from tests.support.school_lessons import LESSONS
from tests.support.school_results import new_id
from tests.support.school_room import SchoolRoom
from tests.support.tablet import refusal

pytestmark = pytest.mark.release_on_postgresql
EDITIONS = {
    exercise.id: edition_of(exercise) for lesson in LESSONS for exercise in lesson.exercises
}


@pytest.fixture(autouse=True)
def _lessons() -> Generator[None]:
    with (
        patch("school.lessons.taught.lessons_of_house", lambda *_: Prepared(LESSONS, ())),
        patch("school.lessons.taught.are_stored", lambda *_: True),
    ):
        yield


def sign_in(school: SchoolRoom, *, badge: str = "101", pin: str = PIN) -> Any:
    return school.tablet.post("school/sign-in", {"badge": badge, "pin": pin})


def signed_in_token(school: SchoolRoom) -> str:
    return str(sign_in(school).json()["token"])


def result(exercise: str = "button", lesson: str = "opening", **fields: Any) -> dict[str, Any]:
    """Return a result as a tablet sends it; the names of a score's fields go there."""
    now = milliseconds(timezone.now())
    score: dict[str, Any] = {
        "exercise": exercise,
        "taps": 3,
        "undone": 0,
        "mistakes": [],
        "steps": [2_000, 3_000, 4_000],
        "hands": [9_000],
        "is_finished": True,
    }
    score |= {
        name: fields.pop(name) for name in list(fields) if name in score and name != "exercise"
    }
    return {
        "id": new_id(),
        "lesson": lesson,
        "exercise": exercise,
        "edition": EDITIONS.get(exercise, "x"),
        "began_at": now,
        "ended_at": now + 10_000,
        "telling": "at_once",
        "tempo": 0,
        "score": score,
    } | fields


MISTAKE = {"kind": "wrong_seat", "step": 1, "hand": 1, "tapped": "FOLD 4", "right": "FOLD 5"}


def send(school: SchoolRoom, *results: object) -> Any:
    response = school.tablet.post("school/results", {"results": results})
    assert response.status_code == 200, response.content
    return response.json()


def codes(answer: Any) -> list[str]:
    return [entry.get("code", "") for entry in answer["answers"]]


def test_new_trainee_is_told_the_lessons_in_their_order(school: SchoolRoom) -> None:
    trainee = sign_in(school).json()
    assert (trainee["key"], trainee["name"]) == (school.trainee.key, "Wren")
    assert trainee["due"] == ["button", "seats", "bring_in"]
    assert (trainee["done"], trainee["telling"], trainee["may_choose"]) == ({}, "at_once", True)
    assert AuditEvent.objects.filter(verb="school_sign_in", who=school.trainee.key).count() == 1


def test_sign_in_leaves_the_tables_alone(school: SchoolRoom) -> None:
    signed_in_token(school)
    school.tablet.device.refresh_from_db()
    assert school.tablet.device.dealer is None
    assert not TrainingLog.objects.exists()


def test_wrong_pin_is_counted_and_answered_as_at_the_table(school: SchoolRoom) -> None:
    assert refusal(sign_in(school, pin="9999")) == (403, "bad_sign_in")
    assert SignInDelay.objects.get(staff=school.trainee).failures == 1
    assert refusal(sign_in(school, badge="999")) == (403, "bad_sign_in")


def test_someone_of_another_room_is_refused(school: SchoolRoom) -> None:
    create_staff(
        "dealer", alias="Heron", badge="102", rooms=[Room.objects.create(name="Other room")]
    )
    assert refusal(sign_in(school, badge="102"))[1] == "other_room"


@pytest.mark.parametrize("path", ["sign-in", "results"])
def test_only_a_paired_tablet_is_answered(school: SchoolRoom, path: str) -> None:
    school.tablet.client.cookies.clear()
    assert refusal(school.tablet.post(f"school/{path}", {}))[1] == "unknown_device"


def test_result_is_stored_once_with_what_was_wrong(school: SchoolRoom) -> None:
    sent = result(
        token=signed_in_token(school), mistakes=[MISTAKE | {"rules": ["S-081"]}], undone=1
    )
    first = send(school, sent)
    again = send(school, sent)
    assert codes(first) == codes(again) == [""]
    assert first["trainee"]["done"] == again["trainee"]["done"] == {"button": 1}
    row = DealtExercise.objects.get()
    assert (row.log.staff, row.result, row.wrong, row.undone) == (school.trainee, sent["id"], 1, 1)
    assert row.mistakes[0]["due"] == "FOLD 5"
    assert Entry.objects.get(stream=row.log_id).actor == row.log.trainee


def test_same_id_for_another_result_is_refused(school: SchoolRoom) -> None:
    token = signed_in_token(school)
    sent = result(token=token)
    send(school, sent)
    assert codes(send(school, result("seats", token=token, id=sent["id"]))) == ["school_id_used"]


def test_answer_has_the_choices_and_what_is_due_now(school: SchoolRoom) -> None:
    answer = send(school, result(token=signed_in_token(school)))
    assert answer["trainee"]["due"] == ["seats", "bring_in"]


def test_answer_has_the_times_of_when_each_was_dealt_last(school: SchoolRoom) -> None:
    trainee = sign_in(school).json()
    assert (trainee["hand_times"], trainee["ride_times"]) == ({}, {})
    token = trainee["token"]
    send(school, result(token=token, hands=[9_000]), result("seats", token=token, hands=[]))
    later_one = later(60) | {"token": token}
    answer = send(school, result(hands=[7_000], **later_one))
    assert answer["trainee"]["hand_times"] == {"button": 7_000}


def later(seconds: int) -> dict[str, Any]:
    at = milliseconds(timezone.now()) + seconds * 1000
    return {"began_at": at, "ended_at": at + 10_000}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        (lambda: {"exercise": "juggling"}, "school_unknown"),
        (lambda: {"lesson": "stud"}, "school_unknown"),
        (lambda: later(3600), "school_future"),
        (lambda: {"ended_at": 5}, "school_impossible"),
        (lambda: {"tempo": 500}, "school_impossible"),
        (lambda: {"taps": 4}, "school_impossible"),  # the exercise has three
        (lambda: {"taps": -1}, "school_impossible"),
        (lambda: {"steps": [1] * 4}, "school_impossible"),
        (lambda: {"hands": [1, 1]}, "school_impossible"),
        (lambda: {"hands": [90_000]}, "school_impossible"),
        (lambda: {"mistakes": [MISTAKE | {"step": 3}]}, "school_impossible"),
        (lambda: {"mistakes": [MISTAKE | {"tapped": "x" * 300}]}, "school_impossible"),
        (lambda: {"mistakes": [MISTAKE | {"kind": "rude"}]}, "school_malformed"),
        (lambda: {"taps": "3"}, "school_malformed"),
        (lambda: {"id": "1"}, "school_malformed"),
        (lambda: {"lesson": "a\0b"}, "school_malformed"),
        (lambda: {"token": ""}, "school_no_proof"),
        (lambda: {"token": "forged"}, "school_token"),
        (lambda: {"pin": {"badge": "101", "encrypted": "AAAA"}, "token": ""}, "bad_sign_in"),
    ],
)
def test_refused_result_leaves_the_others(school: SchoolRoom, fields: Any, code: str) -> None:
    token = signed_in_token(school)
    answer = send(
        school,
        result(token=token),
        result(**{"token": token} | fields()),
        result("seats", token=token),
    )
    assert codes(answer) == ["", code, ""]
    assert answer["answers"][1]["message"].endswith((".", ")"))
    assert sorted(DealtExercise.objects.values_list("exercise", flat=True)) == ["button", "seats"]


@pytest.mark.parametrize(
    "body", ["[]", "{}", '{"results": 3}', "nonsense", '{"results": [], "x": 1}']
)
def test_malformed_request_is_refused(school: SchoolRoom, body: str) -> None:
    assert refusal(school.tablet.post("school/results", body)) == (400, "bad_request")


def test_more_than_fifty_results_are_refused(school: SchoolRoom) -> None:
    response = school.tablet.post("school/results", {"results": [{}] * 51})
    assert refusal(response) == (400, "bad_request")
    assert codes(send(school, *[3] * 50)) == ["school_malformed"] * 50


def test_token_lasts_a_day_and_only_for_who_still_works_here(school: SchoolRoom) -> None:
    token = signed_in_token(school)
    assert codes(send(school, result(token=token))) == [""]
    in_three_days = timezone.now() + timedelta(days=3)
    with patch("django.utils.timezone.now", return_value=in_three_days):
        late = result("seats", token=token)
        assert codes(send(school, late)) == ["school_token"]
        of_its_day = {
            name: late[name] - 2 * 86_400_000 - 3_600_000 for name in ("began_at", "ended_at")
        }
        assert codes(send(school, late | of_its_day)) == [""]  # had no network until now
    school.trainee.user.is_active = False
    school.trainee.user.save()
    assert codes(send(school, result(token=token))) == ["school_token"]


def test_result_whose_pin_was_wrong_is_stored_with_a_later_sign_in(school: SchoolRoom) -> None:
    sent = by_pin(result(**later(-3 * 3600)), "9999")
    assert codes(send(school, sent)) == ["bad_sign_in"]
    del sent["pin"]
    assert codes(send(school, sent | {"token": signed_in_token(school)})) == [""]


def test_pin_typed_without_a_network_proves_who_dealt(school: SchoolRoom) -> None:
    sent = [
        by_pin(result(), PIN),
        by_pin(result("seats"), PIN),
        by_pin(result("bring_in", "stud"), PIN),
    ]
    sent[2]["pin"] = sent[1]["pin"]  # encrypted for another result
    answer = send(school, *sent)
    assert codes(answer) == ["", "", "bad_sign_in"]
    assert answer["trainee"]["done"] == {"button": 1, "seats": 1}
    assert codes(send(school, result("bring_in", "stud", token=answer["trainee"]["token"]))) == [""]


def by_pin(sent: dict[str, Any], pin: str) -> dict[str, Any]:
    use = pin_use(sent["id"], "101")
    return sent | {"pin": {"badge": "101", "encrypted": encrypt(pin, use)}}


def test_wrong_pin_counts_once_for_all_results_of_a_request(school: SchoolRoom) -> None:
    assert codes(send(school, *[by_pin(result(), "9999") for _ in range(4)])) == ["bad_sign_in"] * 4
    assert SignInDelay.objects.get(staff=school.trainee).failures == 1


def test_two_trainees_on_one_tablet_have_their_own_records(school: SchoolRoom) -> None:
    other = create_staff("dealer", alias="Heron", badge="102", rooms=[school.driver.table.room])
    tokens = [sign_in(school, badge=badge).json()["token"] for badge in ("101", "102")]
    send(school, *[result(token=token) for token in tokens])
    people = TrainingLog.objects.order_by("pk").values_list("staff", flat=True)
    assert list(people) == [school.trainee.pk, other.pk]


def test_finished_check_ride_is_stored(school: SchoolRoom) -> None:
    token = signed_in_token(school)
    rides = [
        result(name, "ride", token=token, telling="at_the_end") for name in ("ride_1", "ride_2")
    ]
    answer = send(school, *rides)
    assert answer["trainee"]["ride_times"] == {"ride": 9_000}
    ride = CheckRide.objects.get()
    assert (ride.is_passed, ride.hands, ride.most_wrong, ride.most_milliseconds) == (
        True,
        2,
        1,
        60_000,
    )
    assert [exercise["edition"] for exercise in ride.exercises] == [
        EDITIONS["ride_1"],
        EDITIONS["ride_2"],
    ]


def test_result_of_a_lesson_of_the_room_is_stored(school: SchoolRoom) -> None:
    create_plaque()
    text = (DATA / "premature_turn.toml").read_text()
    room = school.driver.table.room
    now = timezone.now()
    by = school.trainer.key
    HouseLesson.objects.create(
        room=room, key="own", text=text, is_taught=True, made_by=by, made_at=now, changed_at=now
    )
    name = "premature_turn_three_to_act"
    sent = result(name, "premature_turn", token=signed_in_token(school))
    assert codes(send(school, sent)) == [""]
    assert DealtExercise.objects.get().exercise == name


def test_nothing_goes_to_the_logs_of_tables(school: SchoolRoom) -> None:
    before = dict(Stream.objects.values_list("key", "seq"))
    send(school, result(token=signed_in_token(school)))
    after = dict(Stream.objects.values_list("key", "seq"))
    assert {key: after[key] for key in before} == before
    assert len(after) == len(before) + 1
