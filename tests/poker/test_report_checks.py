"""What people report is of the kind that rows and screens read: anything else is refused and never in the log."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from poker.cases import CaseRun, load
from poker.command_lines import commands
from poker.irregularities import facts as engine
from poker.irregularities.facts import known_facts
from poker.irregularities.load import catalogue
from poker.irregularities.report_checks import check_report as reported
from poker.refusal import Refusal

WRONG: tuple[Any, ...] = (
    ["a"],
    {"a": 1},
    [[1]],
    "<b>x</b>",
    "x" * 300,
    -1,
    10**11,
    1.5,
    [99],
    [True],
    [1, "2"],
    {"a": {"b": []}},
)
CASES = Path(__file__).parent / "cases"
NAMES = sorted({*engine.NAMES, *catalogue().facts})


@pytest.mark.parametrize("name", NAMES)
def test_fact_of_the_wrong_type_is_refused(name: str) -> None:
    fact = catalogue().facts.get(name)
    for value in WRONG:
        if fact is not None and fact.type == "text" and value == "<b>x</b>":
            continue  # words are words; pages escape them
        with pytest.raises(Refusal, match=r"^bad_fact "):
            reported("", {name: value})


@pytest.mark.parametrize("stem", ["deal", "no_limit", "stud_opening", "draw_games", "remedies"])
def test_facts_known_from_the_log_are_accepted(stem: str) -> None:
    for case in load((CASES / f"{stem}.toml").read_text()):
        play = CaseRun(case)
        for command_line in case.do:
            for command in commands(command_line):
                with suppress(Refusal):
                    play.do(command)
        data = {
            name: value for name, value in known_facts(play.table).items() if name in engine.NAMES
        }
        reported("", data)
