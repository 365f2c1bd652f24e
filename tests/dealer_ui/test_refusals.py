"""Every code that the engine and the edges can refuse with has its sentence."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_ui.messages import citation, refusal
from dealer_ui.messages.text_width import SIZE, width
from poker import codec
from poker.refusal import Refusal
from rulings.messages.refusal_table import MESSAGES

ROOT = Path(__file__).parents[2]
PACKAGES = ("poker", "players", "players_ui", "ops", "tables", "dealer_ui")
# The parts of the rulings that a tablet asks.
REPORTS = (
    Path("config/error_pages.py"),
    Path("rulings/incidents/recording.py"),
    Path("rulings/calls/responses.py"),
    Path("rulings/calls/assessment.py"),
    Path("rulings/calls/final_rulings.py"),
    Path("rulings/calls/follow_ups.py"),
    Path("rulings/calls/permissions.py"),
)
# No tablet asks them: their pages have words of their own, and tests of those.
LISTS = tuple(
    ROOT / part
    for part in (
        "poker/logs",
        "poker/waitlist",
        "poker/lineup",
        "tables/waitlist",
        "tables/dealers",
        "tables/room_logs.py",
    )
)
NOTICE = 1104 * 2 * SIZE / 20  # two lines of the band at 20 px, in pixels at 32


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Each refusal in the sources, with its place."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    paths = [path for path in paths if not {*LISTS} & {path, *path.parents}]
    for path in (*paths, *(ROOT / path for path in REPORTS)):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                yield f"{path.relative_to(ROOT)}", node


def refused() -> Iterator[tuple[str, set[str], bool]]:
    """Code, facts and whether the facts are all written out, of each refusal in the sources."""
    for _, node in calls():
        code = node.args[0] if node.args else None
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            names = {word.arg for word in node.keywords if word.arg}
            yield code.value, names, all(word.arg for word in node.keywords)


# The one place that reads its codes from a table.
FROM_A_TABLE = {"poker/codec.py": {code for code, _ in codec._KINDS.values()}}
CODES = sorted({code for code, _, _ in refused()}.union(*FROM_A_TABLE.values()))


def test_codes_are_written_out_where_they_are_refused() -> None:
    hidden = [
        f"{path}:{node.lineno}"
        for path, node in calls()
        if not (node.args and isinstance(node.args[0], ast.Constant))
    ]
    assert [place for place in hidden if place.split(":")[0] not in FROM_A_TABLE] == []
    assert len(hidden) == len(FROM_A_TABLE)


def test_no_sentence_is_there_for_nothing() -> None:
    assert set(MESSAGES) - set(CODES) == set()


@pytest.mark.parametrize("code", CODES)
def test_each_code_has_a_sentence(code: str) -> None:
    assert code in MESSAGES


def test_the_sources_were_found() -> None:
    assert len(CODES) > 60


def test_sentences_ask_only_for_facts_that_are_there() -> None:
    gaps = []
    for code, facts, whole in refused():
        asked = {name for _, name, _, _ in string.Formatter().parse(MESSAGES.get(code, "")) if name}
        if whole and not asked <= facts:
            gaps.append((code, asked - facts))
    assert not gaps


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_sentences_are_sentences_and_fit_the_band(code: str) -> None:
    text = MESSAGES[code]
    assert text.endswith((".", "?"))
    assert width(text) < NOTICE * 0.8


def test_a_sentence_names_seat_sum_and_rule() -> None:
    message = refusal(Refusal("cannot_check", "S-105", seat=4, owed=800))
    assert message == "$8 to call; seat 4 can\u2019t check. Log a call or a fold. (Rule S-105)"


@pytest.mark.parametrize("players", [0, 2])
def test_a_misdeal_to_confirm_is_said_as_the_house_counts(players: int) -> None:
    """A few may act before it is asked for; a round that was not followed counts, whoever acted in it."""
    message = refusal(Refusal("confirm_misdeal", "H-01", players=players, with_chips=players))
    assert message == (
        "There\u2019s been substantial action. Tap MISDEAL again to confirm, or call the floor. (House rule H-01)"
    )


def test_lists_and_house_rules_are_said() -> None:
    message = refusal(Refusal("button_tie", "H-25", seats=[3, 7], rank="K"))
    assert message == "Seats 3 and 7 tie. Redraw between them. (House rule H-25)"


@pytest.mark.parametrize(
    ("card", "said"), [("Ad", "A\u2666"), ("Th", "10\u2665"), ("2c", "2\u2663"), ("Zz", "Zz")]
)
def test_a_card_is_said_as_it_looks(card: str, said: str) -> None:
    message = refusal(Refusal("card_twice", "S-019", card=card))
    assert message == f"{said} is entered twice. Remove one. (Rule S-019)"


def test_an_unknown_code_does_not_fail() -> None:
    message = refusal(Refusal("moon_is_full", "S-001", seat=1))
    assert message.startswith("Not logged: moon is full.")
    assert "S-001" in message


def test_a_missing_fact_does_not_fail() -> None:
    assert "$?" not in refusal(Refusal("capped", "H-03"))


def test_no_rule_no_citation() -> None:
    assert citation("") == ""
