"""The lessons of a room, for the school's pages."""

from dataclasses import dataclass
from datetime import datetime

from school.lessons.taught import games_of_house, lessons_of_room
from school.tablet.model import Exercise, Lesson
from tables.effective_rules import rules_of_room


@dataclass(frozen=True)
class RoomLessons:
    """The lessons that a room teaches, including check rides."""

    lessons: tuple[Lesson, ...]

    @property
    def taught(self) -> tuple[Lesson, ...]:
        """Return the lessons without the check rides."""
        return tuple(lesson for lesson in self.lessons if lesson.ride is None)

    def exercise(self, name: str) -> Exercise | None:
        """Return an exercise by its id; None if it is no longer taught."""
        for lesson in self.lessons:
            for exercise in lesson.exercises:
                if exercise.id == name:
                    return exercise
        return None

    def exercise_title(self, name: str) -> str:
        """Return "lesson title: exercise title"; the exercise's id if it is no longer taught."""
        for lesson in self.lessons:
            for exercise in lesson.exercises:
                if exercise.id == name:
                    return f"{lesson.title}: {exercise.title}"
        return name

    def lesson_title(self, key: str) -> str:
        """Return the title of a lesson; its key if it is no longer taught."""
        return next((lesson.title for lesson in self.lessons if lesson.key == key), key)

    def done(self, finished: set[str]) -> int:
        """Return the number of lessons with all exercises finished. finished: ids of exercises."""
        return sum(
            all(exercise.id in finished for exercise in lesson.exercises) for lesson in self.taught
        )


def room_lessons(room_id: int, *, now: datetime) -> RoomLessons:
    """Return the lessons under the rules of a room, in the games that the house deals, and the room's own."""
    house = rules_of_room(room_id=room_id, now=now)
    return RoomLessons(lessons_of_room(room_id, house, games_of_house()).lessons)
