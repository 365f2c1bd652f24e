"""Test cases of the room's rules as data: read from TOML and played through the engine. See docs/cases.md.

A file has `[stakes.NAME]`, `[promotions.NAME]` and `[[case]]` tables. A case has
id, rules (numbers such as "S-106", "H-04", "V22"), title;
stakes: a name in the file, or a table {like = "NAME", ...}; house: house settings that differ from the defaults;
tracking, chairs, seats ("1 2 3=200": seat, or seat=counted stack), button, open (false: the table stays closed);
promotions: names in the file, or tables {like = "NAME", ...}; at: the time of the lines in milliseconds;
do: command lines, "3 raise 20" for an act or "name arg=value ..." for any command;
then what must hold: refused (by the last line), expect (dotted paths into the view, or into the state after
"state."; "null" is an empty place), events (names in order), stacks; and `then`, further steps of the same shape.
A case may use any unit for its amounts; the engine takes them as the smallest unit.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from poker import commands as c
from poker import rules, timeline
from poker.codec import encode_event
from poker.command_lines import LineError, commands
from poker.engine import create
from poker.events import Event
from poker.irregularities.evaluate import Contradicted, FactNeeded, Proposal, Verdict
from poker.irregularities.facts import phases
from poker.irregularities.propose import (
    assess,
    others,
    possible_irregularities,
    preview_steps,
    remedy_steps,
)
from poker.json_types import JsonObject
from poker.promotion_terms import TablePromotion
from poker.refusal import Refusal
from poker.stakes import Stakes
from poker.state import Table
from poker.table_event import PlannedLevel, SeatPenalty, TableEvent
from poker.timeline import CommandEvents
from poker.toml_input import TomlError, line_of_key, lines_of_tables, out_of_bounds, parse
from poker.view import view
from poker.view_paths import MISSING, resolve_path

# How messages name the types of a case.
_TYPES = {
    "int": "whole number",
    "float": "number with decimals",
    "str": "text",
    "bool": "true or false",
    "array": "list",
    "object": "table",
}
CASE_LEVEL = 20 * 60_000  # milliseconds
_BAD_ARGUMENTS = {"unknown_command", "bad_command", "bad_seat", "bad_amount", "bad_count"}
_SEAT = re.compile(r"(?P<seat>[1-9][0-9]{0,2})(?:=(?P<stack>-?[0-9]{1,15}))?")


class CaseError(Exception):
    """A case that cannot be read or played; the message gives the place and the reason."""


class _Unreadable(Exception):
    """A line whose arguments have the wrong type; the message names them."""


class ExpectedRefusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The refusal that the last command line must produce; `facts` lists the facts that must match."""

    code: str
    rule: str | None = None
    facts: JsonObject = {}


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An irregularity reported after the lines, the expected proposal, and whether to rule on it (`rule`)."""

    key: str
    facts: JsonObject = {}
    outcome: str = ""  # the id of the decision rule
    asks: str = ""  # the fact that must be asked for
    contradicts: str = ""  # the fact of the log for which no ruling is made
    who: str = ""
    authority: str | None = None
    says: str = ""  # text of the result
    # The stub before and after each line of the remedy, including rounds and streets between its
    # steps.
    stubs: tuple[int, ...] = ()
    # Outcomes by setting and option, such as `{ "premature_turn=reshuffle" = "reshuffle" }`.
    others: dict[str, str] = {}
    rule: bool = True


class CaseStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Command lines, an optional ruling, and what must hold after them."""

    do: tuple[str, ...] = ()
    at: int = 0  # milliseconds; 0 is the time of the step before
    ruling: Ruling | None = None
    refused: ExpectedRefusal | None = None
    expect: dict[str, object] = {}
    events: tuple[str, ...] = ()
    stacks: dict[str, int] = {}


class Case(CaseStep, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One `[[case]]` table."""

    id: str
    rules: tuple[str, ...]
    title: str
    stakes: str | dict[str, object]
    house: dict[str, object] = {}
    tracking: Literal["actions", "streets"] = "actions"
    chairs: int = 10
    seats: str = ""
    button: int = 0
    penalties: dict[str, int] = {}  # hands left by seat, at a tournament table
    promotions: tuple[str | dict[str, object], ...] = ()
    open: bool = True
    then: tuple[CaseStep, ...] = ()
    line: int = 0  # line number of its first line in the file

    def turns(self) -> Iterator[CaseStep]:
        """Yield the case's own lines and expectations, then its further steps."""
        yield self
        yield from self.then


def load(text: str) -> tuple[Case, ...]:
    """Return the cases of a file. Raises `CaseError` if one does not follow the format."""
    try:
        data = parse(text)
    except TomlError as error:
        where = f"line {error.line}: " if error.line else ""
        raise CaseError(f"{where}{error}") from error
    unknown = set(data) - {"stakes", "promotions", "case"}
    if unknown:
        line = min(line_of_key(text, name) for name in unknown)
        raise CaseError(f"line {line}: unknown tables: {', '.join(sorted(unknown))}")
    named_stakes = _named_tables(text, "stakes", data.get("stakes", {}))
    named_promotions = _named_tables(text, "promotions", data.get("promotions", {}))
    tables = data.get("case", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        line = line_of_key(text, "case")
        raise CaseError(f"line {line}: `case` isn't a list of tables: write [[case]] above each")
    lines = lines_of_tables(text, "case", [str(table.get("id", "")) for table in tables])
    cases = tuple(
        _case(line, table, named_stakes, named_promotions)
        for line, table in zip(lines, tables, strict=True)
    )
    _check_ids(cases)
    return cases


def _named_tables(text: str, kind: str, tables: object) -> dict[str, object]:
    """Return the `[stakes.NAME]` or `[promotions.NAME]` tables of a file."""
    fault = out_of_bounds(tables)
    named: JsonObject = tables if isinstance(tables, dict) else {"": None}
    if not fault and all(isinstance(value, dict) for value in named.values()):
        return named
    fault = fault or f"isn't a table: write [{kind}.NAME] above its keys"
    raise CaseError(f"line {line_of_key(text, kind)}: `{kind}` {fault}")


def _check_ids(cases: Sequence[Case]) -> None:
    counts = Counter(case.id for case in cases)
    twice = sorted(case_id for case_id, count in counts.items() if count > 1)
    if twice:
        second = [case for case in cases if case.id == twice[0]][1]
        raise CaseError(f"line {second.line}: ids that occur twice: {', '.join(twice)}")


def _case(
    line: int,
    table: dict[str, object],
    named_stakes: dict[str, object],
    named_promotions: dict[str, object],
) -> Case:
    case_id = table.get("id")
    name = case_id if isinstance(case_id, str) else "a case without an id"
    if fault := out_of_bounds(table):
        raise CaseError(f"line {line}, {name}: {fault}")
    try:
        case = msgspec.convert({**table, "line": line}, Case)
        stakes = msgspec.convert(_stakes(case.stakes, named_stakes), Stakes)
        promotions = tuple(_promotion(entry, named_promotions) for entry in case.promotions)
    except msgspec.ValidationError as error:
        raise CaseError(f"line {line}, {name}: {_plain(str(error))}") from error
    except LookupError as error:
        raise CaseError(f"line {line}, {name}: {error.args[0]}") from error
    return msgspec.structs.replace(
        case,
        stakes=msgspec.to_builtins(stakes),
        promotions=tuple(msgspec.to_builtins(promotion) for promotion in promotions),
    )


def _plain(message: str) -> str:
    """Return a message of msgspec in the terms of the case format: first the key, then the types."""
    text, _, path = message.partition(" - at `$")
    text = text.replace("Object missing required field", "there is no key")
    text = text.replace("Object contains unknown field", "no case has the key")
    types = "|".join(_TYPES)
    text = re.sub(rf"\b({types})\b(?=[ |`])", lambda match: _TYPES[match[1]], text)
    text = text.replace("`", "").replace(" | ", " or ")
    key = path.rstrip("`").lstrip(".")
    return f"{key}: {text[:1].lower()}{text[1:]}" if key else f"{text[:1].lower()}{text[1:]}"


def _merged(kind: str, entry: str | dict[str, object], named: JsonObject) -> dict[str, object]:
    """Return a named table of the file with the changes of the case."""
    own = {"like": entry} if isinstance(entry, str) else dict(entry)
    like = own.pop("like", "")
    if not isinstance(like, str) or (like and like not in named):
        raise LookupError(f"no [{kind}.{like}] in this file")
    return {**named.get(like, {}), **own}


def _promotion(entry: str | dict[str, object], named: JsonObject) -> TablePromotion:
    """Return a promotion; the name of its table is its key and title unless it has its own."""
    name = entry if isinstance(entry, str) else entry.get("like", "")
    promotion = {"key": name, "title": name, **_merged("promotions", entry, named)}
    return msgspec.convert(promotion, TablePromotion)


def _stakes(entry: str | dict[str, object], named_stakes: JsonObject) -> dict[str, object]:
    stakes = _merged("stakes", entry, named_stakes)
    chips = stakes.setdefault("chips", [1])
    numbers = [chip for chip in chips if type(chip) is int] if isinstance(chips, list) else []
    chip = min(numbers, default=1)
    return {"buy_in_min": chip, "buy_in_max": chip * 10**9, **stakes}


class CaseRun:
    """A running case: the table, its log, and the event names since the last expectations were checked."""

    def __init__(self, case: Case) -> None:
        outcome = create("T1", case.chairs)
        self.log = [CommandEvents("0", outcome.events)]
        self.table: Table = outcome.state
        self.names: list[str] = []
        self.now = 0
        self._set_up(case)

    def _set_up(self, case: Case) -> None:
        stakes = msgspec.convert(case.stakes, Stakes)
        if stakes.tournament:
            self.do(c.SetTableEvent(_event(stakes, case.penalties)))
        if case.promotions:
            promotions = msgspec.convert(case.promotions, tuple[TablePromotion, ...])
            self.do(c.SetPromotions(promotions))
        for number, stack in seats_of(case.seats).items():
            self.do(c.SeatPlayer(number, f"p{number}", f"Player {number}", stack))
        if case.open:
            self.do(c.OpenTable(stakes, rules.read(case.house), case.tracking))
        if case.button:
            self.do(c.SetButton(case.button))
        self.names.clear()

    def do(self, command: c.Command) -> None:
        """Execute a command and append it to the log. Its id is its index in the log; creating the table is 0."""
        command_id = str(len(self.log))
        outcome = timeline.decide(
            self.table,
            lambda: timeline.recent(self.log),
            command,
            now=self.now,
            command_id=command_id,
        )
        self.table = outcome.state
        if outcome.events:
            self.log.append(CommandEvents(command_id, outcome.events))
        self.names += [encode_event(event)[0] for event in outcome.events]


def _event(stakes: Stakes, penalties: dict[str, int]) -> TableEvent:
    """Return the tournament of a case: one level with the case's stakes."""
    level = PlannedLevel(
        number=1,
        length=CASE_LEVEL,
        pause=False,
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        blinds=stakes.blinds,
        ante=stakes.ante,
        bring_in=stakes.bring_in,
        game=stakes.game,
        limit=stakes.limit,
        chips=stakes.chips,
    )
    served = tuple(SeatPenalty(int(seat), left) for seat, left in penalties.items())
    return TableEvent(event="1", name="Event", levels=(level,), penalties=served)


def seats_of(text: str) -> dict[int, int | None]:
    """Return the seats of "1 2 5=200" with their counted stacks, None for an uncounted stack. Raises `CaseError`."""
    return dict(_seat(word) for word in text.split())


def _seat(word: str) -> tuple[int, int | None]:
    """Return a seat and its counted stack, None if it has none."""
    match = _SEAT.fullmatch(word)
    if match is None:
        raise CaseError(f"{word!r} isn't a seat: write 3, or 3=200 for a counted stack")
    stack = int(match["stack"]) if match["stack"] else None
    if stack is not None and stack < 0:
        raise CaseError(f"seat {match['seat']} starts with {stack}: a stack is 0 or more")
    return int(match["seat"]), stack


def events(case: Case) -> Iterator[Event]:
    """Yield all events of a case, including its setup."""
    play = CaseRun(case)
    _differences(case, play)
    for batch in play.log:
        yield from batch.events


def event_names(case: Case) -> frozenset[str]:
    """Return the names of all events of a case, including its setup."""
    return frozenset(encode_event(event)[0] for event in events(case))


def check(case: Case) -> tuple[str, ...]:
    """Play a case and return the mismatches between its expectations and the engine; empty if it holds.

    Raises `CaseError` for a case that cannot be played: no table can be set up, or a line is not a command.
    """
    try:
        play = CaseRun(case)
    except (Refusal, CaseError) as error:
        raise CaseError(f"line {case.line}: the table can't be set up: {error}") from error
    return _differences(case, play)


def _differences(case: Case, play: CaseRun) -> tuple[str, ...]:
    for number, turn in enumerate(case.turns()):
        where = f"line {case.line}" + (f", then {number}" if number else "")
        play.names.clear()
        play.now = turn.at or play.now
        try:
            results = [
                *_line_mismatches(play, turn),
                *_rule_mismatches(play, turn.ruling),
                *_unmet(play, turn),
            ]
        except (LineError, _Unreadable) as error:
            raise CaseError(f"{where}: {error}") from error
        if results:
            return tuple(f"{where}: {text}" for text in results)
    return ()


def _line_mismatches(play: CaseRun, turn: CaseStep) -> Iterator[str]:
    """Execute the lines. The last one must be refused if the case expects a refusal; the others must not be."""
    if turn.refused and not turn.do:
        yield "`refused` without a command line"
    for number, line in enumerate(turn.do, 1):
        expected_refusal = turn.refused if number == len(turn.do) else None
        before = play.table
        try:
            for command in commands(line):
                play.do(command)
        except Refusal as refusal:
            yield from _refusal_mismatches(line, expected_refusal, refusal)
            if play.table is not before:
                yield f"{line!r} was refused but changed the table"
            return
        if expected_refusal is not None:
            yield f"{line!r} was accepted, expected the refusal {expected_refusal.code}"


def _refusal_mismatches(
    line: str, expected_refusal: ExpectedRefusal | None, refusal: Refusal
) -> Iterator[str]:
    if expected_refusal is None:
        if refusal.code in _BAD_ARGUMENTS:
            raise _Unreadable(f"{line!r} isn't a command: {_bad_argument(refusal)}")
        yield f"{line!r} was refused: {refusal}"
        return
    if refusal.code != expected_refusal.code:
        yield f"{line!r}: expected the refusal {expected_refusal.code}, found {refusal}"
    if expected_refusal.rule is not None and refusal.rule != expected_refusal.rule:
        yield f"{line!r}: expected rule {expected_refusal.rule}, found {refusal.rule or 'none'}"
    for name, value in expected_refusal.facts.items():
        if (row := refusal.facts.get(name)) != value:
            yield f"{line!r}: expected the fact {name} = {value!r}, found {row!r}"


def _bad_argument(refusal: Refusal) -> str:
    facts = refusal.facts
    if refusal.code == "unknown_command":
        return f"there is no command {facts['name']}"
    if refusal.code == "bad_command":
        return _plain(str(facts["detail"]))
    return f"{facts['value']} is no {refusal.code.removeprefix('bad_')}"


def _rule_mismatches(play: CaseRun, ruling: Ruling | None) -> Iterator[str]:
    """Report the irregularity, compare the proposal, and rule as proposed."""
    if ruling is None:
        return
    try:
        yield from _proposal_mismatches(play, ruling)
    except Refusal as refusal:
        yield f"the ruling on {ruling.key} was refused: {refusal}"


def _proposal_mismatches(play: CaseRun, ruling: Ruling) -> Iterator[str]:
    possible = {row.key for row in possible_irregularities(play.table)}
    if ruling.key not in possible and not ruling.contradicts:
        yield f"{ruling.key} can't happen here: {', '.join(sorted(phases(play.table)))}"
    if play.table.floor is None:
        play.do(c.CallFloor())
    play.do(c.Report(ruling.key, ruling.facts))
    verdict, table = assess(timeline.recent(play.log), ruling.key, ruling.facts)
    if not isinstance(verdict, Proposal) or ruling.contradicts:
        yield from _no_proposal_mismatches(verdict, ruling)
        return
    yield from _text_mismatches(verdict, ruling)
    yield from _others(play, ruling)
    if ruling.stubs:
        stubs = tuple(line.ledger.stub for line in preview_steps(table, verdict))
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


def _no_proposal_mismatches(verdict: Verdict, ruling: Ruling) -> Iterator[str]:
    """Yield the mismatch if a report gets no ruling: a fact must be asked for, the log contradicts it, or no row
    fits.
    """
    match verdict:
        case Contradicted():
            if verdict.fact != ruling.contradicts:
                yield f"expected {_expected_result(ruling)}, found that the log contradicts it: {verdict.fact}"
        case FactNeeded():
            if not ruling.asks or verdict.fact != ruling.asks:
                yield f"expected {_expected_result(ruling)}, found a question for {verdict.fact}"
        case Proposal():
            yield f"expected {_expected_result(ruling)}, found {verdict.outcome}"
        case _:
            yield f"expected {_expected_result(ruling)}, found no row that fits"


def _expected_result(ruling: Ruling) -> str:
    if ruling.contradicts:
        return f"that the log contradicts it by {ruling.contradicts}"
    return ruling.outcome or f"a question for {ruling.asks}"


def _text_mismatches(verdict: Proposal, ruling: Ruling) -> Iterator[str]:
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
    outcomes = {
        f"{other.setting}={str(other.option).lower() if isinstance(other.option, bool) else other.option}": (
            other.verdict.outcome if isinstance(other.verdict, Proposal) else ""
        )
        for other in others(play.table, ruling.key, ruling.facts)
    }
    for option, outcome in ruling.others.items():
        if outcomes.get(option) != outcome:
            yield f"under {option}: expected {outcome}, found {outcomes.get(option, 'the same as now')}"


def _unmet(play: CaseRun, turn: CaseStep) -> Iterator[str]:
    yield from _in_order(turn.events, play.names)
    if not turn.expect and not turn.stacks:
        return
    # Between hands the view shows the stacks after the next blinds.
    view_data = {**msgspec.to_builtins(view(play.table)), "state": play.table}
    where = "seats" if play.table.hand else "state.seats"
    stacks = {f"{where}.{seat}.stack": stack for seat, stack in turn.stacks.items()}
    for path, value in {**turn.expect, **stacks}.items():
        match = resolve_path(view_data, path)
        if match is None if value == "null" else _is_same(match, value):
            continue
        value_text = "nothing there" if match is MISSING else repr(match)
        yield f"{path}: expected {value!r}, found {value_text}"


def _is_same(match: object, value: object) -> bool:
    """Return whether a value is the expected one; true does not equal 1."""
    return match == value and isinstance(match, bool) == isinstance(value, bool)


def _in_order(expected: Iterable[str], names: Sequence[str]) -> Iterator[str]:
    rest = iter(names)
    for name in expected:
        if name not in rest:
            yield f"event {name} is missing or out of order in: {' '.join(names)}"
            return
