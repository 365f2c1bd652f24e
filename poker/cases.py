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
import shlex
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from poker import commands as c
from poker import rules, timeline
from poker.codec import encode_event, parse_command
from poker.engine import create, run
from poker.paths import MISSING, look, plain
from poker.refusal import Refusal
from poker.stakes import Stakes
from poker.state import Table
from poker.timeline import Batch
from poker.view import view

_ACT = re.compile(
    r"(?P<seats>\d+(?: \d+)*) (?P<what>fold|check|call|bet|raise|complete|all_in)(?: (?P<to>\d+))?"
)
_DRAW = re.compile(r"(?P<seats>\d+(?: \d+)*) (?:draw (?P<count>\d+)|pat)")
_LISTS = frozenset(
    {"seats", "low", "cards"}
)  # arguments that are lists even when they name one thing


class CaseError(Exception):
    """A case that cannot be read or played: where, and what is wrong with it."""


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The refusal that the last command line must meet; `facts` are those that matter."""

    code: str
    rule: str | None = None
    facts: dict[str, Any] = {}


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Command lines and what must hold after them."""

    do: tuple[str, ...] = ()
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
    line = _line_of(text, f'id = "{name}"')
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
    return next((n for n, line in enumerate(text.splitlines(), 1) if wanted in line), 0)


def commands(line: str) -> Iterator[c.Command]:
    """The commands of a line: "3 raise 20", "4 5 pat", or "award seats=3 pot=1"; '{...}' is JSON."""
    if drew := _DRAW.fullmatch(line.strip()):
        for seat in drew["seats"].split():
            yield c.Draw(int(seat), int(drew["count"] or 0))
        return
    act = _ACT.fullmatch(line.strip())
    if act is None:
        name, *words = shlex.split(line)
        yield parse_command(name, dict(_argument(word) for word in words))
        return
    for seat in act["seats"].split():
        to = {"to": int(act["to"])} if act["to"] else {}
        yield parse_command("act", {"seat": int(seat), "what": act["what"], **to})


def _argument(word: str) -> tuple[str, Any]:
    name, equals, value = word.partition("=")
    if not equals:
        raise CaseError(f"{word!r} is no argument: write name=value")
    if value.startswith("{"):
        return name, msgspec.json.decode(value)
    if ":" in value:
        return name, dict(pair.split(":", 1) for pair in value.split(","))
    if name in _LISTS:
        return name, [_value(item) for item in _items(name, value)]
    return name, _value(value)


def _items(name: str, value: str) -> list[str]:
    if name == "cards":
        return [value[i : i + 2] for i in range(0, len(value), 2)]
    return value.split(",") if value else []


def _value(text: str) -> int | bool | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d+", text) else text


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
    except Refusal as refusal:
        return (f"line {case.line}: the table cannot be set up: {refusal}",)
    return _differences(case, play)


def _differences(case: Case, play: Play) -> tuple[str, ...]:
    for number, turn in enumerate(case.turns()):
        where = f"line {case.line}" + (f", then {number}" if number else "")
        play.names.clear()
        try:
            found = [*_played(play, turn), *_held(play, turn)]
        except CaseError as error:
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
