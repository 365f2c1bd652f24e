"""Cases: rules of the room as data, read from TOML and played through the engine. docs/cases.md has examples.

A file holds `[stakes.NAME]` tables and `[[case]]` tables. A case has
  id, rules (numbers such as "S-106", "H-04", "V22"), title;
  stakes: a name of the file, or a table {like = "NAME", ...}; house: house settings that are not the defaults;
  tracking, chairs, seats ("1 2 3=200": seat, or seat=counted stack), button, open (false: the table stays closed);
  do: command lines, "3 raise 20" for an act or "name arg=value ..." for any command;
  then what must hold: refused (by the last line), expect (dotted paths into the view, or into the state after
  "state."; "null" is an empty place), events (names in order), stacks; and `then`, further steps of the same shape.
Amounts are in whatever unit the case likes: the engine counts in the smallest one.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from poker import commands as c
from poker import rules, timeline
from poker.codec import encode_event
from poker.engine import create, run
from poker.irregular.evaluate import Asks, Proposal
from poker.irregular.facts import phases
from poker.irregular.propose import others, possible, project, todos, weigh
from poker.lines import LineError, commands
from poker.paths import MISSING, look, plain
from poker.refusal import Refusal
from poker.stakes import Stakes
from poker.state import Table
from poker.timeline import Batch
from poker.view import view


class CaseError(Exception):
    """A case that cannot be read or played: where, and what is wrong with it."""


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The refusal that the last command line must meet; `facts` are those that matter."""

    code: str
    rule: str | None = None
    facts: dict[str, Any] = {}


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An irregularity that is reported after the lines, what must be proposed, and ruled unless `rule` is false.

    outcome: the id of the row's rule; asks: the fact that must be asked; says: words of the result; stubs: the stub
    as it lies, then after each line of the remedy, rounds and streets between its steps included; others: outcomes
    by setting and option, such as `{ "premature_turn=reshuffle" = "reshuffle" }`.
    """

    key: str
    facts: dict[str, Any] = {}
    outcome: str = ""
    asks: str = ""
    who: str = ""
    authority: str | None = None
    says: str = ""
    stubs: tuple[int, ...] = ()
    others: dict[str, str] = {}
    rule: bool = True


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Command lines, a ruling on what went wrong, and what must hold after them."""

    do: tuple[str, ...] = ()
    ruling: Ruling | None = None
    refused: Refused | None = None
    expect: dict[str, Any] = {}
    events: tuple[str, ...] = ()
    stacks: dict[str, int] = {}


class Case(Turn, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One case, as its table in the file says."""

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
    then: tuple[Turn, ...] = ()
    line: int = 0  # where it begins in its file

    def turns(self) -> Iterator[Turn]:
        """The case's own lines and expectations, then those that follow."""
        yield self
        yield from self.then


def load(text: str) -> tuple[Case, ...]:
    """The cases of a file. Raises `CaseError` for one that does not keep to the format."""
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


class Play:
    """A case on its way: the table, its log, and the event names of the lines since the last expectations."""

    def __init__(self, case: Case) -> None:
        outcome = create("T1", case.chairs)
        self.log = [Batch("0", outcome.events)]
        self.table: Table = outcome.table
        self.names: list[str] = []
        self._set_up(case)

    def _set_up(self, case: Case) -> None:
        for word in case.seats.split():
            if not re.fullmatch(r"[1-9]\d*(=\d+)?", word):
                raise CaseError(f"{word!r} is no seat: write 3, or 3=200 for a counted stack")
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
        """Carry a command out and keep it in the log."""
        if isinstance(command, c.Undo):
            outcome = timeline.undo(since_base(self.log))
        elif isinstance(command, c.MakeRuling):
            outcome = timeline.rule(since_base(self.log), command, now=0)
        else:
            outcome = run(self.table, command, now=0)
        self.table = outcome.table
        if outcome.events:
            self.log.append(Batch(str(len(self.log)), outcome.events))
        self.names += [encode_event(event)[0] for event in outcome.events]


def since_base(log: Sequence[Batch]) -> Sequence[Batch]:
    """The part of a log that a fold of the present needs: from the last base on."""
    bases = (i for i in reversed(range(len(log))) if timeline.is_base(log[i].events[0]))
    return log[next(bases, 0) :]


def happened(case: Case) -> frozenset[str]:
    """The names of all events of a case, its setting up included."""
    play = Play(case)
    _differences(case, play)
    return frozenset(encode_event(event)[0] for batch in play.log for event in batch.events)


def check(case: Case) -> tuple[str, ...]:
    """Play a case; the differences between what it says and what the engine does, none when it holds."""
    try:
        play = Play(case)
    except (Refusal, CaseError) as error:
        return (f"line {case.line}: the table cannot be set up: {error}",)
    return _differences(case, play)


def _differences(case: Case, play: Play) -> tuple[str, ...]:
    for number, turn in enumerate(case.turns()):
        where = f"line {case.line}" + (f", then {number}" if number else "")
        play.names.clear()
        try:
            found = [*_played(play, turn), *_ruled(play, turn.ruling), *_held(play, turn)]
        except (CaseError, LineError) as error:
            found = [str(error)]
        if found:
            return tuple(f"{where}: {text}" for text in found)
    return ()


def _played(play: Play, turn: Turn) -> Iterator[str]:
    """Carry the lines out; the last one must be refused when the case says so, the others must not."""
    if turn.refused and not turn.do:
        yield "`refused` without a command line"
    for number, line in enumerate(turn.do, 1):
        wanted = turn.refused if number == len(turn.do) else None
        before = play.table
        try:
            for command in commands(line):
                play.do(command)
        except Refusal as refusal:
            yield from _refused(line, wanted, refusal)
            if play.table is not before:
                yield f"{line!r} was refused but changed the table"
            return
        if wanted is not None:
            yield f"{line!r} was accepted, expected the refusal {wanted.code}"


def _refused(line: str, wanted: Refused | None, refusal: Refusal) -> Iterator[str]:
    if wanted is None:
        yield f"{line!r} was refused: {refusal}"
        return
    if refusal.code != wanted.code:
        yield f"{line!r}: expected the refusal {wanted.code}, found {refusal}"
    if wanted.rule is not None and refusal.rule != wanted.rule:
        yield f"{line!r}: expected rule {wanted.rule}, found {refusal.rule or 'none'}"
    for name, value in wanted.facts.items():
        if (found := refusal.facts.get(name)) != value:
            yield f"{line!r}: expected the fact {name} = {value!r}, found {found!r}"


def _ruled(play: Play, ruling: Ruling | None) -> Iterator[str]:
    """Report, compare what is proposed, and rule as proposed."""
    if ruling is None:
        return
    try:
        yield from _proposed(play, ruling)
    except Refusal as refusal:
        yield f"the ruling on {ruling.key} was refused: {refusal}"


def _proposed(play: Play, ruling: Ruling) -> Iterator[str]:
    if ruling.key not in {row.key for row in possible(play.table)}:
        yield f"{ruling.key} cannot happen here: {', '.join(sorted(phases(play.table)))}"
    if play.table.floor is None:
        play.do(c.CallFloor())
    play.do(c.Report(ruling.key, ruling.facts))
    verdict, table = weigh(since_base(play.log), ruling.key, ruling.facts)
    if not isinstance(verdict, Proposal):
        asked = verdict.fact if isinstance(verdict, Asks) else ""
        if not ruling.asks or ruling.asks != asked:
            wanted = f"{ruling.outcome or 'a question for ' + ruling.asks}"
            yield f"expected {wanted}, found {f'a question for {asked}' if asked else 'no row that fits'}"
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
                steps=todos(verdict),
                back=verdict.back,
            )
        )


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


def _others(play: Play, ruling: Ruling) -> Iterator[str]:
    found = {
        f"{other.setting}={str(other.option).lower() if isinstance(other.option, bool) else other.option}": (
            other.verdict.outcome if isinstance(other.verdict, Proposal) else ""
        )
        for other in others(play.table, ruling.key, ruling.facts)
    }
    for option, outcome in ruling.others.items():
        if found.get(option) != outcome:
            yield f"under {option}: expected {outcome}, found {found.get(option, 'the same as now')}"


def _held(play: Play, turn: Turn) -> Iterator[str]:
    yield from _in_order(turn.events, play.names)
    if not turn.expect and not turn.stacks:
        return
    # As JSON, which is what a screen gets; between hands the view shows stacks as after the next blinds.
    picture = plain({**view(play.table), "state": play.table})
    where = "seats" if play.table.hand else "state.seats"
    stacks = {f"{where}.{seat}.stack": stack for seat, stack in turn.stacks.items()}
    for path, value in {**turn.expect, **stacks}.items():
        found = look(picture, path)
        if found is None if value == "null" else found == value:
            continue
        shown = "nothing there" if found is MISSING else repr(found)
        yield f"{path}: expected {value!r}, found {shown}"


def _in_order(wanted: Iterable[str], names: Sequence[str]) -> Iterator[str]:
    rest = iter(names)
    for name in wanted:
        if name not in rest:
            yield f"event {name} is missing or out of order in: {' '.join(names)}"
            return
