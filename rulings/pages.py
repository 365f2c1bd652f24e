"""Data for the rulebook's pages, as plain values for the templates."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from poker.irregularities.load import catalogue
from poker.json_types import JsonObject
from poker.rules import HouseRules, read
from rulings.clauses import ClauseGroup, groups
from rulings.examples import WorkedExample, worked
from rulings.models import Book, RulebookDraft, RulebookVersion
from rulings.publishing import rules_in_play, tables_of
from rulings.rulebook import Chapter, Item, Note, Option, Preset, Setting, rulebook
from rulings.rulebook_messages import day, day_time
from rulings.rulebooks import base_settings, in_force, newest, withdrawable
from tables.effective_rules import rules_of_room
from tables.natural_order import natural_order
from web.messages.refusals import refusal_message


@dataclass(frozen=True)
class ContentsEntry:
    """A setting or note in the list on the left."""

    item: Item
    is_current: bool
    is_changed: bool


@dataclass(frozen=True)
class ContentsChapter:
    """A chapter in the list on the left."""

    chapter: Chapter
    entries: tuple[ContentsEntry, ...]
    is_open: bool
    changes: int


@dataclass(frozen=True)
class OptionRow:
    option: Option
    is_default: bool
    is_in_force: bool
    is_pending: bool  # chosen by the newest version, which is not in effect yet
    is_in_draft: bool
    is_checked: bool


@dataclass(frozen=True)
class ClauseDifference:
    """A clause that differs between two versions."""

    setting: Setting
    before: Option
    after: Option


@dataclass(frozen=True)
class TableRules:
    """The rules in play at an open table, if they are not the version in force."""

    name: str
    version: str
    reason: str


def option(setting: Setting, settings: JsonObject) -> Option:
    """Return the option that stored settings choose; the default if that option no longer exists."""
    option = setting.option_of(settings.get(setting.field, setting.default))
    return option or next(default for default in setting.option if default.value == setting.default)


def differences(before: JsonObject, after: dict[str, object]) -> tuple[ClauseDifference, ...]:
    """Return the clauses in which two sets of settings differ, in the rulebook's order."""
    clause_differences = (
        ClauseDifference(setting, option(setting, before), option(setting, after))
        for setting in rulebook().settings()
    )
    return tuple(
        clause_difference
        for clause_difference in clause_differences
        if clause_difference.before is not clause_difference.after
    )


class RulebookPage:
    """A rulebook with its draft at one setting or note. `typed`: the values of a refused form."""

    def __init__(
        self,
        book: Book,
        item: Item | None,
        now: datetime,
        typed: Mapping[str, str] | None = None,
    ) -> None:
        self.book = book
        self.item = item
        self.now = now
        self.setting = item if isinstance(item, Setting) else None
        self.note = item if isinstance(item, Note) else None
        self.typed = typed or {}
        self.family = ""  # family of the ruling's clause in the middle
        self.draft = RulebookDraft.objects.select_related("proposed_by").filter(book=book).first()
        self.newest = newest(book)
        self.in_force = in_force(book, now)
        self.basis = base_settings(book)
        self.settings: dict[str, object] = self.draft.settings if self.draft else self.basis
        self.changes = differences(self.basis, self.settings)
        self.last_number = self.newest.number if self.newest else 0
        self.next_number = self.last_number + 1
        self.revision = self.draft.revision if self.draft else 0

    @property
    def setting_count(self) -> int:
        """Return the number of settings that a version chooses."""
        return sum(1 for _ in rulebook().settings())

    @property
    def clause_count(self) -> int:
        """Return the number of settings, notes and clauses of rulings."""
        return sum(1 for _ in rulebook().items()) + len(catalogue().rows)

    @property
    def rulings(self) -> tuple[ClauseGroup, ...]:
        return groups()

    @property
    def house(self) -> HouseRules:
        """Return the settings in force for the engine."""
        if self.in_force is None or self.in_force.withdraws:
            return rules_of_room(room_id=self.book.room_id, now=self.now)
        return read(self.in_force.settings)

    @property
    def chapter(self) -> Chapter | None:
        """Return the chapter of the setting or note in the middle."""
        return rulebook().chapter_of(self.item) if self.item else None

    @property
    def contents(self) -> tuple[ContentsChapter, ...]:
        return tuple(self._part(chapter) for chapter in rulebook().chapters)

    def _part(self, chapter: Chapter) -> ContentsChapter:
        changed_clauses = {entry.setting.clause for entry in self.changes}
        entries = tuple(
            ContentsEntry(entry, entry is self.item, entry.clause in changed_clauses)
            for entry in chapter.items
        )
        here = any(entry.is_current for entry in entries)
        return ContentsChapter(chapter, entries, here, sum(entry.is_changed for entry in entries))

    @property
    def choices(self) -> tuple[OptionRow, ...]:
        """Return the options in the middle."""
        setting = self.setting
        if setting is None:
            return ()
        draft_choice = option(setting, self.settings)
        newest_choice = option(setting, self.basis)
        has_own_rules = self.in_force and not self.in_force.withdraws
        in_force_choice = (
            option(setting, self.in_force.settings) if self.in_force and has_own_rules else None
        )
        return tuple(
            OptionRow(
                option=choice,
                is_default=choice.value == setting.default,
                is_in_force=choice is in_force_choice,
                is_pending=choice is newest_choice and self.newest != self.in_force,
                is_in_draft=choice is draft_choice and choice is not newest_choice,
                is_checked=choice is draft_choice,
            )
            for choice in setting.option
        )

    @property
    def examples(self) -> tuple[WorkedExample, ...]:
        """Return the worked examples, computed by the engine."""
        return worked(self.setting.clause) if self.setting else ()

    @property
    def is_setting_changed(self) -> bool:
        """Return whether the draft changes the setting in the middle."""
        return any(clause_difference.setting is self.setting for clause_difference in self.changes)

    @property
    def presets(self) -> tuple[Preset, ...]:
        return rulebook().presets

    @property
    def reason(self) -> str:
        """Return the reason: as entered in a refused form, otherwise as saved."""
        saved_reason = self.draft.reason if self.draft else ""
        return self.typed.get("reason", saved_reason)

    @property
    def effective_from(self) -> str:
        """Return the effective date for the form field: as entered in a refused form, otherwise as saved."""
        if "effective_from" in self.typed:
            return self.typed["effective_from"]
        when = self.draft.effective_from if self.draft else None
        return f"{timezone.localtime(when):%Y-%m-%dT%H:%M}" if when else ""

    @property
    def earliest(self) -> str:
        """Return the earliest minute at which a version may take effect."""
        return f"{timezone.localtime(self.now):%Y-%m-%dT%H:%M}"

    @property
    def status(self) -> str:
        """Return the version in force as a line of text."""
        if self.in_force is None or self.in_force.withdraws:
            return "room rulebook in force"
        return f"v{self.in_force.number} in force since {day(self.in_force.effective_from)}"

    @property
    def withdraws(self) -> bool:
        """Return whether the draft withdraws the table's own rulebook."""
        return self.draft is not None and self.draft.withdraws

    @property
    def withdrawable(self) -> bool:
        """Return whether withdrawing can be proposed."""
        return not self.withdraws and withdrawable(self.book)

    @property
    def proposed_at(self) -> str:
        """Return when the draft was last saved."""
        return day_time(self.draft.saved_at) if self.draft else ""

    @property
    def versions(self) -> list[tuple[RulebookVersion, str, str]]:
        """Return all versions, newest first: version, effective date, and "pending" if not in effect yet."""
        return [
            (
                version,
                day(version.effective_from),
                "pending" if version.effective_from > self.now else "",
            )
            for version in self.book.versions.all()
        ]

    @property
    def outdated_tables(self) -> list[TableRules]:
        """Return the open tables that do not use the version in force, with the reason."""
        return list(self._behind())

    def _behind(self) -> Iterator[TableRules]:
        for table in tables_of(self.book):
            if not table.is_open:
                continue
            rules, refusal = rules_in_play(table, self.now)
            if refusal is not None:
                yield TableRules(table.name, f"v{rules.version}", refusal_message(refusal))

    @property
    def books(self) -> list[Book]:
        """Return the rulebooks of the room and its tables."""
        return sorted(
            Book.objects.filter(room=self.book.room_id).select_related("table"),
            key=lambda book: book.table.name if book.table else "",
        )

    @property
    def tables_without_book(self) -> list[str]:
        """Return the tables that can get a custom rulebook."""
        if self.book.table_id is not None:
            return []
        tables = self.book.room.tables.filter(book=None)
        return sorted(tables.values_list("name", flat=True), key=natural_order)


def options_by_chapter(
    settings: dict[str, object],
) -> list[tuple[Chapter, list[tuple[Setting, Option]]]]:
    """Return every setting with its chosen option, by chapter."""
    return [
        (chapter, [(setting, option(setting, settings)) for setting in chapter.setting])
        for chapter in rulebook().chapters
        if chapter.setting
    ]


class VersionPage:
    """A version to read: its changes and all its settings."""

    def __init__(self, version: RulebookVersion) -> None:
        self.version = version
        before = version.book.versions.filter(number=version.number - 1).first()
        if before is not None and before.withdraws:
            before = None
        self.is_first = before is None
        self.changes = differences(before.settings if before else {}, version.settings)
        self.effective_from = day_time(version.effective_from)
        self.proposed_at = day_time(version.proposed_at) if version.proposed_at else ""
        self.published_at = day_time(version.published_at) if version.published_at else ""

    @property
    def chapters(self) -> list[tuple[Chapter, list[tuple[Setting, Option]]]]:
        """Return every setting with this version's option, by chapter."""
        return options_by_chapter(self.version.settings)
