"""The categories of incidents, read once from their file; an invalid file is rejected with a message."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

FILE = Path(__file__).with_name("categories.toml")
SEVERITIES = {1: "minor", 2: "serious", 3: "grave"}
FIRST_PAGE = 10  # categories that the tablet shows before "more"
TITLE_LENGTH = 30  # characters on a key
Ladder = Literal["usual", "grave", "none"]


class CategoryError(Exception):
    """The file is invalid; the message gives the reason."""


class Category(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A category; categories.toml describes the fields."""

    key: str
    title: str
    text: str
    rule: str
    severity: Literal[1, 2, 3]
    ladder: Ladder
    row: int = 0
    likely: int = 0
    supervisor: bool = False
    needs_note: bool = False
    family: Literal["flop", "stud", "draw"] | None = None


@lru_cache(maxsize=1)
def categories() -> dict[str, Category]:
    """Return all categories by key, in the order of the file."""
    return read(FILE.read_text(encoding="utf-8"))


def read(text: str) -> dict[str, Category]:
    """Parse the categories of a file. Raises `CategoryError`."""
    try:
        data = tomllib.loads(text)
        categories = msgspec.convert(data.get("category", []), tuple[Category, ...])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CategoryError(f"categories.toml doesn't match the format: {error}.") from error
    for problem in _problems(categories):
        raise CategoryError(f"categories.toml: {problem}")
    return {category.key: category for category in categories}


def likely() -> list[Category]:
    """Return the categories on the tablet's first page, the likeliest first."""
    return sorted(
        (category for category in categories().values() if category.likely),
        key=lambda category: category.likely,
    )


def others() -> list[Category]:
    """Return the categories behind "more" on the tablet."""
    return [category for category in categories().values() if not category.likely]


def _problems(categories: tuple[Category, ...]) -> Iterator[str]:
    keys = Counter(category.key for category in categories)
    yield from (f"{key} occurs {count} times." for key, count in keys.items() if count > 1)
    likely = sorted(category.likely for category in categories if category.likely)
    if likely != list(range(1, len(likely) + 1)) or len(likely) > FIRST_PAGE:
        yield f"the likeliest are numbered {likely}, not 1 to {FIRST_PAGE}."
    for category in categories:
        if len(category.title) > TITLE_LENGTH or not category.title:
            yield f"the title of {category.key} has {len(category.title)} characters, not 1 to {TITLE_LENGTH}."
