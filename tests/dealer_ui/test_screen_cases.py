"""Cases of the rules have a screen after each of their lines: texts, keys and views for every game and stage."""

import re
from pathlib import Path

import msgspec
import pytest

from dealer_ui.screen import screen
from poker.cases import Case, CaseRun, load
from poker.command_lines import commands
from poker.currency import set_currency
from poker.refusal import Refusal
from poker.view import view
from staff.currencies import CURRENCIES
from tests.support.law_examples import sampled

FILLED_IN = re.compile(rb"\$(seat|stub)")  # the page puts numbers there
FOLDER = Path(__file__).parent.parent / "poker" / "cases"
CASES = [
    (file.stem, case) for file in sorted(FOLDER.glob("*.toml")) for case in load(file.read_text())
]


@pytest.mark.parametrize(
    "case", [pytest.param(c, id=f"{stem}/{c.id}") for stem, c in sampled(CASES, 4)]
)
def test_each_line_of_a_case_has_a_screen_without_a_dollar_in_a_room_in_euros(case: Case):
    set_currency(CURRENCIES["EUR"])
    play = CaseRun(case)
    for turn in case.turns():
        for command_line in turn.do:
            execute_line(play, command_line)
            shown = screen(view(play.table), now_ms=0)
            message = shown.step
            assert b"$" not in FILLED_IN.sub(b"", msgspec.json.encode(shown)), command_line
            assert message.now.strip(" ."), command_line
            assert "{" not in message.now + message.then, command_line


def execute_line(play: CaseRun, command_line: str) -> None:
    """Execute a line; a refused line leaves the screen unchanged."""
    try:
        for command in commands(command_line):
            play.do(command)
    except Refusal:
        return
