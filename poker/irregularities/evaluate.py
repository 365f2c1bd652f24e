"""Decision tables over facts and house settings in three-valued logic; unknown decisive facts are asked for."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import fields, replace

from poker.irregularities.model import (
    Catalogue,
    DecisionRule,
    FactDefinition,
    Irregularity,
    StepRow,
    Who,
)
from poker.irregularities.templates import (
    UNTOLD,
    LowerBound,
    MissingFact,
    fill,
    names_in,
    plain_lines,
    value_of,
)
from poker.rules import HouseRules

COMPARE = re.compile(r"(>=|<=|!=|>|<)(-?\d+)")
OBJECTION = "objection"
EARLY = "early_lines"  # command lines for the acts that a ruling's rollback took back
MANY = 1000  # more than any count at a table
# Command lines that log bets: if the tablet does not track bets, the step is text only.
BETS = re.compile(
    r"(act|bind|limit_acts|correct_bet|return_chips|return_inferred|offer_all_in|collect_chips|agree_any_amount) "
    r"|\S+ (check|call|bet|raise|all_in|\{)"
)


class ProposedStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a proposed remedy: text for the dealer, command lines, timing (`StepRow`)."""

    say: str = ""
    do: tuple[str, ...] = ()
    when: str = "now"


class Proposal(msgspec.Struct, frozen=True):
    """The house rule's proposal for these facts; never final."""

    key: str
    outcome: str
    result: str
    rule: str
    who: Who  # A, C or D with objection and authority taken into account
    authority: str  # "" unless no source supports it
    open: bool  # the rule leaves it to the supervisor
    back: str
    steps: tuple[ProposedStep, ...]
    decides: tuple[str, ...]  # the settings that were consulted


class FactNeeded(msgspec.Struct, frozen=True):
    """A decisive fact is unknown, so people must be asked for it; it is never guessed."""

    fact: str


class NoMatchingRule(msgspec.Struct, frozen=True):
    """No rule of the row fits these facts; the supervisor writes the remedy."""

    key: str


class Contradicted(msgspec.Struct, frozen=True):
    """The log contradicts the report, so there is no ruling."""

    fact: str  # the fact and its value
    value: bool
    says: str  # the log's sentence


Verdict = Proposal | FactNeeded | NoMatchingRule | Contradicted


def evaluate(
    row: Irregularity,
    known: Mapping[str, object],
    house: HouseRules,
    facts: Mapping[str, FactDefinition],
) -> Verdict:
    """Return the first rule that holds for the facts and settings, or ask for the first unknown decisive fact.

    `known` maps facts to values, None for unknown. An unknown fact with a default takes the default.
    """
    consulted: list[str] = []
    for rule in row.rule:
        try:
            if not _holds(rule, known, house, facts, consulted):
                continue
            return _proposal(row, rule, known, facts, tuple(dict.fromkeys(consulted)))
        except MissingFact as missing:
            return FactNeeded(str(missing))
    return NoMatchingRule(row.key)


def contradiction(
    row: Irregularity, known: Mapping[str, object], catalogue: Catalogue
) -> Contradicted | None:
    """Return the first fact that the row requires and the log contradicts; None if there is none."""
    for fact, expected in row.needs.items():
        value = known.get(fact)
        if not isinstance(value, bool) or value is expected:
            continue
        text = catalogue.log_says[fact].yes if value else catalogue.log_says[fact].no
        if all(known.get(name) is not None for name in names_in(text)):
            return Contradicted(fact, value, fill(text, known, catalogue.facts))
    return None


def _holds(
    rule: DecisionRule,
    known: Mapping[str, object],
    house: HouseRules,
    facts: Mapping[str, FactDefinition],
    consulted: list[str],
) -> bool:
    """Return whether all conditions hold. One false condition settles it, even if others are unknown."""
    missing: MissingFact | None = None
    for name, expected in rule.condition.items():
        if name.startswith("house."):
            consulted.append(name.removeprefix("house."))
            if not matches(getattr(house, name.removeprefix("house.")), expected):
                return False
            continue
        try:
            value = value_of(name, known, facts)
            if isinstance(value, LowerBound) and not _is_decided(value, expected):
                raise MissingFact(name)
            if not matches(value, expected):
                return False
        except MissingFact as unknown:
            missing = missing or unknown
    if missing:
        raise missing
    return True


def _is_decided(value: LowerBound, expected: object) -> bool:
    """Return whether a condition has the same result for every number from this one on."""
    numbers = (int(value), int(value) + 1, MANY)
    return len({matches(number, expected) for number in numbers}) == 1


def matches(value: Any, expected: object) -> bool:
    """Return whether a value equals the expected one, is in a list, or satisfies a comparison such as `">=2"`."""
    if isinstance(expected, list):
        return any(matches(value, item) for item in expected)
    if isinstance(expected, str) and (match := COMPARE.fullmatch(expected)):
        number = int(match[2])
        match match[1]:
            case ">=":
                return bool(value >= number)
            case "<=":
                return bool(value <= number)
            case "!=":
                return bool(value != number)
            case ">":
                return bool(value > number)
            case _:
                return bool(value < number)
    return bool(value == expected and type(value) is type(expected))


def _proposal(
    row: Irregularity,
    rule: DecisionRule,
    known: Mapping[str, object],
    facts: Mapping[str, FactDefinition],
    decides: tuple[str, ...],
) -> Proposal:
    who: Who = rule.sup or row.sup
    if rule.authority or rule.open or known.get(OBJECTION):
        who = "A"
    texts = [rule.result, *(step.say for step in rule.steps)]
    for name in (name for text in texts for name in names_in(text) if name in row.facts):
        if name in facts and name not in UNTOLD:
            value_of(name, known, facts)  # a sentence without its seat or amount proposes nothing
    steps = tuple(
        proposed_step for step in rule.steps for proposed_step in _steps(step, known, facts)
    )
    return Proposal(
        key=row.key,
        outcome=rule.id,
        result=fill(rule.result, known, facts),
        rule=rule.rule,
        who=who,
        authority=rule.authority,
        open=rule.open,
        back=plain_lines(rule.back, known, facts),
        steps=steps,
        decides=decides,
    )


def _steps(
    step: StepRow, known: Mapping[str, object], facts: Mapping[str, FactDefinition]
) -> tuple[ProposedStep, ...]:
    if not step.repeat:
        return (_step(step, known, facts),)
    seats = value_of(step.repeat, known, facts)
    return tuple(_step(step, {**known, "each": seat}, facts) for seat in seats)


def _step(
    step: StepRow, known: Mapping[str, object], facts: Mapping[str, FactDefinition]
) -> ProposedStep:
    followed = known.get("tracking") != "streets"
    lines = tuple(
        plain_lines(line, known, facts) for line in step.do if followed or not BETS.match(line)
    )
    early = known.get(EARLY, ()) if step.binds else ()
    assert isinstance(early, tuple)
    return ProposedStep(say=fill(step.say, known, facts), do=(*lines, *early), when=step.when)


class Alternative(msgspec.Struct, frozen=True):
    """The row's result under another option of one of its settings."""

    setting: str
    option: object
    verdict: Verdict


def others(
    row: Irregularity,
    known: Mapping[str, object],
    house: HouseRules,
    facts: Mapping[str, FactDefinition],
) -> tuple[Alternative, ...]:
    """Return the different results that other options of the row's settings would give."""
    now = evaluate(row, known, house, facts)
    alternatives: list[Alternative] = []
    for field in settings_of(row):
        for option in options_of(row, field):
            if option == getattr(house, field):
                continue
            verdict = evaluate(row, known, replace(house, **{field: option}), facts)
            if _differs(now, verdict):
                alternatives.append(Alternative(field, option, verdict))
    return tuple(alternatives)


def _differs(verdict: Verdict, other: Verdict) -> bool:
    if isinstance(verdict, Proposal) and isinstance(other, Proposal):
        return (verdict.outcome, verdict.steps) != (other.outcome, other.steps)
    return verdict != other


def settings_of(row: Irregularity) -> tuple[str, ...]:
    """Return the house settings the row's table consults, in order."""
    names = (name for rule in row.rule for name in rule.condition if name.startswith("house."))
    return tuple(dict.fromkeys(name.removeprefix("house.") for name in names))


def options_of(row: Irregularity, field: str) -> tuple[object, ...]:
    """Return the options of a setting that the row distinguishes, plus the guides' default."""
    default = next(f.default for f in fields(HouseRules) if f.name == field)
    options = [default]
    for rule in row.rule:
        expected = rule.condition.get(f"house.{field}")
        options += expected if isinstance(expected, list) else [expected]
    return tuple(dict.fromkeys(item for item in options if item is not None))
