"""The facts of a call, each with its source and its field for a correction."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from floor_ui.fact_fields import FactField, field
from poker import events as e
from poker.formatting import as_sentence, money, money_or_blank, smart_quotes, street_word
from poker.irregularities.evaluate import OBJECTION, FactNeeded
from poker.irregularities.load import catalogue
from poker.irregularities.propose import facts_of
from poker.irregularities.report_checks import HEARD
from poker.state import Table
from rulings.calls.call_assessment import CallAssessment
from rulings.calls.models import Call
from tables.table_log import LoggedCommand
from web.messages.facts import fact_label, fact_value

ALWAYS = ("street", "seats_in", "pending")
LABELS = {"seats_in": "Still in", "early_card": "Dealt early", OBJECTION: "Any objection"}
COUNTED = ("stub", "burns")
# At most this many seats still to act get a key each; more would leave no space for the facts.
MAX_PENDING = 3
SHORTEST_RUN = 3  # this many neighboring seats or more are written as a range
STAGES = {
    "deal": "being dealt",
    "betting": "betting still open",
    "complete": "betting over",
    "opener": "first to act not named",
    "draw": "drawing",
}


@dataclass(frozen=True)
class FactRow:
    name: str
    label: str
    value: str
    source: str  # log, dealer, reported, assumed, needed or open
    former_value: str  # the value before a correction
    fields: tuple[FactField, ...]

    @property
    def corrected(self) -> bool:
        """Return whether the fact differs from the log or from an earlier report."""
        return bool(self.former_value)


@dataclass(frozen=True)
class ReportedFact:
    """A reported fact: its first reporter, and its value before the last report."""

    by: str
    before: object = None


def reported_facts(call: Call, logged_commands: Sequence[LoggedCommand]) -> dict[str, ReportedFact]:
    """Return who reported each fact of the open report, from the log."""
    reported: dict[str, ReportedFact] = {}
    key = ""
    last: dict[str, object] = {}
    dealer = call.called_by.key if call.called_by else ""
    for logged_command in logged_commands:
        for event in logged_command.batch.events:
            if not isinstance(event, e.FloorReported) or logged_command.seq < call.seq:
                continue
            if event.key != key:
                reported = {}
                last = {}
            by = "dealer" if logged_command.actor == dealer else "reported"
            for name, value in event.facts.items():
                if last.get(name) != value:
                    reported[name] = ReportedFact(by, last.get(name))
            key = event.key
            last = event.facts
    return reported


def facts(
    assessment: CallAssessment, call: Call, logged_commands: Sequence[LoggedCommand]
) -> tuple[FactRow, ...]:
    """Return the rows in the order of the page: the state of the hand, reported facts, counted facts."""
    return tuple(_fact_rows(assessment, reported_facts(call, logged_commands)))


def _fact_rows(assessment: CallAssessment, data: dict[str, ReportedFact]) -> Iterator[FactRow]:
    log = facts_of(assessment.before, assessment.row.key if assessment.row else "", {})
    row_facts = assessment.row.facts if assessment.row else ()
    rest = [name for name in assessment.given if name != HEARD]  # people reported these
    names = dict.fromkeys([*(name for name in ALWAYS if name in log), *row_facts, *rest])
    for name in (*names, *([OBJECTION] if assessment.row and OBJECTION not in names else ())):
        if name not in COUNTED:
            yield _fact_row(name, assessment, log, data)
    if assessment.before.hand is not None:
        yield _count_row(assessment, data)
    if "pot" in assessment.evidence and "pot" not in names:
        yield FactRow("pot", "Pot", pot(assessment), "log", "", ())


def _fact_row(
    name: str, assessment: CallAssessment, log: dict[str, object], data: dict[str, ReportedFact]
) -> FactRow:
    fact = catalogue().facts.get(name)
    value = assessment.facts.get(name)
    label = LABELS.get(name) or fact_label(name, fact)
    ask = fact.ask if fact else label
    editor = field(name, fact, value, assessment.before, ask, row=assessment.row)
    default = fact.default if fact else None
    if value is None and default is not None:
        shown = fact_value(name, default, fact)
        source = "assumed"
    elif value is None:
        shown = "Not known"
        source = "needed" if _is_needed(assessment, name) else "open"
    else:
        shown = _display_value(name, value, assessment)
        source = _source(name, assessment, data)
    return FactRow(
        name=name,
        label=smart_quotes(label),
        value=as_sentence(shown),
        source=source,
        former_value=_former_value(name, assessment, log, data),
        fields=(editor,) if editor else (),
    )


def _is_needed(assessment: CallAssessment, name: str) -> bool:
    return isinstance(assessment.verdict, FactNeeded) and assessment.verdict.fact == name


def _source(name: str, assessment: CallAssessment, data: dict[str, ReportedFact]) -> str:
    if name not in assessment.given:
        return "log"
    return data[name].by if name in data else "reported"


def _former_value(
    name: str, assessment: CallAssessment, log: dict[str, object], data: dict[str, ReportedFact]
) -> str:
    """Return the former value of a corrected fact; "" if it was not corrected."""
    fact = catalogue().facts.get(name)
    if name not in assessment.given:
        return ""
    before = data[name].before if name in data else None
    if before is None and name in log and not _is_same(log[name], assessment.given[name]):
        before = log[name]
    return _short(fact_value(name, before, fact)) if before is not None else ""


def _is_same(item: object, other: object) -> bool:
    if isinstance(item, list | tuple) and isinstance(other, list | tuple):
        return sorted(item) == sorted(other)
    return bool(item == other)


def _short(text: str) -> str:
    return text.replace("seats ", "S").replace("seat ", "S")


def _display_value(name: str, value: Any, assessment: CallAssessment) -> str:
    fact = catalogue().facts.get(name)
    hand = assessment.before.hand
    match name:
        case "street" if hand is not None and "street" not in assessment.given:
            return f"{street_word(value)}, {STAGES.get(hand.stage, hand.stage)}"
        case "seats_in":
            dealt_in = len(hand.parts) if hand else 0
            if len(value) == dealt_in > 1:
                return f"All {dealt_in}: {seats(value)}"
            return seats(value) + (f" · {len(value)} of {dealt_in}" if dealt_in else "")
        case "pending":
            is_all = set(value) == set(assessment.facts.get("seats_in") or ())
            shown = (
                f"All {len(value)}, from S{value[0]}" if is_all and len(value) > 1 else seats(value)
            )
            return shown + _to_call(assessment.before, value)
        case _:
            return fact_value(name, value, fact)


def seats(value: Sequence[int]) -> str:
    """Return seats as text in their order, such as "S2, S5 to S7"; "no one" without seats."""
    runs: list[list[int]] = []
    for seat in value:
        if runs and seat == runs[-1][-1] + 1:
            runs[-1].append(seat)
        else:
            runs.append([seat])
    return ", ".join(_run(run) for run in runs) or "no one"


def _run(run: Sequence[int]) -> str:
    """Return neighboring seats as text, three or more as a range."""
    if len(run) < SHORTEST_RUN:
        return ", ".join(f"S{seat}" for seat in run)
    return f"S{run[0]} to S{run[-1]}"


def _to_call(table: Table, value: Sequence[int]) -> str:
    """Return what the first of these seats has to call, such as ". $2 to call"; "" if bets are not tracked."""
    hand = table.hand
    if hand is None or not value or table.tracking != "actions":
        return ""
    start = hand.index(value[0])
    owed = hand.round.level - hand.parts[start].committed if start >= 0 else 0
    return f". {money(owed)} to call" if owed > 0 else ""


def _count_row(assessment: CallAssessment, data: dict[str, ReportedFact]) -> FactRow:
    evidence = assessment.evidence
    now = {name: assessment.facts.get(name) for name in COUNTED}
    fields = (field(n, None, now[n], assessment.before, fact_label(n, None)) for n in COUNTED)
    reported = [name for name in COUNTED if name in assessment.given]
    former = [
        f"{fact_label(name, None).lower()} {evidence[name]}"
        for name in reported
        if evidence.get(name) not in (None, now[name])
    ]
    source = (data[reported[0]].by if reported[0] in data else "reported") if reported else "log"
    shown = f"Stub {now['stub']}, burns {now['burns']}"
    fact_fields = tuple(fact_field for fact_field in fields if fact_field)
    return FactRow("counted", "Counted", shown, source, ", ".join(former), fact_fields)


def pot(assessment: CallAssessment) -> str:
    """Return the pot on the tablet and, if the ruling rolls the log back, the pot after the rollback."""
    now = money_or_blank(assessment.evidence.get("pot"))
    then = money_or_blank(assessment.before.pot)
    differs = assessment.before.hand is not None and then != now
    return f"{now}, {then or 'not counted'} after rollback" if differs else now


@dataclass(frozen=True)
class Witness:
    """A person, seat or camera that may have been heard as a witness."""

    name: str
    label: str
    was_heard: bool


def witnesses(assessment: CallAssessment) -> tuple[tuple[Witness, ...], tuple[Witness, ...]]:
    """Return the main witnesses (dealer, seats concerned or heard, camera), then the hand's other seats."""
    heard = assessment.given.get(HEARD) or []
    named = [assessment.given.get(name) for name in ("seat", "other_seat")]
    named += list(assessment.facts.get("pending") or ())[:MAX_PENDING]
    first = {int(item) for item in (*named, *heard) if str(item or "").isdecimal()}
    remainder = {seat.number for seat in assessment.before.seats if seat.player} - first
    people = [("dealer", "Dealer"), *_seat_labels(first), ("camera", "Camera")]
    return (
        tuple(Witness(name, text, name in heard) for name, text in people),
        tuple(Witness(name, text, False) for name, text in _seat_labels(remainder)),
    )


def _seat_labels(numbers: set[int]) -> list[tuple[str, str]]:
    return [(str(number), f"S{number}") for number in sorted(numbers)]
