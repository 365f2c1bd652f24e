"""The rulebook's words: every setting and option of the engine once, and nothing else."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from poker.rules import HouseRules, read
from rulings.examples import worked
from rulings.rulebook import BookError, load, rulebook
from rulings.rulebook.load import FOLDER, TO_COME, choices

SETTINGS = list(rulebook().settings())
DOCS = Path(__file__).resolve().parents[2] / "docs" / "rules.md"


def test_every_field_of_the_house_rules_stands_there_once() -> None:
    fields = [setting.field for setting in SETTINGS]
    assert sorted(fields) == sorted(
        set(HouseRules.__struct_fields__) - {"version", "book"} - TO_COME
    )
    assert set(fields) == set(choices())


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.clause)
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


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.clause)
def test_every_setting_is_shown_by_worked_examples(setting) -> None:
    """The engine computes them; where there is a choice, some line differs between any two options."""
    tables = worked(setting.clause)
    assert tables
    columns = list(zip(*(line.answers for table in tables for line in table.lines), strict=True))
    assert all(all(column) for column in columns)
    if setting.field == "stud_shortage":
        # Three of its ways differ in the steps and not in what these hands are dealt.
        assert len(set(columns)) == 3
        return
    assert len(set(columns)) == len(columns)


def test_examples_say_what_the_catalogues_vectors_say() -> None:
    """V22, V23: the half rule at 5/10 limit."""
    (table,) = worked("BET-4")
    assert [line.answers for line in table.lines] == [
        ("fold, call 18, raise to 20", "fold, call 18, raise to 28"),
        ("fold or call 8", "fold, call 8, raise to 28"),
        ("fold, call 14, raise to 20", "fold, call 14, raise to 20"),
    ]
    assert worked("BET-99") == ()


def test_presets_hold_and_the_guides_change_nothing() -> None:
    book = rulebook()
    assert [preset.key for preset in book.presets] == ["guides", "tda", "half_bet"]
    for preset in book.presets:
        read(book.by_fields(preset))
    guides, tda, half = (book.by_fields(preset) for preset in book.presets)
    assert guides == {}
    assert tda["substantial"] == "tda"
    assert half["limit_reopen"] == tda["limit_reopen"] == "half"
    assert book.preset("none") is None


def test_no_sentence_is_a_rulebooks_own() -> None:
    """Sources are named and not quoted: no quotation marks in our words."""
    for path in FOLDER.glob("*.toml"):
        for text in re.findall(
            r'^(?:text|question|title) = "(.*)"$', path.read_text(), re.MULTILINE
        ):
            assert not re.search(r"[“”\\]", text), text


def test_the_list_in_the_docs_is_the_rulebooks() -> None:
    out = StringIO()
    call_command("rulebook", stdout=out)
    assert out.getvalue() in DOCS.read_text(encoding="utf-8"), (
        "docs/rules.md: paste `manage.py rulebook`"
    )


def broken(folder: Path, name: str, old: str, new: str) -> Path:
    """The rulebook with one thing changed in one file."""
    for path in FOLDER.glob("*.toml"):
        (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


BETTING = "2_betting.toml"


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (BETTING, "[[setting]]", "[[setting", "2_betting.toml is not TOML"),
        (BETTING, 'field = "raise_cap"', 'field = "colour"', "BET-3 names the setting colour, which the engine does"),
        (BETTING, 'clause = "BET-3"', 'clause = "BET-4"', "Clause BET-4 occurs 2 times"),
        (BETTING, 'clause = "BET-3"', 'clause = "STUD-9"', "STUD-9 stands in a chapter whose clauses begin with BET-"),
        (BETTING, 'value = "tda"', 'value = "tdb"', "BET-1 has the option 'tdb' twice, or the engine does not"),
        (BETTING, 'value = "tda"', 'value = "guides"', "BET-1 has the option 'guides' twice"),
        (BETTING, "value = false", 'value = "false"', "BET-6 has the option 'false' twice, or"),
        (BETTING, 'default = "guides"', 'default = "tda"', "BET-1 has the default 'tda', the engine another one"),
        (BETTING, 'key = "003"', 'key = "hearsay"', "its source is missing or unknown"),
        (BETTING, 'question = "', 'asked = "', "does not keep to the format"),
        (BETTING, 'field = "raise_cap"', 'field = "button"', "the engine does not know it"),
        ("presets.toml", "BET-3", "BET-33", "the clause BET-33, which is not in the rulebook"),
        ("presets.toml", '"always"', '"sometimes"', "gives clause BET-3 the value 'sometimes', which is no option"),
        ("presets.toml", "[[preset]]", "[[sets]]", "presets.toml"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(
    tmp_path: Path, name: str, old: str, new: str, said: str
) -> None:
    folder = broken(tmp_path, name, old, new)
    with pytest.raises(BookError, match=re.escape(said)):
        load(folder)
    with pytest.raises(CommandError, match=re.escape(said)):
        call_command("rulebook", str(folder))


def test_a_chapter_that_is_gone_is_missed(tmp_path: Path) -> None:
    folder = broken(tmp_path, BETTING, "BET-1", "BET-1")
    (folder / "5_draw.toml").unlink()
    with pytest.raises(BookError, match="stands in the rulebook 0 times, not once"):
        load(folder)
