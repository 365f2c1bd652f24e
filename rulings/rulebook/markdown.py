"""The rulebook as a Markdown list, for docs/rules.md."""

import textwrap
from collections.abc import Iterator

from rulings.rulebook.model import Item, Note, Rulebook

WIDTH = 120  # characters of a line


def document(book: Rulebook) -> str:
    """Return one line for each clause: citation, number, title, and its options, default first, or where it is
    decided.
    """
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    for chapter in book.chapters:
        yield f"- {chapter.title}"
        for item in chapter.items:
            number = f"{item.number} " if item.number else ""
            yield _wrapped(f"  - {item.clause}, {number}{item.title}: {_says(item)}")


def _says(item: Item) -> str:
    if isinstance(item, Note):
        return item.where[0].lower() + item.where[1:]
    options = sorted(item.option, key=lambda option: option is not item.option_of(item.default))
    return " · ".join(option.title for option in options)


def _wrapped(line: str) -> str:
    return textwrap.fill(
        line, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
