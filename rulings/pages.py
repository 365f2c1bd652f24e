"""What the rulebook's pages show, as plain values for the templates."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from poker.irregular.load import catalogue
from poker.rules import HouseRules, read
from rulings.books import basis, in_force, newest, withdrawable
from rulings.clauses import Group, groups
from rulings.examples import Worked, worked
from rulings.models import Book, Draft, Version
from rulings.publishing import played_by, tables_of
from rulings.rulebook import Chapter, Item, Note, Option, Preset, Setting, rulebook
from rulings.words import day, day_time
from tables.in_force import rules_of_room
from tables.words import plaque_problem


@dataclass(frozen=True)
class Entry:
    """A setting or note in the list on the left."""

    item: Item
    current: bool
    changed: bool


@dataclass(frozen=True)
class Part:
    """A chapter in the list on the left."""

    chapter: Chapter
    entries: tuple[Entry, ...]
    open: bool
    changes: int


@dataclass(frozen=True)
class Choice:
    """An option of the setting in the middle; coming: of the newest version, which does not count yet."""

    option: Option
    default: bool
    in_force: bool
    coming: bool
    chosen: bool
    checked: bool


@dataclass(frozen=True)
class Difference:
    """One clause that differs between two versions."""

    setting: Setting
    before: Option
    after: Option


@dataclass(frozen=True)
class Played:
    """What an open table plays by now, where that is not the version in force."""

    name: str
    version: str
    why: str


def option(setting: Setting, settings: dict[str, Any]) -> Option:
    """What stored settings choose of a setting; an option that is no more is the default."""
    found = setting.option_of(settings.get(setting.field, setting.default))
    return found or next(one for one in setting.option if one.value == setting.default)


def differences(before: dict[str, Any], after: dict[str, Any]) -> tuple[Difference, ...]:
    """The clauses in which two sets of settings differ, in the rulebook's order."""
    found = (
        Difference(setting, option(setting, before), option(setting, after))
        for setting in rulebook().settings()
    )
    return tuple(one for one in found if one.before is not one.after)


class Page:
    """A rulebook with its draft, at one setting or note; `typed` is what a refused form said."""

    def __init__(
        self,
        book: Book,
        item: Item | None,
        now: datetime,
        typed: Mapping[str, str] | None = None,
    ) -> None:
        self.book, self.item, self.now = book, item, now
        self.setting = item if isinstance(item, Setting) else None
        self.note = item if isinstance(item, Note) else None
        self.typed = typed or {}
        self.family = ""  # of the ruling's clause in the middle
        self.draft = Draft.objects.select_related("proposed_by").filter(book=book).first()
        self.newest = newest(book)
        self.in_force = in_force(book, now)
        self.basis = basis(book)
        self.settings: dict[str, Any] = self.draft.settings if self.draft else self.basis
        self.changes = differences(self.basis, self.settings)
        self.last = self.newest.number if self.newest else 0
        self.next = self.last + 1
        self.revision = self.draft.revision if self.draft else 0

    @property
    def count(self) -> int:
        """Settings in the rulebook, which a version chooses."""
        return sum(1 for _ in rulebook().settings())

    @property
    def clauses(self) -> int:
        """Settings, notes and the clauses of rulings."""
        return sum(1 for _ in rulebook().items()) + len(catalogue().rows)

    @property
    def rulings(self) -> tuple[Group, ...]:
        """The clauses that rulings rest on."""
        return groups()

    @property
    def house(self) -> HouseRules:
        """The settings in force, as the engine takes them."""
        if self.in_force is None or self.in_force.withdraws:
            return rules_of_room(room_id=self.book.room_id, now=self.now)
        return read(self.in_force.settings)

    @property
    def chapter(self) -> Chapter | None:
        """Of the setting or note in the middle."""
        return rulebook().chapter_of(self.item) if self.item else None

    @property
    def parts(self) -> tuple[Part, ...]:
        """The list on the left."""
        return tuple(self._part(chapter) for chapter in rulebook().chapters)

    def _part(self, chapter: Chapter) -> Part:
        changed = {one.setting.clause for one in self.changes}
        entries = tuple(
            Entry(one, one is self.item, one.clause in changed) for one in chapter.items
        )
        here = any(entry.current for entry in entries)
        return Part(chapter, entries, here, sum(entry.changed for entry in entries))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The options in the middle."""
        setting = self.setting
        if setting is None:
            return ()
        chosen, before = option(setting, self.settings), option(setting, self.basis)
        own = self.in_force and not self.in_force.withdraws
        counts = option(setting, self.in_force.settings) if self.in_force and own else None
        return tuple(
            Choice(
                option=one,
                default=one.value == setting.default,
                in_force=one is counts,
                coming=one is before and self.newest != self.in_force,
                chosen=one is chosen and one is not before,
                checked=one is chosen,
            )
            for one in setting.option
        )

    @property
    def examples(self) -> tuple[Worked, ...]:
        """Computed by the engine."""
        return worked(self.setting.clause) if self.setting else ()

    @property
    def changed_here(self) -> bool:
        """Whether the draft changes the setting in the middle."""
        return any(one.setting is self.setting for one in self.changes)

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Sets to begin from."""
        return rulebook().presets

    @property
    def reason(self) -> str:
        """As typed when that was refused, else as saved."""
        saved = self.draft.reason if self.draft else ""
        return self.typed.get("reason", saved)

    @property
    def effective(self) -> str:
        """The date as a form field has it: as typed when that was refused, else as saved."""
        if "effective_from" in self.typed:
            return self.typed["effective_from"]
        when = self.draft.effective_from if self.draft else None
        return f"{timezone.localtime(when):%Y-%m-%dT%H:%M}" if when else ""

    @property
    def earliest(self) -> str:
        """The first minute that a version may count from."""
        return f"{timezone.localtime(self.now):%Y-%m-%dT%H:%M}"

    @property
    def status(self) -> str:
        """What is in force, in a line."""
        if self.in_force is None or self.in_force.withdraws:
            return "the room's rulebook is in force"
        return f"v{self.in_force.number} in force since {day(self.in_force.effective_from)}"

    @property
    def withdraws(self) -> bool:
        """Whether the draft gives the table's own rulebook up."""
        return self.draft is not None and self.draft.withdraws

    @property
    def withdrawable(self) -> bool:
        """Whether that could be proposed."""
        return not self.withdraws and withdrawable(self.book)

    @property
    def proposed(self) -> str:
        """When the draft was saved last."""
        return day_time(self.draft.saved_at) if self.draft else ""

    @property
    def versions(self) -> list[tuple[Version, str, str]]:
        """All versions, the newest first: what it is, from when, and whether that is still to come."""
        return [
            (
                version,
                day(version.effective_from),
                "to come" if version.effective_from > self.now else "",
            )
            for version in self.book.versions.all()
        ]

    @property
    def behind(self) -> list[Played]:
        """Open tables that do not play by what is in force, and why."""
        return list(self._behind())

    def _behind(self) -> Iterator[Played]:
        for table in tables_of(self.book):
            if not table.is_open:
                continue
            rules, refused = played_by(table, self.now)
            if refused is not None:
                yield Played(table.name, f"v{rules.version}", plaque_problem(refused)[1])

    @property
    def books(self) -> list[Book]:
        """The room's rulebook and those of its tables."""
        return sorted(
            Book.objects.filter(room=self.book.room_id).select_related("table"),
            key=lambda book: book.table.name if book.table else "",
        )

    @property
    def without_own(self) -> list[str]:
        """Tables that could have a rulebook of their own."""
        if self.book.table_id is not None:
            return []
        tables = self.book.room.tables.filter(book=None).order_by("name")
        return list(tables.values_list("name", flat=True))


def said_by(settings: dict[str, Any]) -> list[tuple[Chapter, list[tuple[Setting, Option]]]]:
    """Every setting with what these choices say of it, by chapter."""
    return [
        (chapter, [(one, option(one, settings)) for one in chapter.setting])
        for chapter in rulebook().chapters
        if chapter.setting
    ]


class Past:
    """One version, to read: what changed, and all that it says."""

    def __init__(self, version: Version) -> None:
        self.version = version
        before = version.book.versions.filter(number=version.number - 1).first()
        if before is not None and before.withdraws:
            before = None
        self.first = before is None
        self.changes = differences(before.settings if before else {}, version.settings)
        self.effective = day_time(version.effective_from)
        self.proposed = day_time(version.proposed_at) if version.proposed_at else ""
        self.published = day_time(version.published_at) if version.published_at else ""

    @property
    def chapters(self) -> list[tuple[Chapter, list[tuple[Setting, Option]]]]:
        """Every setting with what this version says of it."""
        return said_by(self.version.settings)
