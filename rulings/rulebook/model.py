"""The schema of rulebook files."""

from collections.abc import Iterator
from typing import Literal

import msgspec

Value = bool | str  # an option of a setting, as in `poker.rules.HouseRules`

# Names of the sources on the page; docs/rules.md describes them.
SOURCE_NAMES = {
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
    "NJ": "New Jersey",
    "WSOP": "WSOP live action",
    "19H": "19th Hole",
    "LAWS": "Laws of poker",
    "PS": "Online room",
    "": "",
}


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The source of an option."""

    key: str
    at: str  # place in the source
    # stated by a guide, read in full, read as an excerpt, from memory, or derived by us
    read: Literal["stated", "read", "excerpt", "memory", "derived"]

    @property
    def name(self) -> str:
        """Return the source's name on the page."""
        return f"{SOURCE_NAMES[self.key]}, {self.at}" if self.key else self.at


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of a setting: its value in the engine, and its meaning in plain words."""

    value: Value
    title: str
    text: str
    sources: tuple[Source, ...]

    @property
    def key(self) -> str:
        """Return the value used in forms."""
        return key_of(self.value)

    @property
    def stated(self) -> bool:
        """Return whether a guide states it."""
        return any(source.read == "stated" for source in self.sources)


class ExampleStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a worked example."""

    say: str
    do: tuple[str, ...]  # commands after the example's own
    ask: str  # the value to show from the result (`rulings.examples`)
    refused: str = ""  # the text if the engine refuses the last command or the plaque


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation that the engine plays under every option; the keys are those of a case (docs/cases.md)."""

    title: str
    stakes: dict[str, object]
    seats: str
    row: tuple[ExampleStep, ...]
    button: int = 0
    house: dict[str, object] = {}
    do: tuple[str, ...] = ()


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    clause: str  # how rulings cite it
    number: str  # the catalogue's number, "" if there is none
    field: str  # field of `HouseRules`
    title: str
    question: str
    applies: str
    default: Value
    option: tuple[Option, ...]
    example: tuple[Example, ...] = ()
    ruling: bool = False  # used only by rulings, whose worked examples cover it
    directed: bool = False  # used only by a tournament's pages, so that no hand shows it

    @property
    def label(self) -> str:
        """Return the label in lists: the number, or the clause."""
        return self.number or self.clause

    def option_of(self, value: object) -> Option | None:
        """Return the option with this value; `True` is not "true"."""
        same = (
            option
            for option in self.option
            if option.value == value and type(option.value) is type(value)
        )
        return next(same, None)

    def option_by_key(self, key: str) -> Option | None:
        """Return the option that a form sent."""
        return next((option for option in self.option if option.key == key), None)


# Where a matter is decided that no version of the rulebook sets.
DECIDED_WHERE = {
    "plaque": "Set on the plaque",
    "game": "Set by the game",
    "fixed": "Same in every house",
    "supervisor": "A supervisor decides each time",
    "room": "Not tracked by Floorbook",
    "set_up": "Set in room settings",
    "template": "Set in the event's template",
    "later": "Not in Floorbook yet",
}


class SourcePractice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str
    sources: tuple[Source, ...]
    kept: bool = False  # this is the practice here


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A matter that sources leave to the house and no version sets: where it is decided, and common practices."""

    clause: str
    number: str
    title: str
    question: str
    applies: str
    place: Literal["plaque", "game", "fixed", "supervisor", "room", "set_up", "template", "later"]
    text: str
    way: tuple[SourcePractice, ...]

    @property
    def label(self) -> str:
        return self.number

    @property
    def where(self) -> str:
        """Return the text of where it is decided."""
        return DECIDED_WHERE[self.place]


Item = Setting | Note


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of settings and notes that belong together; their clauses begin with its code."""

    title: str
    code: str
    setting: tuple[Setting, ...] = ()
    note: tuple[Note, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        """Return settings and notes by clause number."""
        return tuple(sorted((*self.setting, *self.note), key=_clause_number))


def _clause_number(item: Item) -> int:
    number = item.clause.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A preset: values by clause, the rest by default."""

    key: str
    title: str
    text: str
    settings: dict[str, Value]


class Rulebook(msgspec.Struct, frozen=True):
    """All chapters in order, and the presets."""

    chapters: tuple[Chapter, ...]
    presets: tuple[Preset, ...] = ()

    def settings(self) -> Iterator[Setting]:
        """Yield all settings in order."""
        for chapter in self.chapters:
            yield from chapter.setting

    def by_clause(self, clause: str) -> Setting | None:
        """Return the setting with this clause; None for a note or a clause that does not exist."""
        return next((setting for setting in self.settings() if setting.clause == clause), None)

    def items(self) -> Iterator[Item]:
        """Yield all settings and notes in order."""
        for chapter in self.chapters:
            yield from chapter.items

    def item(self, clause: str) -> Item | None:
        """Return the setting or note with this clause."""
        return next((item for item in self.items() if item.clause == clause), None)

    def by_field(self, field: str) -> Setting | None:
        return next((setting for setting in self.settings() if setting.field == field), None)

    def chapter_of(self, item: Item) -> Chapter:
        return next(chapter for chapter in self.chapters if item in chapter.items)

    def preset(self, key: str) -> Preset | None:
        return next((preset for preset in self.presets if preset.key == key), None)

    def by_fields(self, preset: Preset) -> dict[str, Value]:
        """Return a preset as the settings that differ from the defaults, by field of `HouseRules`."""
        results = {}
        for clause, value in preset.settings.items():
            setting = self.by_clause(clause)
            assert setting is not None  # checked when the files were loaded
            if value != setting.default:
                results[setting.field] = value
        return results


def key_of(value: object) -> str:
    """Return a value as text; yes or no for a switch."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
