"""A trainee who deals exercises of Spanish 21, and the exercises of some houses."""

from typing import Any

from banked.rules.plaque import BankedPlaque
from banked.school.lessons import House, prepare, written_lessons
from banked.school.session import BankedSchoolSession
from banked.tablet.session import Position
from school.tablet.model import Begin, Exercise, Mistake, Move, SchoolAnswer, SchoolTap, Telling

HOUSES = {
    "usual": House(),
    "soft 17, redoubling, eight decks": House(BankedPlaque(soft_17="hit", doubles=3, decks=8)),
    "six for suited 678": House(BankedPlaque(suited_678=(3, 1), odd_amounts="half", doubles=2)),
}


def exercises(house: House) -> tuple[Exercise, ...]:
    (lesson,) = prepare(written_lessons(), house).lessons
    return lesson.exercises


USUAL = {exercise.id.removeprefix("spanish_21_"): exercise for exercise in exercises(House())}


class Trainee:
    """A trainee who deals one exercise, a second for each tap."""

    def __init__(self, exercise: Exercise, telling: Telling = "at_once") -> None:
        self.session = BankedSchoolSession(Begin(exercise=exercise, telling=telling, at=0))
        self.at = 0

    def tap(self, name: str, **args: Any) -> SchoolAnswer:
        self.at += 1_000
        return self.session.tap(SchoolTap(name, args, at=self.at))

    @property
    def due(self) -> Move:
        step = self.session.step
        assert step is not None
        return step.do[self.session.place.line]

    def right(self, count: int = 1) -> SchoolAnswer:
        answer = self.session.answer(self.at)
        for _ in range(count):
            answer = self.tap(self.due.name, **self.due.args)
        return answer

    def to_the_end(self) -> SchoolAnswer:
        answer = self.session.answer(self.at)
        while self.session.step is not None:
            answer = self.right()
        return answer

    def until(self, name: str) -> "Trainee":
        """Deal until a tap of this name is due."""
        while self.due.name != name:
            self.right()
        return self

    @property
    def mistakes(self) -> list[Mistake]:
        return self.session.counts.mistakes

    @property
    def position(self) -> Position:
        return self.session.place.position
