"""The facts of a call, each with who says so and how it is corrected."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from floor_ui.fields import Field, field
from poker import events as e
from poker.irregular.evaluate import OBJECTION, Asks
from poker.irregular.load import catalogue
from poker.irregular.propose import facts_of
from poker.irregular.reported import HEARD
from poker.state import Table
from rulings.calls.models import Call
from rulings.calls.weighing import Weighed
from rulings.wording.facts import fact_label, fact_value
from rulings.wording.sayings import counted, money, sentence, street_word, typeset
from tables.log import Told

ALWAYS = ("street", "seats_in", "pending")
LABELS = {"seats_in": "Still in", "early_card": "Dealt early", OBJECTION: "Any objection"}
COUNTED = ("stub", "burns")
MOST_ASKED = (
    3  # seats that have not acted with a key of their own; more would leave the facts no room
)
STAGES = {
    "deal": "being dealt",
    "betting": "betting still open",
    "complete": "betting over",
    "opener": "first to act to be named",
    "draw": "drawing",
}


@dataclass(frozen=True)
class Fact:
    """One line. source: log, dealer, asked or open; was: what it was before somebody corrected it."""

    name: str
    label: str
    value: str
    source: str
    was: str
    fields: tuple[Field, ...]

    @property
    def corrected(self) -> bool:
        """Whether somebody said otherwise than the log, or than before."""
        return bool(self.was)


@dataclass(frozen=True)
class Said:
    """What was reported about a fact, by whom first, and what it was before the last word."""

    by: str
    before: Any = None


def reported(call: Call, told: Sequence[Told]) -> dict[str, Said]:
    """Who gave each fact of the open report, from the log."""
    found: dict[str, Said] = {}
    key = ""
    last: dict[str, Any] = {}
    dealer = call.called_by.key if call.called_by else ""
    for one in told:
        for event in one.batch.events:
            if not isinstance(event, e.FloorReported) or one.seq < call.seq:
                continue
            if event.key != key:
                found, last = {}, {}
            by = "dealer" if one.actor == dealer else "asked"
            for name, value in event.facts.items():
                if last.get(name) != value:
                    found[name] = Said(by, last.get(name))
            key, last = event.key, event.facts
    return found


def facts(found: Weighed, call: Call, told: Sequence[Told]) -> tuple[Fact, ...]:
    """The lines of the page, in order: where the hand is, what was reported, what was counted."""
    return tuple(_lines(found, reported(call, told)))


def _lines(found: Weighed, said: dict[str, Said]) -> Iterator[Fact]:
    log = facts_of(found.before, found.row.key if found.row else "", {})
    asked = found.row.facts if found.row else ()
    rest = [name for name in found.given if name != HEARD]  # people said it
    names = dict.fromkeys([*(name for name in ALWAYS if name in log), *asked, *rest])
    for name in (*names, *([OBJECTION] if found.row and OBJECTION not in names else ())):
        if name not in COUNTED:
            yield _fact(name, found, log, said)
    if found.before.hand is not None:
        yield _counted(found, said)
    if "pot" in found.evidence and "pot" not in names:
        yield Fact("pot", "Pot", pot(found), "log", "", ())


def _fact(name: str, found: Weighed, log: dict[str, Any], said: dict[str, Said]) -> Fact:
    fact = catalogue().facts.get(name)
    value = found.facts.get(name)
    label = LABELS.get(name) or fact_label(name, fact)
    editor = field(name, fact, value, found.before, fact.ask if fact else label)
    default = fact.default if fact else None
    if value is None and default is not None:
        shown, source = fact_value(name, default, fact), "not asked"
    elif value is None:
        shown, source = "Not known", "ask" if _asked(found, name) else "open"
    else:
        shown, source = _shown(name, value, found), _source(name, found, said)
    return Fact(
        name=name,
        label=typeset(label),
        value=sentence(shown),
        source=source,
        was=_was(name, found, log, said),
        fields=(editor,) if editor else (),
    )


def _asked(found: Weighed, name: str) -> bool:
    return isinstance(found.verdict, Asks) and found.verdict.fact == name


def _source(name: str, found: Weighed, said: dict[str, Said]) -> str:
    if name not in found.given:
        return "log"
    return said[name].by if name in said else "asked"


def _was(name: str, found: Weighed, log: dict[str, Any], said: dict[str, Said]) -> str:
    """The former value of what was corrected, "" where nothing was."""
    fact = catalogue().facts.get(name)
    if name not in found.given:
        return ""
    before = said[name].before if name in said else None
    if before is None and name in log and not _same(log[name], found.given[name]):
        before = log[name]
    return _short(fact_value(name, before, fact)) if before is not None else ""


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return sorted(one) == sorted(other)
    return bool(one == other)


def _short(said: str) -> str:
    return said.replace("seats ", "S").replace("seat ", "S")


def _shown(name: str, value: Any, found: Weighed) -> str:
    fact = catalogue().facts.get(name)
    hand = found.before.hand
    match name:
        case "street" if hand is not None and "street" not in found.given:
            return f"{street_word(value)}, {STAGES.get(hand.stage, hand.stage)}"
        case "seats_in":
            whole = f" · {len(value)} of {len(hand.parts)}" if hand else ""
            return f"{seats(value)}{whole}"
        case "pending":
            return seats(value) + _to_call(found.before, value)
        case _:
            return fact_value(name, value, fact)


def seats(value: Sequence[int]) -> str:
    """ "S2, S5, S7", "nobody"."""
    return ", ".join(f"S{seat}" for seat in value) or "nobody"


def _to_call(table: Table, value: Sequence[int]) -> str:
    """What the first of them has to call, where bets are followed."""
    hand = table.hand
    if hand is None or not value or table.tracking != "actions":
        return ""
    i = hand.index(value[0])
    owed = hand.round.level - hand.parts[i].committed if i >= 0 else 0
    return f", {money(owed)} to call" if owed > 0 else ""


def _counted(found: Weighed, said: dict[str, Said]) -> Fact:
    lies = found.evidence
    now = {name: found.facts.get(name) for name in COUNTED}
    fields = (field(n, None, now[n], found.before, fact_label(n, None)) for n in COUNTED)
    given = [name for name in COUNTED if name in found.given]
    was = [
        f"{fact_label(name, None).lower()} {lies[name]}"
        for name in given
        if lies.get(name) not in (None, now[name])
    ]
    source = (said[given[0]].by if given[0] in said else "asked") if given else "log"
    shown = f"Stub {now['stub']}, burns {now['burns']}"
    made = tuple(one for one in fields if one)
    return Fact("counted", "Counted", shown, source, ", ".join(was), made)


def pot(found: Weighed) -> str:
    """The pot as the tablet has it at this moment, and where the ruling would take the log back what is left of it."""
    now, then = counted(found.evidence.get("pot")), counted(found.before.pot)
    differs = found.before.hand is not None and then != now
    return f"{now}, {then or 'not counted'} once the log is taken back" if differs else now


@dataclass(frozen=True)
class Ear:
    """Somebody who may have been heard."""

    name: str
    words: str
    heard: bool


def ears(found: Weighed) -> tuple[tuple[Ear, ...], tuple[Ear, ...]]:
    """Dealer, camera and the seats that it is about or that were heard; then the other seats of the hand."""
    said = found.given.get(HEARD) or []
    named = [found.given.get(name) for name in ("seat", "other_seat")]
    named += list(found.facts.get("pending") or ())[:MOST_ASKED]
    first = {int(one) for one in (*named, *said) if str(one or "").isdecimal()}
    rest = {seat.number for seat in found.before.seats if seat.player} - first
    people = [("dealer", "Dealer"), *_seats(first), ("camera", "Camera")]
    return (
        tuple(Ear(name, words, name in said) for name, words in people),
        tuple(Ear(name, words, False) for name, words in _seats(rest)),
    )


def _seats(numbers: set[int]) -> list[tuple[str, str]]:
    return [(str(number), f"S{number}") for number in sorted(numbers)]
