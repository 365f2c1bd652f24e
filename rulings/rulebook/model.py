"""What a rulebook file may say."""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

Value = bool | str  # an option of a setting, as `poker.rules.HouseRules` has it

# How a source is called on the page; docs/rules.md says what they are.
NAMES = {
    "000/004": "Guide 000/004",
    "001": "Guide 001",
    "002": "Guide 002",
    "003": "Guide 003",
    "TDA": "TDA",
    "HRH": "HRH",
    "RRoP": "RRoP",
    "BARGE": "BARGE",
    "CA": "California",
    "NZ": "New Zealand",
    "LAWS": "Laws of poker",
    "PS": "Online room",
    "": "",
}


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who says so and where. read: a guide states it, the text was read, an excerpt was, or it is our derivation."""

    key: str
    at: str
    read: Literal["stated", "read", "excerpt", "derived"]

    @property
    def name(self) -> str:
        """As the page has it."""
        return f"{NAMES[self.key]}, {self.at}" if self.key else self.at


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One choice: its value in the engine, and what it means in plain words."""

    value: Value
    title: str
    text: str
    sources: tuple[Source, ...]

    @property
    def key(self) -> str:
        """The value as a form sends it."""
        return key_of(self.value)


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a worked example: what is done after the example's own lines, and what is asked (`rulings.examples`).

    refused: the answer where the engine refuses the last line or the plaque.
    """

    say: str
    do: tuple[str, ...]
    ask: str
    refused: str = ""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation that the engine plays under every option; the keys are those of a case (docs/cases.md)."""

    title: str
    stakes: dict[str, Any]
    seats: str
    row: tuple[Row, ...]
    button: int = 0
    house: dict[str, Any] = {}
    do: tuple[str, ...] = ()


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One setting that the engine obeys. clause: how rulings cite it; number: the catalogue's; field: the engine's."""

    clause: str
    number: str
    field: str
    title: str
    question: str
    applies: str
    default: Value
    option: tuple[Option, ...]
    example: tuple[Example, ...] = ()

    def option_of(self, value: object) -> Option | None:
        """The option with this value; `True` is not "true"."""
        same = (one for one in self.option if one.value == value and type(one.value) is type(value))
        return next(same, None)

    def option_by_key(self, key: str) -> Option | None:
        """The option that a form sent."""
        return next((one for one in self.option if one.key == key), None)


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file: settings that belong together, with a code that begins their clauses."""

    title: str
    code: str
    setting: tuple[Setting, ...]


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set to begin from: values by clause, the rest as the guides have it."""

    key: str
    title: str
    text: str
    settings: dict[str, Value]


class Rulebook(msgspec.Struct, frozen=True):
    """All chapters in order, and the presets."""

    chapters: tuple[Chapter, ...]
    presets: tuple[Preset, ...] = ()

    def settings(self) -> Iterator[Setting]:
        """All settings in order."""
        for chapter in self.chapters:
            yield from chapter.setting

    def by_clause(self, clause: str) -> Setting | None:
        """The setting that a clause cites, None for a clause that does not exist (any more)."""
        return next((one for one in self.settings() if one.clause == clause), None)

    def by_field(self, field: str) -> Setting | None:
        """The setting of a field of `HouseRules`."""
        return next((one for one in self.settings() if one.field == field), None)

    def chapter_of(self, setting: Setting) -> Chapter:
        """Where a setting stands."""
        return next(chapter for chapter in self.chapters if setting in chapter.setting)

    def preset(self, key: str) -> Preset | None:
        """The preset of this key."""
        return next((one for one in self.presets if one.key == key), None)

    def by_fields(self, preset: Preset) -> dict[str, Value]:
        """A preset as the settings that differ from the guides', by the engine's fields."""
        found = {}
        for clause, value in preset.settings.items():
            setting = self.by_clause(clause)
            assert setting is not None  # checked when the files were loaded
            if value != setting.default:
                found[setting.field] = value
        return found


def key_of(value: object) -> str:
    """A value as text: yes and no for a switch."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
