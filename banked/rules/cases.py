"""Cases of house-banked games as data: read from TOML and played through the engine.

A file has `[plaque.NAME]` tables and `[[case]]` tables. Amounts are in dollars, such as 25 or 10.50. A case has
id, title; clause: the source; kind: how the source is known ("stated", "read", "excerpt", "memory" or "derived");
plaque: what differs from the default plaque: a name in the file, a table, or {like = "NAME", ...};
start: "closed", "open" (without a shoe), "shoe" (not burned), "bets" (burned) or "round" (the bets are closed);
bets: "3=25 4=25/5/5", each the bet, the match and the second match of a box;
do: command lines (`case_lines`); then what must hold: refused (by the last line), step ("decision 3.2"), rows (the
chips that the lines moved: "3.1 hand 37.50 natural", negative if the house took them), net (by box: what the house paid
less what it took in this or the last round), totals, cards and ends of hands ("3.2", or "0" for the dealer), shoe, done
(what UNDO takes back), expect (dotted paths into the state), events (names in order); and `then`, further steps.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal

import msgspec

from banked.rules import commands as c
from banked.rules import timeline
from banked.rules.case_lines import AMOUNTS, CENTS, LineError, cents, commands, place
from banked.rules.codec import encode_event
from banked.rules.events import ChipsSettled
from banked.rules.plaque import BankedPlaque
from banked.rules.state import EMPTY, BankedTable, BoxHand, Round, Settlement
from banked.rules.timeline import BankedBatch
from banked.rules.walk import step
from poker.json_types import JsonObject
from poker.refusal import Refusal
from poker.toml_input import TomlError, line_of_key, lines_of_tables, out_of_bounds, parse
from poker.view_paths import MISSING, resolve_path

Start = Literal["closed", "open", "shoe", "bets", "round"]
SourceKind = Literal["stated", "read", "excerpt", "memory", "derived"]


class CaseError(Exception):
    """A case that cannot be read or played; the message gives the place and the reason."""


class ExpectedRefusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The refusal that the last command line must produce; `facts` lists the facts that must match."""

    code: str
    rule: str | None = None
    facts: JsonObject = {}


class CaseStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Command lines, and what must hold after them."""

    do: tuple[str, ...] = ()
    refused: ExpectedRefusal | None = None
    step: str = ""
    rows: tuple[str, ...] | None = None
    net: dict[str, Decimal] = {}
    totals: dict[str, int] = {}
    cards: dict[str, str] = {}
    ends: dict[str, str] = {}
    shoe: dict[str, object] = {}
    done: str | None = None
    expect: dict[str, object] = {}
    events: tuple[str, ...] = ()


class Case(CaseStep, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One `[[case]]` table."""

    id: str
    title: str
    clause: str
    kind: SourceKind
    plaque: str | dict[str, object] = {}
    start: Start = "round"
    bets: str = ""
    then: tuple[CaseStep, ...] = ()
    line: int = 0  # line number of its first line in the file

    def turns(self) -> Iterator[CaseStep]:
        """Yield the case's own lines and expectations, then its further steps."""
        yield self
        yield from self.then


def load(text: str) -> tuple[Case, ...]:
    """Return the cases of a file. Raises `CaseError` if one does not follow the format."""
    try:
        data = parse(text, decimals=True)
    except TomlError as error:
        raise CaseError(f"line {error.line}: {error}") from error
    unknown = set(data) - {"plaque", "case"}
    if unknown:
        line = min(line_of_key(text, name) for name in unknown)
        raise CaseError(f"line {line}: unknown tables: {', '.join(sorted(unknown))}")
    if fault := out_of_bounds(data):
        raise CaseError(fault)
    tables = data.get("case", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise CaseError(f"line {line_of_key(text, 'case')}: write [[case]] above each case")
    lines = lines_of_tables(text, "case", [str(table.get("id", "")) for table in tables])
    named: Any = data.get("plaque", {})
    cases = tuple(_case(line, table, named) for line, table in zip(lines, tables, strict=True))
    counts = Counter(case.id for case in cases)
    twice = sorted(case_id for case_id, count in counts.items() if count > 1)
    if twice:
        raise CaseError(f"ids that occur twice: {', '.join(twice)}")
    return cases


def _case(line: int, table: dict[str, object], named: dict[str, dict[str, object]]) -> Case:
    where = f"line {line}, {table.get('id', 'a case without an id')}"
    try:
        case = msgspec.convert({**table, "line": line}, Case)
        plaque = _plaque(case.plaque, named)
        msgspec.convert(plaque, BankedPlaque)
    except (msgspec.ValidationError, LookupError, LineError) as error:
        raise CaseError(f"{where}: {error}") from error
    return msgspec.structs.replace(case, plaque=plaque)


def _plaque(
    entry: str | dict[str, object], named: dict[str, dict[str, object]]
) -> dict[str, object]:
    """Return what differs from the default plaque, with amounts in cents."""
    own = {"like": entry} if isinstance(entry, str) else dict(entry)
    like = own.pop("like", "")
    if like and like not in named:
        raise LookupError(f"no [plaque.{like}] in this file")
    plaque = {**named.get(str(like), {}), **own}
    for name in AMOUNTS:
        if name in plaque:
            plaque[name] = cents(str(plaque[name]))
    return plaque


class CaseRun:
    """A running case: the table, its log, and the events since the last expectations were checked."""

    def __init__(self, case: Case) -> None:
        self.table: BankedTable = EMPTY
        self.log: list[BankedBatch] = []
        self.rows: list[Settlement] = []
        self.names: list[str] = []
        self._set_up(case)
        self.forget()

    def _set_up(self, case: Case) -> None:
        plaque = msgspec.convert(case.plaque, BankedPlaque)
        self.do(c.CreateTable("T1", plaque.boxes))
        if case.start == "closed":
            return
        self.do(c.OpenTable(plaque))
        if plaque.tracking == "cards" and case.start != "open":
            self.do(c.OpenShoe())
            if case.start != "shoe":
                self.do(c.Burn())
        for word in case.bets.split():
            self._bet(word)
        if case.start == "round":
            self.do(c.NoMoreBets(1))

    def _bet(self, word: str) -> None:
        box, _, amounts = word.partition("=")
        wagers = amounts.split("/")
        for what, amount in zip(("bet", "match", "second"), wagers, strict=False):
            for command in commands(f"{what} {box} {amount}", self.table):
                self.do(command)

    def do(self, command: msgspec.Struct) -> None:
        """Execute a command and append it to the log. Raises `Refusal`, and then nothing has changed."""
        outcome = timeline.decide(
            self.table, lambda: timeline.recent(self.log), command, now=len(self.log)
        )
        self.table = outcome.state
        if outcome.events:
            self.log.append(BankedBatch(str(len(self.log)), outcome.events))
        self.names.extend(encode_event(event)[0] for event in outcome.events)
        for event in outcome.events:
            if isinstance(event, ChipsSettled):
                self.rows.extend(event.rows)

    def forget(self) -> None:
        """Forget the events so far."""
        self.rows.clear()
        self.names.clear()

    @property
    def round(self) -> Round | None:
        """Return the round in progress, or the last one."""
        return self.table.round or self.table.last


def check(case: Case) -> tuple[str, ...]:
    """Play a case and return the mismatches between its expectations and the engine; empty if it holds.

    Raises `CaseError` for a case that cannot be played.
    """
    try:
        play = CaseRun(case)
    except (Refusal, LineError) as error:
        raise CaseError(f"line {case.line}: the table can't be set up: {error}") from error
    for number, turn in enumerate(case.turns()):
        where = f"line {case.line}" + (f", then {number}" if number else "")
        play.forget()
        try:
            results = [*_line_mismatches(play, turn), *_unmet(play, turn)]
        except LineError as error:
            raise CaseError(f"{where}: {error}") from error
        if results:
            return tuple(f"{where}: {text}" for text in results)
    return ()


def events(case: Case) -> frozenset[str]:
    """Return the names of all events of a case, including its setup."""
    play = CaseRun(case)
    for turn in case.turns():
        for _ in _line_mismatches(play, turn):
            pass
    return frozenset(encode_event(event)[0] for batch in play.log for event in batch.events)


def _line_mismatches(play: CaseRun, turn: CaseStep) -> Iterator[str]:
    """Execute the lines. The last one must be refused if the case expects a refusal; the others must not be."""
    if turn.refused and not turn.do:
        yield "`refused` without a command line"
    for number, line in enumerate(turn.do, 1):
        expected = turn.refused if number == len(turn.do) else None
        before = play.table
        try:
            for command in commands(line, play.table):
                before = play.table
                play.do(command)
        except Refusal as refusal:
            yield from _refusal_mismatches(line, expected, refusal)
            if play.table is not before:
                yield f"{line!r} was refused but changed the table"
            return
        if expected is not None:
            yield f"{line!r} was accepted, expected the refusal {expected.code}"


def _refusal_mismatches(
    line: str, expected: ExpectedRefusal | None, refusal: Refusal
) -> Iterator[str]:
    if expected is None:
        yield f"{line!r} was refused: {refusal}"
        return
    if refusal.code != expected.code:
        yield f"{line!r}: expected the refusal {expected.code}, found {refusal}"
    if expected.rule is not None and refusal.rule != expected.rule:
        yield f"{line!r}: expected rule {expected.rule}, found {refusal.rule or 'none'}"
    for name, value in expected.facts.items():
        if refusal.facts.get(name) != value:
            yield f"{line!r}: expected the fact {name} = {value!r}, found {refusal.facts.get(name)!r}"


def _unmet(play: CaseRun, turn: CaseStep) -> Iterator[str]:
    yield from _in_order(turn.events, play.names)
    if turn.step and turn.step != step_text(play.table):
        yield f"step: expected {turn.step}, found {step_text(play.table)}"
    rows = tuple(row_text(row) for row in play.rows)
    if turn.rows is not None and turn.rows != rows:
        yield f"rows: expected {list(turn.rows)}, found {list(rows)}"
    done = play.table.done.name if play.table.done else ""
    if turn.done is not None and turn.done != done:
        yield f"done: expected {turn.done!r}, found {done!r}"
    for name, value in turn.shoe.items():
        match = getattr(play.table.shoe, name, None)
        if match != value:
            yield f"shoe: expected {name} = {value}, found {match}"
    yield from _round_mismatches(play, turn)
    for path, value in turn.expect.items():
        match = resolve_path(play.table, path)
        if match is None if value == "null" else match == value:
            continue
        value_text = "nothing there" if match is MISSING else repr(match)
        yield f"{path}: expected {value!r}, found {value_text}"


def _round_mismatches(play: CaseRun, turn: CaseStep) -> Iterator[str]:
    round_ = play.round
    for text, amount in turn.net.items():
        rows = round_.settlements(int(text)) if round_ else ()
        net = Decimal(sum(row.paid - row.taken for row in rows)) / CENTS
        if net != amount:
            yield f"net of box {text}: expected {amount}, found {net}"
    expected: tuple[tuple[str, Mapping[str, object], Callable[[BoxHand], object]], ...] = (
        ("total", turn.totals, lambda hand: hand.total),
        ("cards", turn.cards, lambda hand: " ".join(hand.cards)),
        ("end", turn.ends, lambda hand: hand.end),
    )
    for what, values, read in expected:
        for text, value in values.items():
            match = read(_hand(round_, text))
            if match != value:
                yield f"{what} of {text}: expected {value!r}, found {match!r}"


def _hand(round_: Round | None, text: str) -> BoxHand:
    """Return a hand, or the dealer's cards as one. Raises `LineError`."""
    number, hand = place(text)
    if round_ is not None and number == 0:
        return BoxHand(0, tuple(card for card in round_.dealer if card != "?"))
    box = round_.box(number) if round_ else None
    if box is None or hand > len(box.hands):
        raise LineError(f"there is no hand {text}")
    return box.hands[hand - 1]


def step_text(table: BankedTable) -> str:
    """Return the next step as text, such as "bets", "decision 3.2" or "match 3.1 card 2"."""
    turn = step(table)
    if turn.kind == "deal":
        return f"deal {turn.box} card {turn.card}"
    at = f" {turn.box}.{turn.hand}" if turn.box else ""
    return turn.kind + at + (f" card {turn.card}" if turn.card else "")


def row_text(row: Settlement) -> str:
    """Return a settlement as text, such as "3.1 hand 37.5 natural"; the amount is negative if the house took it."""
    at = f"{row.box}.{row.hand}" if row.hand else f"{row.box}"
    net = Decimal(row.paid - row.taken) / CENTS
    return f"{at} {row.kind} {net:f} {row.row}".rstrip()


def _in_order(expected: Iterable[str], names: Sequence[str]) -> Iterator[str]:
    rest = iter(names)
    for name in expected:
        if name not in rest:
            yield f"event {name} is missing or out of order in: {' '.join(names)}"
            return
