"""The categories of incidents: read from their file, once, and refused in a sentence where it makes no sense."""

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
TITLE = 30  # letters on a key
Ladder = Literal["usual", "grave", "none"]


class CategoryError(Exception):
    """The file cannot be used: a sentence."""


class Category(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One category; categories.toml says what each field is."""

    key: str
    title: str
    text: str
    rule: str
    severity: Literal[1, 2, 3]
    ladder: Ladder
    row: int = 0
    likely: int = 0
    supervisor: bool = False
    family: Literal["flop", "stud", "draw"] | None = None


@lru_cache(maxsize=1)
def categories() -> dict[str, Category]:
    """All of them by key, in the order of the file."""
    return read(FILE.read_text(encoding="utf-8"))


def read(text: str) -> dict[str, Category]:
    """The categories of a file's text. Raises `CategoryError`."""
    try:
        data = tomllib.loads(text)
        found = msgspec.convert(data.get("category", []), tuple[Category, ...])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CategoryError(f"categories.toml does not keep to the format: {error}.") from error
    for problem in _problems(found):
        raise CategoryError(f"categories.toml: {problem}")
    return {one.key: one for one in found}


def likely() -> list[Category]:
    """What a dealer is offered first, the likeliest before the others."""
    return sorted((one for one in categories().values() if one.likely), key=lambda one: one.likely)


def others() -> list[Category]:
    """What a dealer is offered behind "more"."""
    return [one for one in categories().values() if not one.likely]


def _problems(found: tuple[Category, ...]) -> Iterator[str]:
    keys = Counter(one.key for one in found)
    yield from (f"{key} occurs {count} times." for key, count in keys.items() if count > 1)
    likely = sorted(one.likely for one in found if one.likely)
    if likely != list(range(1, len(likely) + 1)) or len(likely) > FIRST_PAGE:
        yield f"the likeliest are numbered {likely}, not 1 to {FIRST_PAGE} at most."
    for one in found:
        if len(one.title) > TITLE or not one.title:
            yield f"the title of {one.key} has {len(one.title)} letters, not 1 to {TITLE}."
