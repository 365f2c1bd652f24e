"""Lessons of a small school, without the engine: two lessons and a check ride."""

from school.tablet.model import Exercise, Lesson, Move, Ride, Step

TAP = Move("fold", {"seat": 4})


def exercise(name: str, *, steps: int = 3, hands: int = 1, seconds: int = 60) -> Exercise:
    """Return an exercise with one tap for each step."""
    return Exercise(
        id=name,
        title=name.replace("_", " ").capitalize(),
        stakes={},
        steps=(Step(says="Seat 4 folds.", do=(TAP,)),) * steps,
        hands=hands,
        seconds=seconds,
    )


def lesson(key: str, *names: str, ride: Ride | None = None, games: tuple[str, ...] = ()) -> Lesson:
    return Lesson(
        key=key,
        title=key.capitalize(),
        about="",
        text="",
        target="",
        exercises=tuple(map(exercise, names)),
        games=games,
        ride=ride,
    )


LESSONS = (
    lesson("opening", "button", "seats", games=("flop",)),
    lesson("stud", "bring_in", games=("stud",)),
    lesson("ride", "ride_1", "ride_2", ride=Ride(hands=2, mistakes=1, seconds=60)),
)
