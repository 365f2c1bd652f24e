"""A school with a few lessons, because preparing the product's lessons takes seconds for each rulebook and currency."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

from django.test import override_settings

from school.lessons import taught
from school.lessons.reader import WrittenLesson, lesson_files

LESSONS = Path(__file__).parents[1] / "data/school"


@contextmanager
def few_lessons(*lessons: WrittenLesson, folder: Path | None = None) -> Iterator[None]:
    """Teach these lessons in the block, by default the three lessons of the tests.

    folder: where they are stored; None stores no file.
    """
    few = lessons or lesson_files(LESSONS)
    with ExitStack() as changed:
        changed.enter_context(patch.object(taught, "lesson_files", lambda: few))
        if folder:
            changed.enter_context(override_settings(DATA_DIR=folder))
        else:
            prepare_only = patch.object(
                taught, "stored_lessons", lambda _house, _games, prepare: prepare()
            )
            changed.enter_context(prepare_only)
            changed.enter_context(patch.object(taught, "are_stored", lambda _house, _games: True))
        taught.lessons_in_currency.cache_clear()
        taught._first_lesson.cache_clear()
        changed.callback(taught.lessons_in_currency.cache_clear)
        yield
