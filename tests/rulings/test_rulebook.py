"""The rulebook's text: every setting and option of the engine once, and nothing else."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from poker.rules import HouseRules, read
from rulings.examples import worked
from rulings.rulebook import BookError, load, rulebook
from rulings.rulebook.load import FOLDER, choices

SETTINGS = list(rulebook().settings())
NOTES = [note for chapter in rulebook().chapters for note in chapter.note]
# House choices that only other sources have; the catalogue lists none of them.
OF_OTHER_SOURCES = {f"H-{number}" for number in (*range(70, 78), *range(80, 92))}
# Settings of rulings have rows instead; those of a tournament's pages, tests in tests/tournaments/.
EXAMPLED = [item for item in SETTINGS if item.example or not (item.ruling or item.directed)]
NUMBERS = {f"H-{n:02}" for n in range(1, 56)} | {
    "H-12b",
    "H-12c",
    "H-16b",
    "H-18b",
    "H-21b",
    "H-21c",
    "H-60",
    "H-61",
    "H-62",
    "H-63",
}
DOCS = Path(__file__).resolve().parents[2] / "docs" / "rules.md"


def test_every_house_rule_is_one_setting() -> None:
    fields = [setting.field for setting in SETTINGS]
    assert sorted(fields) == sorted(set(HouseRules.__struct_fields__) - {"version", "book"})
    assert set(fields) == set(choices())


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda item: item.clause)
def test_a_setting_has_the_engines_options_and_default(setting) -> None:
    values = [option.value for option in setting.option]
    assert sorted(values, key=str) == sorted(choices()[setting.field], key=str)
    assert setting.default == getattr(HouseRules(), setting.field)
    assert setting.option_of(setting.default) is not None
    for option in setting.option:
        assert getattr(read({setting.field: option.value}), setting.field) == option.value
        assert setting.option_by_key(option.key) is option
        assert option.text.endswith(".")
    assert setting.question.endswith("?")


def test_every_number_of_the_catalogue_has_a_clause() -> None:
    """65 rows where sources disagree or are silent: as settings, or as notes that say where they are settled."""
    items = list(rulebook().items())
    assert {item.number for item in items} - {"S-109", ""} - OF_OTHER_SOURCES == NUMBERS
    assert len(NUMBERS) == 65
    assert [chapter.title for chapter in rulebook().chapters] == [
        "Seating and stakes",
        "Button and blinds",
        "Betting",
        "The deal and the deck",
        "Board and stub",
        "Stud",
        "Draw games",
        "Showdown and award",
        "Conduct",
        "Bomb pots, boards, runs and splash pots",
        "Bounty games",
        "Tournaments",
    ]


def test_clauses_are_numbered_without_gaps() -> None:
    for chapter in rulebook().chapters:
        expected_codes = [f"{chapter.code}-{n}" for n in range(1, len(chapter.items) + 1)]
        assert [item.clause for item in chapter.items] == expected_codes


@pytest.mark.parametrize("note", NOTES, ids=lambda item: item.clause)
def test_note_names_where_it_is_set_and_is_no_setting(note) -> None:
    assert note.where
    assert note.text.endswith(".")
    assert note.question.endswith("?")
    assert all(practice.text.endswith(".") for practice in note.way)
    assert rulebook().item(note.clause) == note
    assert rulebook().by_clause(note.clause) is None


def test_default_is_marked_stated_only_with_a_guide() -> None:
    stated = {
        setting.clause
        for setting in SETTINGS
        for option in setting.option
        if option.value == setting.default and option.stated
    }
    assert {"BTN-1", "DEAL-3", "SHOW-3"} <= stated
    assert not stated & {"BET-5", "STUB-4", "BET-10", "CON-1"}


@pytest.mark.parametrize("setting", EXAMPLED, ids=lambda item: item.clause)
def test_every_setting_is_shown_by_worked_examples(setting) -> None:
    """The engine computes them; where there is a choice, some line differs between any two options."""
    tables = worked(setting.clause)
    assert tables
    columns = list(
        zip(*(example_row.answers for table in tables for example_row in table.rows), strict=True)
    )
    assert all(all(column) for column in columns)
    if setting.field == "stud_shortage":
        # Three of its ways differ in the steps and not in what these hands are dealt.
        assert len(set(columns)) == 3
        return
    assert len(set(columns)) == len(columns)


def test_examples_match_the_catalogue_vectors() -> None:
    """V22, V23: the half rule at 5/10 limit."""
    (table,) = worked("BET-4")
    assert [example_row.answers for example_row in table.rows] == [
        ("fold, call 18, raise to 20", "fold, call 18, raise to 28"),
        ("fold or call 8", "fold, call 8, raise to 28"),
        ("fold, call 14, raise to 20", "fold, call 14, raise to 20"),
    ]
    assert worked("BET-99") == ()


def test_presets_set_their_rules() -> None:
    book = rulebook()
    assert [preset.key for preset in book.presets] == ["guides", "tda", "half_bet"]
    for preset in book.presets:
        read(book.by_fields(preset))
    guides, tda, half = (book.by_fields(preset) for preset in book.presets)
    assert guides == {"hand_language": "english"}  # they say it; the default leaves it to the house
    assert tda["substantial"] == "tda"
    assert half["limit_reopen"] == tda["limit_reopen"] == "half"
    assert (tda["hole_exposed"], half["hole_exposed"]) == ("tda", "hrh")
    assert (tda["clock"], half["clock"]) == ("tda", "hrh")
    assert book.preset("none") is None


def test_rulebook_copies_no_sentence_of_a_guide() -> None:
    """Sources are named and not quoted: no quotation marks in our words."""
    for path in FOLDER.glob("*.toml"):
        for text in re.findall(
            r'^(?:text|question|title) = "(.*)"$', path.read_text(), re.MULTILINE
        ):
            assert not re.search(r"[“”\\]", text), text


def test_list_in_the_docs_matches_the_rulebook() -> None:
    output = StringIO()
    call_command("rulebook", stdout=output)
    assert output.getvalue() in DOCS.read_text(encoding="utf-8"), (
        "docs/rules.md: paste `manage.py rulebook`"
    )


def write_changed_rulebook(folder: Path, name: str, old: str, new: str) -> Path:
    """Write the rulebook with one change in one file."""
    for path in FOLDER.glob("*.toml"):
        (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


BETTING = "3_betting.toml"
STAKES = "1_seating_and_stakes.toml"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (BETTING, "[[setting]]", "[[setting", "3_betting.toml is not TOML"),
        (
            BETTING,
            'field = "raise_cap"',
            'field = "color"',
            "BET-3 names the setting color, which the engine does",
        ),
        (BETTING, 'clause = "BET-3"', 'clause = "BET-4"', "Clause BET-4 occurs 2 times"),
        (
            BETTING,
            'clause = "BET-3"',
            'clause = "STUD-9"',
            "STUD-9 is in a chapter whose clauses are BET-1, 2",
        ),
        (
            BETTING,
            'value = "tda"',
            'value = "tdb"',
            "BET-1 has the option 'tdb' twice, or the engine doesn't",
        ),
        (BETTING, 'value = "tda"', 'value = "guides"', "BET-1 has the option 'guides' twice"),
        (BETTING, "value = false", 'value = "false"', "BET-6 has the option 'false' twice, or"),
        (
            BETTING,
            'default = "guides"',
            'default = "tda"',
            "BET-1 has the default 'tda'; the engine's is different",
        ),
        (BETTING, 'key = "003"', 'key = "hearsay"', "its source is missing or unknown"),
        (BETTING, 'question = "', 'asked = "', "doesn't match the format"),
        (BETTING, 'field = "raise_cap"', 'field = "button"', "the engine doesn't have it"),
        (
            STAKES,
            'clause = "SEAT-1"',
            'clause = "SEAT-one"',
            "SEAT-one is in a chapter whose clauses are SEAT-1",
        ),
        (STAKES, 'clause = "SEAT-1"', 'clause = "SEAT-2"', "Clause SEAT-2 occurs 2 times"),
        (STAKES, 'key = "000/004"', 'key = "hearsay"', "SEAT-1, \"Between the plaque's minimum"),
        (STAKES, 'place = "plaque"', 'place = "attic"', "doesn't match the format"),
        ("presets.toml", "BET-3", "BET-33", "the clause BET-33, which isn't in the rulebook"),
        (
            "presets.toml",
            '"always"',
            '"sometimes"',
            "gives clause BET-3 the value 'sometimes', which isn't an option",
        ),
        ("presets.toml", "[[preset]]", "[[sets]]", "presets.toml"),
    ],
)
def test_invalid_file_is_refused_with_a_message(
    tmp_path: Path, name: str, old: str, new: str, message: str
) -> None:
    folder = write_changed_rulebook(tmp_path, name, old, new)
    with pytest.raises(BookError, match=re.escape(message)):
        load(folder)
    with pytest.raises(CommandError, match=re.escape(message)):
        call_command("rulebook", str(folder))


def test_missing_chapter_is_reported(tmp_path: Path) -> None:
    folder = write_changed_rulebook(tmp_path, BETTING, "BET-1", "BET-1")
    (folder / "7_draw.toml").unlink()
    with pytest.raises(BookError, match="is in the rulebook 0 times, not once"):
        load(folder)
