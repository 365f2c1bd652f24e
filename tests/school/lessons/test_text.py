"""A lesson written as text is the same lesson when it is read."""

import msgspec
import pytest

from poker.rules import HouseRules
from school.lessons.prepare import prepare
from school.lessons.reader import WrittenLesson, lesson_files, read_lesson
from school.lessons.text import lesson_text, with_title


def _without_lines(lesson: WrittenLesson) -> WrittenLesson:
    exercises = (msgspec.structs.replace(exercise, line=0) for exercise in lesson.exercises)
    return msgspec.structs.replace(lesson, exercises=tuple(exercises))


@pytest.mark.parametrize("lesson", lesson_files(), ids=lambda lesson: lesson.key)
def test_written_lesson_reads_as_the_same_lesson(lesson: WrittenLesson) -> None:
    again = read_lesson(lesson_text(lesson))
    assert _without_lines(again) == _without_lines(lesson)


def test_texts_of_people_survive() -> None:
    """Quotes, line ends, backslashes and other scripts."""
    lesson = msgspec.structs.replace(
        lesson_files()[0], title='"He said\\no"', text="一\n‮عين\t\\\x7f", about="🂡"
    )
    again = read_lesson(lesson_text(lesson))
    assert (again.title, again.text, again.about) == (lesson.title, lesson.text, lesson.about)
    assert prepare([again], HouseRules()).lessons


def test_another_title_leaves_comments_and_everything_else() -> None:
    lesson = lesson_files()[0]
    text = "# From the night of the flood.\n" + lesson_text(lesson)
    renamed = with_title(text, 'A "steal"')
    assert renamed.startswith("# From the night of the flood.\n")
    assert read_lesson(renamed) == msgspec.structs.replace(read_lesson(text), title='A "steal"')
    assert with_title(text, lesson.title) is text
    split = text.replace(f'title = "{lesson.title}"', f'title = """\n{lesson.title}"""', 1)
    assert read_lesson(with_title(split, "Other")).title == "Other"
