"""The catalogue of refusals: every code that the product raises has one sentence, made of facts that it has."""

import ast
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from config import error_pages
from dealer_ui.messages.text_width import SIZE, width
from lineup.rules.codec import LINEUP
from poker.codec import TABLE
from poker.refusal import Refusal
from poker.stakes import INCOMPLETE_RAKE
from roster.rules.week_draft import BREAKS
from web.messages import catalogue
from web.messages.catalogue import ADVICE, FIELD, MESSAGES, STATUS
from web.messages.refusals import field_of, http_status, refusal, refusal_message

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(
    path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests"
)
NOTICE_WIDTH = 1104 * 2 * SIZE / 20  # two lines of the tablet's band at 20 px, in pixels at 32
# Places that read their codes from a table.
FROM_A_TABLE = {
    "poker/logs/codec.py": {code for kind in (TABLE, LINEUP) for code in kind.refusal_codes},
    "poker/stakes.py": set(INCOMPLETE_RAKE.values()),
    "config/error_pages.py": set(error_pages.CODES.values()),
    "roster/rules/week_draft.py": set(BREAKS.values()),
    "manage_ui/templatetags/refused.py": set(),  # a refusal that was stored
}


def refusal_calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield each refusal in the sources, with its file."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text()
            if "Refusal(" not in text and "(Refusal)" not in text:
                continue  # most files have none, and parsing takes a second of each collection
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                    yield str(path.relative_to(ROOT)), node
                if isinstance(node, ast.ClassDef) and is_refusal(node):
                    yield from ((str(path.relative_to(ROOT)), call) for call in own_refusals(node))


def is_refusal(node: ast.ClassDef) -> bool:
    """Return whether a class is a kind of refusal."""
    return any(getattr(base, "id", "") == "Refusal" for base in node.bases)


def own_refusals(kind: ast.ClassDef) -> Iterator[ast.Call]:
    """Yield the calls with which a kind of refusal gives its code and facts."""
    for node in ast.walk(kind):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "super().__init__":
            yield node


def refusals_in_source() -> Iterator[tuple[str, set[str], bool]]:
    """Yield code, facts and whether all facts are literal, for each refusal in the sources."""
    for _, node in refusal_calls():
        code = node.args[0] if node.args else None
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            names = {keyword.arg for keyword in node.keywords if keyword.arg}
            yield code.value, names, all(keyword.arg for keyword in node.keywords)


@cache
def codes() -> set[str]:
    """Return every code that the sources raise; not at import, because reading them takes a second."""
    return {code for code, _, _ in refusals_in_source()}.union(*FROM_A_TABLE.values())


def test_refusal_codes_are_string_literals() -> None:
    hidden = {
        f"{path}:{node.lineno}"
        for path, node in refusal_calls()
        if not (node.args and isinstance(node.args[0], ast.Constant))
    }
    assert {place for place in hidden if place.split(":")[0] not in FROM_A_TABLE} == set()
    assert len(codes()) > 300


def test_every_code_has_one_sentence_and_every_sentence_a_code() -> None:
    assert codes() - set(MESSAGES) == set()
    assert set(MESSAGES) - codes() == set()
    assert (
        set(STATUS) | set(FIELD) | {code for advised in ADVICE.values() for code in advised}
        <= codes()
    )


def test_a_code_in_two_tables_is_an_error() -> None:
    with pytest.raises(ValueError, match="stale"):
        catalogue._merge({"stale": "One."}, {"stale": "Two."})


def test_sentences_use_only_facts_that_the_refusal_has() -> None:
    gaps = [
        (code, missing)
        for code, facts, is_complete in refusals_in_source()
        if is_complete and (missing := names_in(MESSAGES[code]) - facts)
    ]
    assert gaps == []


def names_in(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_messages_are_sentences_that_fit_the_band() -> None:
    for code, sentence in MESSAGES.items():
        facts: dict[str, object] = dict.fromkeys(names_in(sentence), 3)
        for reader in ADVICE:
            text = refusal_message(Refusal(code, "S-001", **facts), reader)
            assert text.endswith(". (Rule S-001)") or text.endswith("? (Rule S-001)"), code
            assert not set("{}") & set(text), code
            assert " object at " not in text, code
        assert width(refusal(Refusal(code, "", **facts))) < NOTICE_WIDTH * 0.8, code


def test_statuses_are_refusals() -> None:
    assert {status for status in STATUS.values() if not 400 <= status < 500} == {500, 503}
    assert http_status(Refusal("stale")) == 409
    assert http_status(Refusal("not_pending")) == 422


def test_what_to_do_depends_on_the_keys_of_the_reader() -> None:
    refused = Refusal("street_behind", "S-049", street="turn")
    assert refusal_message(refused) == "The turn is already dealt. (Rule S-049)"
    assert refusal(refused) == "The turn is already dealt. UNDO to go back. (Rule S-049)"
    assert "“Roll the log back”" in refusal_message(refused, "supervisor")


def test_plaque_refusal_names_its_field() -> None:
    assert field_of(Refusal("plaque_buy_in")) == "buy_in_max"
    assert field_of(Refusal("stale")) is None
