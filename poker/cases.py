"""Test cases of the room's rules as data: read from TOML and played through the engine. See docs/cases.md.

A file has `[stakes.NAME]` tables and `[[case]]` tables. A case has
id, rules (numbers such as "S-106", "H-04", "V22"), title;
stakes: a name in the file, or a table {like = "NAME", ...}; house: house settings that differ from the defaults;
tracking, chairs, seats ("1 2 3=200": seat, or seat=counted stack), button, open (false: the table stays closed);
do: command lines, "3 raise 20" for an act or "name arg=value ..." for any command;
then what must hold: refused (by the last line), expect (dotted paths into the view, or into the state after
"state."; "null" is an empty place), events (names in order), stacks; and `then`, further steps of the same shape.
Amounts are in any unit the case likes: the engine counts in the smallest one.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from poker import commands as c
from poker import rules, timeline
from poker.codec import encode_event
from poker.command_lines import LineError, commands
from poker.engine import create, run
from poker.irregularities.evaluate import Contradicted, FactNeeded, Proposal, Verdict
from poker.irregularities.facts import phases
from poker.irregularities.propose import (
    assess,
    others,
    possible_irregularities,
    project,
    remedy_steps,
)
from poker.refusal import Refusal
from poker.stakes import Stakes
from poker.state import Table
from poker.timeline import CommandEvents
from poker.view import view
from poker.view_paths import MISSING, plain, resolve_path


class CaseError(Exception):
    """A case that cannot be read or played; the message says where and why."""


class ExpectedRefusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The refusal that the last command line must produce; `facts` lists the facts that must match."""

    code: str
    rule: str | None = None
    facts: dict[str, Any] = {}


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An irregularity reported after the lines, the expected proposal, and whether to rule on it (`rule`).

    outcome: the id of the decision rule; asks: the fact that must be asked for; contradicts: the fact of the log
    for which it is not ruled; says: text of the result; stubs: the
    stub before and after each line of the remedy, including rounds and streets between its steps; others: outcomes
    by setting and option, such as `{ "premature_turn=reshuffle" = "reshuffle" }`.
    """

    key: str
    facts: dict[str, Any] = {}
    outcome: str = ""
    asks: str = ""
    contradicts: str = ""
    who: str = ""
    authority: str | None = None
    says: str = ""
    stubs: tuple[int, ...] = ()
    others: dict[str, str] = {}
    rule: bool = True


class CaseStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Command lines, an optional ruling, and what must hold after them."""

    do: tuple[str, ...] = ()
    ruling: Ruling | None = None
    refused: ExpectedRefusal | None = None
    expect: dict[str, Any] = {}
    events: tuple[str, ...] = ()
    stacks: dict[str, int] = {}


class Case(CaseStep, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One case, as written in its table."""

    id: str
    rules: tuple[str, ...]
    title: str
    stakes: str | dict[str, Any]
    house: dict[str, Any] = {}
    tracking: str = "actions"
    chairs: int = 10
    seats: str = ""
    button: int = 0
    open: bool = True
    then: tuple[CaseStep, ...] = ()
    line: int = 0  # line number of its first line in the file

    def turns(self) -> Iterator[CaseStep]:
        """Yield the case's own lines and expectations, then the further steps."""
        yield self
        yield from self.then


def load(text: str) -> tuple[Case, ...]:
    """Return the cases of a file. Raises `CaseError` if one does not follow the format."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CaseError(f"not TOML: {error}") from error
    unknown = set(data) - {"stakes", "case"}
    if unknown:
        raise CaseError(f"unknown tables: {', '.join(sorted(unknown))}")
    named = data.get("stakes", {})
    cases = tuple(_case(text, raw, named) for raw in data.get("case", []))
    twice = {case.id for case in cases if sum(other.id == case.id for other in cases) > 1}
    if twice:
        raise CaseError(f"ids that occur twice: {', '.join(sorted(twice))}")
    return cases


def _case(text: str, raw: dict[str, Any], named: dict[str, Any]) -> Case:
    name = str(raw.get("id", "a case without an id"))
    line = _line_of(text, f'id="{name}"')
    try:
        case = msgspec.convert({**raw, "line": line}, Case)
        stakes = msgspec.convert(_stakes(case.stakes, named), Stakes)
    except (msgspec.ValidationError, LookupError) as error:
        raise CaseError(f"line {line}, {name}: {error}") from error
    return msgspec.structs.replace(case, stakes=msgspec.to_builtins(stakes))


def _stakes(given: str | dict[str, Any], named: dict[str, Any]) -> dict[str, Any]:
    if isinstance(given, str):
        given = {"like": given}
    own = dict(given)
    like = own.pop("like", "")
    if like and like not in named:
        raise LookupError(f"no [stakes.{like}] in this file")
    stakes = {**named.get(like, {}), **own}
    stakes.setdefault("chips", [1])
    chip = min(stakes["chips"], default=1)
    return {"buy_in_min": chip, "buy_in_max": chip * 10**9, **stakes}


def _line_of(text: str, wanted: str) -> int:
    same = (n for n, line in enumerate(text.splitlines(), 1) if wanted in re.sub(r"\s", "", line))
    return next(same, 0)


class CaseRun:
    """A running case: the table, its log, and the event names since the last expectations."""

    def __init__(self, case: Case) -> None:
        outcome = create("T1", case.chairs)
        self.log = [CommandEvents("0", outcome.events)]
        self.table: Table = outcome.table
        self.names: list[str] = []
        self._set_up(case)

    def _set_up(self, case: Case) -> None:
        for word in case.seats.split():
            if not re.fullmatch(r"[1-9]\d*(=\d+)?", word):
                raise CaseError(f"{word!r} isn't a seat: write 3, or 3=200 for a counted stack")
            number, _, stack = word.partition("=")
            taken = int(stack) if stack else None
            self.do(c.SeatPlayer(int(number), f"p{number}", f"Player {number}", taken))
        if case.open:
            stakes = msgspec.convert(case.stakes, Stakes)
            self.do(
                c.OpenTable(stakes, rules.read(case.house), case.tracking)  # type: ignore[arg-type]
            )
        if case.button:
            self.do(c.SetButton(case.button))
        self.names.clear()

    def do(self, command: c.Command) -> None:
        """Execute a command and append it to the log."""
        if isinstance(command, c.Undo):
            outcome = timeline.undo(since_base(self.log))
        elif isinstance(command, c.MakeRuling):
            outcome = timeline.apply_ruling(since_base(self.log), command, now=0)
        else:
            outcome = run(self.table, command, now=0)
        self.table = outcome.table
        if outcome.events:
            self.log.append(CommandEvents(str(len(self.log)), outcome.events))
        self.names += [encode_event(event)[0] for event in outcome.events]


def since_base(log: Sequence[CommandEvents]) -> Sequence[CommandEvents]:
    """Return the part of a log needed to build the current state: everything since the last checkpoint."""
    bases = (i for i in reversed(range(len(log))) if timeline.is_checkpoint(log[i].events[0]))
    return log[next(bases, 0) :]


def event_names(case: Case) -> frozenset[str]:
    """Return the names of all events of a case, including its setup."""
    play = CaseRun(case)
    _differences(case, play)
    return frozenset(encode_event(event)[0] for batch in play.log for event in batch.events)


def check(case: Case) -> tuple[str, ...]:
    """Play a case and return the mismatches between its expectations and the engine; empty if it holds."""
    try:
        play = CaseRun(case)
    except (Refusal, CaseError) as error:
        return (f"line {case.line}: the table can't be set up: {error}",)
    return _differences(case, play)


def _differences(case: Case, play: CaseRun) -> tuple[str, ...]:
    for number, turn in enumerate(case.turns()):
        where = f"line {case.line}" + (f", then {number}" if number else "")
        play.names.clear()
        try:
            results = [*_played(play, turn), *_ruled(play, turn.ruling), *_held(play, turn)]
        except (CaseError, LineError) as error:
            results = [str(error)]
        if results:
            return tuple(f"{where}: {text}" for text in results)
    return ()


def _played(play: CaseRun, turn: CaseStep) -> Iterator[str]:
    """Execute the lines. The last one must be refused if the case says so; the others must not be."""
    if turn.refused and not turn.do:
        yield "`refused` without a command line"
    for number, line in enumerate(turn.do, 1):
        expected_refusal = turn.refused if number == len(turn.do) else None
        before = play.table
        try:
            for command in commands(line):
                play.do(command)
        except Refusal as refusal:
            yield from _refused(line, expected_refusal, refusal)
            if play.table is not before:
                yield f"{line!r} was refused but changed the table"
            return
        if expected_refusal is not None:
            yield f"{line!r} was accepted, expected the refusal {expected_refusal.code}"


def _refused(
    line: str, expected_refusal: ExpectedRefusal | None, refusal: Refusal
) -> Iterator[str]:
    if expected_refusal is None:
        yield f"{line!r} was refused: {refusal}"
        return
    if refusal.code != expected_refusal.code:
        yield f"{line!r}: expected the refusal {expected_refusal.code}, found {refusal}"
    if expected_refusal.rule is not None and refusal.rule != expected_refusal.rule:
        yield f"{line!r}: expected rule {expected_refusal.rule}, found {refusal.rule or 'none'}"
    for name, value in expected_refusal.facts.items():
        if (row := refusal.facts.get(name)) != value:
            yield f"{line!r}: expected the fact {name} = {value!r}, found {row!r}"


def _ruled(play: CaseRun, ruling: Ruling | None) -> Iterator[str]:
    """Report the irregularity, compare the proposal, and rule as proposed."""
    if ruling is None:
        return
    try:
        yield from _proposed(play, ruling)
    except Refusal as refusal:
        yield f"the ruling on {ruling.key} was refused: {refusal}"


def _proposed(play: CaseRun, ruling: Ruling) -> Iterator[str]:
    possible = {row.key for row in possible_irregularities(play.table)}
    if ruling.key not in possible and not ruling.contradicts:
        yield f"{ruling.key} can't happen here: {', '.join(sorted(phases(play.table)))}"
    if play.table.floor is None:
        play.do(c.CallFloor())
    play.do(c.Report(ruling.key, ruling.facts))
    verdict, table = assess(since_base(play.log), ruling.key, ruling.facts)
    if not isinstance(verdict, Proposal) or ruling.contradicts:
        yield from _unproposed(verdict, ruling)
        return
    yield from _as_said(verdict, ruling)
    yield from _others(play, ruling)
    if ruling.stubs:
        stubs = tuple(line.ledger.stub for line in project(table, verdict))
        if stubs != ruling.stubs:
            yield f"stub after each step: expected {list(ruling.stubs)}, found {list(stubs)}"
    if ruling.rule:
        play.do(
            c.MakeRuling(
                ruling="R 0101-01",
                result=verdict.result,
                by="Supervisor",
                decision="accepted",
                key=verdict.key,
                outcome=verdict.outcome,
                steps=remedy_steps(verdict),
                back=verdict.back,
            )
        )


def _unproposed(verdict: Verdict, ruling: Ruling) -> Iterator[str]:
    """Yield the mismatch if a report is not ruled: a fact is asked for, the log contradicts it, or no row fits."""
    match verdict:
        case Contradicted():
            if verdict.fact != ruling.contradicts:
                yield f"expected {_wanted(ruling)}, found that the log contradicts it: {verdict.fact}"
        case FactNeeded():
            if not ruling.asks or verdict.fact != ruling.asks:
                yield f"expected {_wanted(ruling)}, found a question for {verdict.fact}"
        case Proposal():
            yield f"expected {_wanted(ruling)}, found {verdict.outcome}"
        case _:
            yield f"expected {_wanted(ruling)}, found no row that fits"


def _wanted(ruling: Ruling) -> str:
    if ruling.contradicts:
        return f"that the log contradicts it by {ruling.contradicts}"
    return ruling.outcome or f"a question for {ruling.asks}"


def _as_said(verdict: Proposal, ruling: Ruling) -> Iterator[str]:
    if ruling.asks:
        yield f"expected a question for {ruling.asks}, found {verdict.outcome}"
    if ruling.outcome and verdict.outcome != ruling.outcome:
        yield f"expected the outcome {ruling.outcome}, found {verdict.outcome}"
    if ruling.who and verdict.who != ruling.who:
        yield f"expected {ruling.who} to decide, found {verdict.who}"
    if ruling.authority is not None and verdict.authority != ruling.authority:
        yield f"expected the authority {ruling.authority!r}, found {verdict.authority!r}"
    if ruling.says not in verdict.result:
        yield f"expected {ruling.says!r} in: {verdict.result}"


def _others(play: CaseRun, ruling: Ruling) -> Iterator[str]:
    matches = {
        f"{other.setting}={str(other.option).lower() if isinstance(other.option, bool) else other.option}": (
            other.verdict.outcome if isinstance(other.verdict, Proposal) else ""
        )
        for other in others(play.table, ruling.key, ruling.facts)
    }
    for option, outcome in ruling.others.items():
        if matches.get(option) != outcome:
            yield f"under {option}: expected {outcome}, found {matches.get(option, 'the same as now')}"


def _held(play: CaseRun, turn: CaseStep) -> Iterator[str]:
    yield from _in_order(turn.events, play.names)
    if not turn.expect and not turn.stacks:
        return
    # As JSON, which is what a screen gets. Between hands the view shows stacks as after the next blinds.
    view_data = plain({**view(play.table), "state": play.table})
    where = "seats" if play.table.hand else "state.seats"
    stacks = {f"{where}.{seat}.stack": stack for seat, stack in turn.stacks.items()}
    for path, value in {**turn.expect, **stacks}.items():
        match = resolve_path(view_data, path)
        if match is None if value == "null" else match == value:
            continue
        shown = "nothing there" if match is MISSING else repr(match)
        yield f"{path}: expected {value!r}, found {shown}"


def _in_order(wanted: Iterable[str], names: Sequence[str]) -> Iterator[str]:
    rest = iter(names)
    for name in wanted:
        if name not in rest:
            yield f"event {name} is missing or out of order in: {' '.join(names)}"
            return
