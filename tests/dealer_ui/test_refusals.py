"""Every refusal code of the engine and the endpoints has a message."""

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
from rulings.messages.sign_in import SIGN_IN

ROOT = Path(__file__).parents[2]
PACKAGES = ("poker", "players", "floor_ui/players", "ops", "tables", "dealer_ui")
# The parts of the rulings that a tablet asks.
REPORTS = (
    Path("config/error_pages.py"),
    Path("staff/pins.py"),
    Path("staff/rooms.py"),
    Path("rulings/incidents/recording.py"),
    Path("rulings/calls/responses.py"),
    Path("rulings/calls/call_assessment.py"),
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
        "tables/drops",
        "tables/staff_accounts.py",
        "tables/room_logs.py",
    )
)
NOTICE_WIDTH = 1104 * 2 * SIZE / 20  # two lines of the band at 20 px, in pixels at 32


def refusal_calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield each refusal in the sources, with its location."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    paths = [path for path in paths if not {*LISTS} & {path, *path.parents}]
    for path in (*paths, *(ROOT / path for path in REPORTS)):
        text = path.read_text()
        if "Refusal(" not in text:
            continue  # most files have none, and parsing takes a second of each collection
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                yield f"{path.relative_to(ROOT)}", node


def refusals_in_source() -> Iterator[tuple[str, set[str], bool]]:
    """Yield code, facts and whether all facts are literal, for each refusal in the sources."""
    for _, node in refusal_calls():
        code = node.args[0] if node.args else None
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            names = {keyword.arg for keyword in node.keywords if keyword.arg}
            yield code.value, names, all(keyword.arg for keyword in node.keywords)


# The one place that reads its codes from a table.
FROM_A_TABLE = {"poker/codec.py": {code for code, _ in codec._KINDS.values()}}
CODES = sorted({code for code, _, _ in refusals_in_source()}.union(*FROM_A_TABLE.values()))


def test_refusal_codes_are_string_literals() -> None:
    hidden_codes = [
        f"{path}:{node.lineno}"
        for path, node in refusal_calls()
        if not (node.args and isinstance(node.args[0], ast.Constant))
    ]
    assert [
        location for location in hidden_codes if location.split(":")[0] not in FROM_A_TABLE
    ] == []
    assert len(hidden_codes) == len(FROM_A_TABLE)


def test_every_message_has_a_code() -> None:
    assert set(MESSAGES) - set(SIGN_IN) - set(CODES) == set()


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_message(code: str) -> None:
    assert code in MESSAGES


def test_refusal_scan_finds_codes() -> None:
    assert len(CODES) > 60


def test_messages_use_only_existing_facts() -> None:
    gaps = []
    for code, facts, is_complete in refusals_in_source():
        fact_names = {
            name for _, name, _, _ in string.Formatter().parse(MESSAGES.get(code, "")) if name
        }
        if is_complete and not fact_names <= facts:
            gaps.append((code, fact_names - facts))
    assert not gaps


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_messages_are_sentences_that_fit_the_band(code: str) -> None:
    text = MESSAGES[code]
    assert text.endswith((".", "?"))
    assert width(text) < NOTICE_WIDTH * 0.8


def test_message_names_seat_amount_and_rule() -> None:
    message = refusal(Refusal("cannot_check", "S-105", seat=4, owed=800))
    assert message == "$8 to call; seat 4 can\u2019t check. Log a call or a fold. (Rule S-105)"


@pytest.mark.parametrize("players", [0, 2])
def test_misdeal_confirmation_counts_as_the_house_does(players: int) -> None:
    """A few acts may come before the confirmation; a round without tracking counts, whoever acted in it."""
    message = refusal(Refusal("confirm_misdeal", "H-01", players=players, with_chips=players))
    assert message == (
        "There\u2019s been substantial action. Tap MISDEAL again to confirm, or call the floor. (House rule H-01)"
    )


def test_waitlist_and_house_rule_refusals_have_messages() -> None:
    message = refusal(Refusal("button_tie", "H-25", seats=[3, 7], rank="K"))
    assert message == "Seats 3 and 7 tie. Redraw between them. (House rule H-25)"


@pytest.mark.parametrize(
    ("card", "text"), [("Ad", "A\u2666"), ("Th", "10\u2665"), ("2c", "2\u2663"), ("Zz", "Zz")]
)
def test_card_is_written_with_its_symbol(card: str, text: str) -> None:
    message = refusal(Refusal("card_twice", "S-019", card=card))
    assert message == f"{text} is entered twice. Remove one. (Rule S-019)"


def test_an_unknown_code_does_not_fail() -> None:
    message = refusal(Refusal("moon_is_full", "S-001", seat=1))
    assert message.startswith("Not logged: moon is full.")
    assert "S-001" in message


def test_a_missing_fact_does_not_fail() -> None:
    assert "$?" not in refusal(Refusal("capped", "H-03"))


def test_refusal_without_a_rule_has_no_citation() -> None:
    assert citation("") == ""
