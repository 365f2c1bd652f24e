"""The rulebook as a list in Markdown, for docs/rules.md."""

from collections.abc import Iterator

from rulings.rulebook.model import Rulebook


def document(book: Rulebook) -> str:
    """A line a clause: how it is cited, its number, its title, the options with the guides' first."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    for chapter in book.chapters:
        yield f"- {chapter.title}"
        for setting in chapter.setting:
            options = sorted(
                setting.option, key=lambda one: one is not setting.option_of(setting.default)
            )
            titles = " · ".join(option.title for option in options)
            yield f"  - {setting.clause}, {setting.number} {setting.title}: {titles}"
