"""Results from tablets. Each is checked and stored separately; a refused one is answered with a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from dealer_ui.request_bodies import NUL
from poker.refusal import Refusal
from school.actions import training_execute, training_log
from school.models import DealtExercise
from school.records.trainees import staff_by_token, trainee_of
from school.rules.commands import RecordExercise, RideTerms
from school.rules.events import DealtMistake
from school.tablet.model import Exercise, Lesson, Score
from school.tablet.wire import (
    TEMPOS,
    ResultAnswer,
    ResultsAnswer,
    SchoolResult,
    edition_of,
    pin_use,
)
from staff.models import Staff
from staff.pins import staff_by_pin
from staff.rooms import require_room
from tables.encrypted_pins import decrypt_pin
from web.messages.refusals import refusal_message

MOST_RESULTS = 50  # results of one request
MOST_LENGTHS = 2_000  # steps, hands or mistakes of one result
MOST_WORDS = 200  # characters of a key's text
SECOND = 1000  # milliseconds


class _Id(msgspec.Struct):
    """The id of a malformed result."""

    id: str = ""


@dataclass
class ResultStore:
    """Stores the results of one request."""

    room_id: int  # room of the tablet
    lessons: tuple[Lesson, ...]  # taught at the tablet's table
    now: datetime
    # The staff member or the refusal for each checked badge and PIN.
    checked: dict[tuple[str, str], Staff | Refusal] = field(default_factory=dict)

    def store(self, results: Sequence[msgspec.Raw]) -> ResultsAnswer:
        """Store the valid results, and return an answer for each in order. Raises `TooBusy`."""
        answers = []
        last = None
        for raw in results:
            try:
                result = _read(bytes(raw))
                person = self._store(result)
                answers.append(ResultAnswer(result.id))
                last = (person, result.token) if person else last
            except Refusal as refusal:
                answers.append(
                    ResultAnswer(_id_of(bytes(raw)), refusal.code, refusal_message(refusal))
                )
        if last is None:
            return ResultsAnswer(answers)
        person, token = last
        return ResultsAnswer(answers, trainee_of(person, self.lessons, now=self.now, token=token))

    def _store(self, result: SchoolResult) -> Staff | None:
        """Store one result and return the trainee; None if it was stored before and has no token.

        Raises `Refusal`: `school_id_used`, `school_unknown`, those of `_who`, and those of the log.
        """
        stored = DealtExercise.objects.filter(result=result.id).first()
        if stored is not None:
            if (stored.exercise, stored.began) != (result.exercise, result.began_at):
                raise Refusal("school_id_used")
            return self._by_token(result) if result.token else None
        command = self._command(result)
        person = self._who(result)
        log = training_log(person)
        training_execute(
            log=log, command_id=result.id, command=command, actor=log.trainee, now=self.now
        )
        return person

    def _who(self, result: SchoolResult) -> Staff:
        """Return the trainee. Raises `Refusal`: `school_no_proof`, `school_token`, and those of a PIN."""
        if result.token:
            return self._by_token(result)
        if result.pin is None:
            raise Refusal("school_no_proof")
        badge = result.pin.badge
        # A PIN that cannot be decrypted counts as wrong, so that the trainee types it again.
        plain = decrypt_pin(result.pin.encrypted, use=pin_use(result.id, badge)) or ""
        known = self.checked.get((badge, plain))
        if known is None:
            known = self._by_pin(badge, plain)
            self.checked[badge, plain] = known
        if isinstance(known, Refusal):
            raise known
        return known

    def _by_pin(self, badge: str, pin: str) -> Staff | Refusal:
        """Return the staff member with this PIN, or the refusal, so that a wrong PIN is counted once per request."""
        try:
            return staff_by_pin(badge=badge, pin=pin, room_id=self.room_id, now=self.now)
        except Refusal as refusal:
            return refusal

    def _by_token(self, result: SchoolResult) -> Staff:
        staff = staff_by_token(result.token, began=result.began_at)
        require_room(staff, self.room_id)
        return staff

    def _command(self, result: SchoolResult) -> RecordExercise:
        """Return the command of a result. Raises `Refusal`: `school_unknown`, `school_impossible`."""
        lesson, exercise = self._taught(result)
        fault = _fault(result, exercise, is_edition=edition_of(exercise) == result.edition)
        if fault:
            raise Refusal("school_impossible", "", fault=fault)
        score = result.score
        mistakes = tuple(
            DealtMistake(
                kind=mistake.kind,
                step=mistake.step,
                hand=mistake.hand,
                tapped=mistake.tapped,
                due=mistake.right,
                rules=mistake.rules,
            )
            for mistake in score.mistakes
        )
        return RecordExercise(
            lesson=result.lesson,
            exercise=result.exercise,
            edition=result.edition,
            began=result.began_at,
            ended=result.ended_at,
            telling=result.telling,
            tempo=result.tempo,
            taps=score.taps,
            undone=score.undone,
            mistakes=mistakes,
            steps=score.steps,
            hands=score.hands,
            is_finished=score.is_finished,
            ride=_terms(lesson),
        )

    def _taught(self, result: SchoolResult) -> tuple[Lesson, Exercise]:
        for lesson in self.lessons:
            for exercise in lesson.exercises if lesson.key == result.lesson else ():
                if exercise.id == result.exercise:
                    return lesson, exercise
        raise Refusal(
            "school_unknown", "", lesson=result.lesson[:40], exercise=result.exercise[:40]
        )


def _read(raw: bytes) -> SchoolResult:
    """Decode one result. Raises `Refusal`: `school_malformed`."""
    if NUL in raw:  # the database cannot store it in a text
        raise Refusal("school_malformed", "", detail="it has a character that no key has")
    try:
        return msgspec.json.decode(raw, type=SchoolResult)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("school_malformed", "", detail=str(error)[:120]) from error


def _id_of(raw: bytes) -> str:
    try:
        return msgspec.json.decode(raw, type=_Id).id[:64]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def _terms(lesson: Lesson) -> RideTerms | None:
    if lesson.ride is None:
        return None
    names = tuple(exercise.id for exercise in lesson.exercises)
    return RideTerms(names, lesson.ride.mistakes, lesson.ride.seconds * SECOND)


def _fault(result: SchoolResult, exercise: Exercise, *, is_edition: bool) -> str:
    """Return why this score is impossible for this exercise; "" if it is possible.

    is_edition: the result is of the current edition of the exercise, so that steps can be compared.
    """
    score = result.score
    if score.exercise != result.exercise:
        return "its score is of another exercise"
    if result.tempo not in TEMPOS:
        return "there is no such tempo"
    fault = _out_of_bounds(result, score)
    if fault or not is_edition:
        return fault
    steps = len(exercise.steps)
    if any(mistake.step >= steps for mistake in score.mistakes):
        return "it has a mistake after the last step"
    if len(score.steps) > steps + score.undone or score.taps > _taps(exercise):
        return "it has more taps than the exercise"
    if len(score.hands) > exercise.hands + score.undone:
        return "it has more hands than the exercise"
    return ""


def _out_of_bounds(result: SchoolResult, score: Score) -> str:
    """Return why a value is out of bounds; "" if all are in bounds."""
    numbers = (*score.steps, *score.hands, score.taps, score.undone, result.began_at)
    places: list[int] = []
    words: list[str] = []
    for mistake in score.mistakes:
        places += (mistake.step, mistake.hand - 1)
        words += (mistake.tapped, mistake.right, *mistake.rules)
    if any(not 0 <= number < 2**53 for number in (*numbers, *places)) or result.ended_at < 0:
        return "it has a negative or a huge number"
    if max(len(score.steps), len(score.hands), len(score.mistakes)) > MOST_LENGTHS:
        return "it has too many steps, hands or mistakes"
    if max(score.taps, score.undone) > MOST_LENGTHS:
        return "it has too many taps"
    texts = (*words, result.edition)
    if any(len(text) > MOST_WORDS for text in texts) or any(
        len(mistake.rules) > 20 for mistake in score.mistakes
    ):
        return "its texts are too long"
    return ""


def _taps(exercise: Exercise) -> int:
    return sum(len(step.do) for step in exercise.steps)
