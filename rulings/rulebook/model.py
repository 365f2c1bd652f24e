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
    "NJ": "New Jersey",
    "WSOP": "WSOP live action",
    "19H": "19th Hole",
    "LAWS": "Laws of poker",
    "PS": "Online room",
    "": "",
}


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who says so and where.

    read: a guide states it, the text was read, an excerpt was, it is known from memory, or it is our derivation.
    """

    key: str
    at: str
    read: Literal["stated", "read", "excerpt", "memory", "derived"]

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

    @property
    def stated(self) -> bool:
        """Whether a guide says so."""
        return any(source.read == "stated" for source in self.sources)


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
    """One setting. clause: how rulings cite it; number: the catalogue's, "" for none there; field: the engine's.

    ruling: read by rulings only, when something went wrong; its worked examples come with them.
    """

    clause: str
    number: str
    field: str
    title: str
    question: str
    applies: str
    default: Value
    option: tuple[Option, ...]
    example: tuple[Example, ...] = ()
    ruling: bool = False

    @property
    def label(self) -> str:
        """What it is listed under: its number, else its clause."""
        return self.number or self.clause

    def option_of(self, value: object) -> Option | None:
        """The option with this value; `True` is not "true"."""
        same = (one for one in self.option if one.value == value and type(one.value) is type(value))
        return next(same, None)

    def option_by_key(self, key: str) -> Option | None:
        """The option that a form sent."""
        return next((one for one in self.option if one.key == key), None)


# Where it is settled what no version of the rulebook chooses.
PLACES = {
    "plaque": "The plaque says it",
    "game": "Each game has its own",
    "fixed": "The same in every house",
    "supervisor": "A supervisor decides each time",
    "room": "Not followed by the program",
    "set_up": "The room's settings say it",
    "later": "Not in the program yet",
}


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way that a source has; kept: it is how things are here."""

    title: str
    text: str
    sources: tuple[Source, ...]
    kept: bool = False


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What sources leave to the house and no version chooses: where it is settled, and the ways that there are."""

    clause: str
    number: str
    title: str
    question: str
    applies: str
    place: Literal["plaque", "game", "fixed", "supervisor", "room", "set_up", "later"]
    text: str
    way: tuple[Way, ...]

    @property
    def label(self) -> str:
        """What it is listed under."""
        return self.number

    @property
    def where(self) -> str:
        """Where it is settled, as the page says it."""
        return PLACES[self.place]


Item = Setting | Note


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file: settings and notes that belong together, with a code that begins their clauses."""

    title: str
    code: str
    setting: tuple[Setting, ...] = ()
    note: tuple[Note, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        """Settings and notes by the numbers of their clauses."""
        return tuple(sorted((*self.setting, *self.note), key=_place))


def _place(item: Item) -> int:
    number = item.clause.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set to begin from: values by clause, the rest by default."""

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
        """The setting that a clause cites, None for a note and for a clause that does not exist (any more)."""
        return next((one for one in self.settings() if one.clause == clause), None)

    def items(self) -> Iterator[Item]:
        """All settings and notes in order."""
        for chapter in self.chapters:
            yield from chapter.items

    def item(self, clause: str) -> Item | None:
        """The setting or note that a clause cites."""
        return next((one for one in self.items() if one.clause == clause), None)

    def by_field(self, field: str) -> Setting | None:
        """The setting of a field of `HouseRules`."""
        return next((one for one in self.settings() if one.field == field), None)

    def chapter_of(self, item: Item) -> Chapter:
        """Where a setting or note stands."""
        return next(chapter for chapter in self.chapters if item in chapter.items)

    def preset(self, key: str) -> Preset | None:
        """The preset of this key."""
        return next((one for one in self.presets if one.key == key), None)

    def by_fields(self, preset: Preset) -> dict[str, Value]:
        """A preset as the settings that differ from the defaults, by the engine's fields."""
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
