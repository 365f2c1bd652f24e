"""Every case of the rules has a screen after each of its lines: texts, keys and views for every game and stage."""

from pathlib import Path

import pytest

from dealer_ui.screen import screen
from poker.cases import Case, CaseRun, load
from poker.command_lines import commands
from poker.refusal import Refusal
from poker.view import view

FOLDER = Path(__file__).parent.parent / "poker" / "cases"
CASES = [
    (file.stem, case) for file in sorted(FOLDER.glob("*.toml")) for case in load(file.read_text())
]


@pytest.mark.parametrize("case", [pytest.param(c, id=f"{stem}/{c.id}") for stem, c in CASES])
def test_each_line_of_a_case_has_a_screen(case: Case):
    play = CaseRun(case)
    for turn in case.turns():
        for command_line in turn.do:
            execute_line(play, command_line)
            message = screen(view(play.table), now_ms=0).step
            assert message.now.strip(" ."), command_line
            assert "{" not in message.now + message.then, command_line


def execute_line(play: CaseRun, command_line: str) -> None:
    """Execute a line; a refused line leaves the screen unchanged."""
    try:
        for command in commands(command_line):
            play.do(command)
    except Refusal:
        return
