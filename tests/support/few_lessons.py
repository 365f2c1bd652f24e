"""A school with three short lessons: those of the product take seconds to prepare under other rules or a currency."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from school import taught
from school.lesson_files import lesson_files

LESSONS = Path(__file__).parents[1] / "data/school"


@contextmanager
def few_lessons() -> Iterator[None]:
    """Teach only those in the block, and keep no file of them."""
    few = lesson_files(LESSONS)
    with (
        patch.object(taught, "lesson_files", lambda: few),
        patch.object(taught, "stored_lessons", lambda _house, _games, prepare: prepare()),
    ):
        taught.lessons_in_currency.cache_clear()
        yield
        taught.lessons_in_currency.cache_clear()
