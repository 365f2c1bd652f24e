"""Every sentence of a floor call can be carried out: no gap, no list of all seats, nothing asked that the log has.

Each row of the catalogue is reported at tables of its games, with bets followed and by streets. Each possible answer to
each of its questions is given at least once in each game. `make test` takes some rows and games, `make test-all` takes
all.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from dealer_ui.messages.floor import SMALLER, step_size
from dealer_ui.messages.text_width import BAND, DONE_ROOM, SIZE, fits
from dealer_ui.screen import screen
from dealer_ui.screen.model import Key, ProposalPanel, Screen
from dealer_ui.screen.open_call import OpenCall
from poker import commands as c
from poker.engine import run
from poker.games import GAMES
from poker.irregularities.evaluate import FactNeeded, Proposal
from poker.irregularities.load import catalogue
from poker.irregularities.model import Irregularity
from poker.irregularities.propose import possible_irregularities, remedy_steps
from poker.irregularities.templates import UNSEEN
from poker.refusal import Refusal
from poker.state import Table
from poker.view import view
from tests.support.law_examples import sampled
from tests.support.play import assess_call, open_table, play

ROWS = list(catalogue().rows.values())
SEAT_LIST = re.compile(r"[Ss]eats \d+((, | and )\d+){4,}")  # five or more
GAP = re.compile(r"\?\?|…|\{|\}")


LIMITS = ("split", "fixed", "spread", "pot", "none")  # of a game without limits of its own


def plaque_of(key: str, limit: str) -> dict[str, Any]:
    """Return a plaque of a game."""
    game = GAMES[key]
    forced = {"blinds": [200, 400]} if game.button else {"blinds": [], "ante": 100, "bring_in": 200}
    bets = {"small_bet": 400, "big_bet": 400 if limit == "fixed" else 800}
    return {"game": key, "limit": limit} | forced | bets


def moments(key: str, limit: str, tracking: str) -> Iterator[Table]:
    """Yield a table before the deal, after one act, and on every street up to the showdown."""
    game = GAMES[key]
    seats = min(9, game.seats)
    table = open_table(plaque_of(key, limit), seats=seats)
    if tracking == "streets":
        table = run(table, c.SetTracking("streets"), now=0).state
    yield table
    for line in ("deal", "opener seat=1", f"{3 if game.button else 2} fold"):
        try:
            table = play(table, line)
        except Refusal:
            continue
        yield table
    while table.hand is not None and table.hand.stage not in ("showdown", "award"):
        try:
            table = play(table, f"close_street count={max(2, table.hand.still_in() - 1)}")
        except Refusal:
            return
        yield table


@cache
def reportable(
    key: str, limit: str, tracking: str
) -> tuple[tuple[Table, tuple[Irregularity, ...]], ...]:
    """Return the moments of a game, each with the rows that can be reported then."""
    return tuple((table, possible_irregularities(table)) for table in moments(key, limit, tracking))


def reports(row: Irregularity) -> Iterator[Table]:
    """Yield tables at which the row can be reported, for each of its games with each limit, tracking and moment."""
    plaques = [
        (key, limit)
        for key, game in GAMES.items()
        if (not row.family or game.family in row.family) and (not row.games or key in row.games)
        for limit in game.limits or LIMITS
    ]
    for key, limit in sampled(plaques, 6):
        for tracking in ("actions", "streets"):
            for table, rows in reportable(key, limit, tracking):
                if row in rows:
                    yield table


def panel(table: Table, row: Irregularity) -> ProposalPanel:
    """Return the panel of a reported call."""
    shown = screen(view(table), now_ms=0, call=OpenCall((row,), assess_call(table)))
    assert shown.floor.told is not None
    return shown.floor.told


def answers(asked: ProposalPanel) -> list[object]:
    """Return the possible answers to the question that decides; of several seats each alone, and all of them."""
    name = asked.ask
    question = asked.questions[asked.ask]
    keys = [*question.seats, *question.keys, *question.more]
    match catalogue().facts[name].type:
        case "card":
            return [UNSEEN, "2c"]
        case "money":
            return [400, 1]
    values = [_value(key, name) for key in keys]
    if question.many:
        return [*([value] for value in values), values]
    return values


def _value(key: Key, name: str) -> object:
    """Return the answer that a key sends."""
    assert key.do is not None
    facts = key.do.args["facts"]  # type: ignore[index]
    assert isinstance(facts, dict)
    return facts[name]


def expect_sentence(text: str, of: str) -> None:
    """Check that a text has no gap and does not list the seats of a whole table."""
    assert not GAP.search(text), (of, text)
    assert not SEAT_LIST.search(text), (of, text)
    assert "  " not in text, (of, text)
    assert text == text.strip(), (of, text)


def expect_step_fits(shown: Screen, of: str) -> None:
    """Check the step's sentence: on one line, or on two of smaller letters beside DONE."""
    step = shown.step
    has_key = bool(shown.ruling and shown.ruling.done)
    expect_sentence(f"{step.now} {step.then}".strip(), of)
    room = DONE_ROOM if has_key else BAND
    if step_size(step, key=has_key) == "longest":
        assert fits(step.now, step.then, room=2 * room * SIZE // SMALLER), (of, step)
    elif shown.ruling is None:
        assert fits(step.now, step.then), (of, step)


def expect_answers(called: Table, row: Irregularity, tried: set[str], turn: int) -> None:
    """Check a report after each answer that is not tried yet, and after another one of the tried answers each turn."""
    reported: list[tuple[Table, frozenset[str]]] = [(called, frozenset())]
    while reported:
        table, asked = reported.pop()
        shown = panel(table, row)
        expect_panel(shown, row)
        if not shown.ask:
            expect_ruling(table, row)
            continue
        assert shown.ask not in asked, (row.key, shown.ask)
        expect_question(shown, table, row)
        options = answers(shown)
        chosen = [value for value in options if f"{shown.ask} {value}" not in tried]
        tried |= {f"{shown.ask} {value}" for value in chosen}
        for value in chosen or [options[turn % len(options)]]:
            after = run(table, c.Report(facts={shown.ask: value}), now=0).state
            reported.append((after, asked | {shown.ask}))


def expect_panel(shown: ProposalPanel, row: Irregularity) -> None:
    """Check every text of a report."""
    for fact in shown.facts:
        expect_sentence(fact.value, row.key)
    for step in shown.steps:
        expect_sentence(step.text, row.key)
    for question in shown.questions.values():
        for text in (question.text, *(key.text for key in (*question.keys, *question.more))):
            expect_sentence(text, row.key)
    expect_sentence(shown.result, row.key)


def expect_question(shown: ProposalPanel, table: Table, row: Irregularity) -> None:
    """Check that the log does not have the answer, and leaves a choice."""
    assessment = assess_call(table)
    assert isinstance(assessment.verdict, FactNeeded)
    assert assessment.facts.get(shown.ask) is None, (row.key, shown.ask)
    question = shown.questions[shown.ask]
    choices = [*question.seats, *question.keys, *question.more]
    assert choices, (row.key, shown.ask)
    if catalogue().facts[shown.ask].type == "choice":
        assert len(choices) > 1, (row.key, shown.ask)


def expect_ruling(table: Table, row: Irregularity) -> None:
    """Rule as the row proposes, and check the step after each tap until the ruling is done."""
    assessment = assess_call(table)
    if not isinstance(assessment.verdict, Proposal) or not assessment.acceptable:
        return
    if assessment.verdict.back:
        return  # the rollback needs the log
    ruling = c.MakeRuling(
        ruling="R 1121-1",
        result=assessment.verdict.result[:500],
        by="Oak",
        decision="accepted",
        steps=remedy_steps(assessment.verdict),
    )
    table = run(table, ruling, now=0).state
    for _ in range(20):
        shown = screen(view(table), now_ms=0)
        expect_step_fits(shown, row.key)
        hand = table.hand
        try:
            if shown.ruling and shown.ruling.done:
                table = run(table, c.StepDone(), now=0).state
            elif hand is not None and hand.stage not in ("showdown", "award"):
                table = run(table, c.CloseStreet(hand.still_in()), now=0).state
            else:
                return
        except Refusal:
            return


@pytest.mark.parametrize("key", [row.key for row in sampled(ROWS, 12)])
def test_every_sentence_of_a_report_can_be_carried_out(key: str) -> None:
    row = catalogue().rows[key]
    tried: dict[str, set[str]] = {}
    for turn, table in enumerate(reports(row)):
        called = play(table, "call_floor", f"report key={key}")
        expect_answers(called, row, tried.setdefault(table.game.key, set()), turn)
