"""Decision tables over facts and house settings, in three-valued logic: what decides and is unknown is asked."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import fields, replace

from poker.irregular.fill import UNTOLD, Unknown, fill, names_in, plain_lines, value_of
from poker.irregular.model import Fact, Row, Rule, StepRow, Who
from poker.rules import HouseRules

COMPARE = re.compile(r"(>=|<=|!=|>|<)(-?\d+)")
OBJECTION = "objection"
# Lines that log bets: where the tablet does not follow them, the step is words alone.
BETS = re.compile(
    r"(act|bind|limit_acts|correct_bet|return_chips|collect_chips|agree_any_amount) "
    r"|\S+ (check|call|bet|raise|all_in|\{)"
)


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of a remedy as it is carried out: words for the dealer, command lines, when (`StepRow`)."""

    say: str = ""
    do: tuple[str, ...] = ()
    when: str = "now"


class Proposal(msgspec.Struct, frozen=True):
    """What the house's rule says about these facts; never final.

    decides: the settings that were looked at; who: A, C or D with objection and authority counted in; open: the rule
    leaves it to the supervisor; authority: "" unless no source says so.
    """

    key: str
    outcome: str
    result: str
    rule: str
    who: Who
    authority: str
    open: bool
    back: str
    steps: tuple[Step, ...]
    decides: tuple[str, ...]


class Asks(msgspec.Struct, frozen=True):
    """A fact that decides is not known: it is asked, nothing is guessed."""

    fact: str


class NoRow(msgspec.Struct, frozen=True):
    """No line of the row fits these facts: the supervisor writes the remedy."""

    key: str


Verdict = Proposal | Asks | NoRow


def evaluate(
    row: Row, known: Mapping[str, Any], house: HouseRules, facts: Mapping[str, Fact]
) -> Verdict:
    """The first line that holds for the facts and settings; asks for the first fact that decides and is unknown.

    `known` maps facts to values; a value None is unknown. A fact with a default is taken as that when it is unknown.
    """
    looked: list[str] = []
    for rule in row.rule:
        try:
            if not _holds(rule, known, house, facts, looked):
                continue
            return _proposal(row, rule, known, facts, tuple(dict.fromkeys(looked)))
        except Unknown as missing:
            return Asks(str(missing))
    return NoRow(row.key)


def _holds(
    rule: Rule,
    known: Mapping[str, Any],
    house: HouseRules,
    facts: Mapping[str, Fact],
    looked: list[str],
) -> bool:
    """Whether all conditions hold. A false one settles it, whatever is unknown beside it."""
    missing: Unknown | None = None
    for name, wanted in rule.condition.items():
        if name.startswith("house."):
            looked.append(name.removeprefix("house."))
            if not matches(getattr(house, name.removeprefix("house.")), wanted):
                return False
            continue
        try:
            if not matches(value_of(name, known, facts), wanted):
                return False
        except Unknown as unknown:
            missing = missing or unknown
    if missing:
        raise missing
    return True


def matches(value: Any, wanted: Any) -> bool:
    """Whether a value is the one wanted, one of a list, or compares as `">=2"` says."""
    if isinstance(wanted, list):
        return any(matches(value, one) for one in wanted)
    if isinstance(wanted, str) and (found := COMPARE.fullmatch(wanted)):
        number = int(found[2])
        match found[1]:
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
    return bool(value == wanted and type(value) is type(wanted))


def _proposal(
    row: Row,
    rule: Rule,
    known: Mapping[str, Any],
    facts: Mapping[str, Fact],
    decides: tuple[str, ...],
) -> Proposal:
    who: Who = rule.sup or row.sup
    if rule.authority or rule.open or known.get(OBJECTION):
        who = "A"
    said = [rule.result, *(step.say for step in rule.steps)]
    for name in (name for text in said for name in names_in(text) if name in row.facts):
        if name in facts and name not in UNTOLD:
            value_of(
                name, known, facts
            )  # a sentence that lacks its seat or amount proposes nothing
    steps = tuple(one for step in rule.steps for one in _steps(step, known, facts))
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


def _steps(step: StepRow, known: Mapping[str, Any], facts: Mapping[str, Fact]) -> tuple[Step, ...]:
    if not step.repeat:
        return (_step(step, known, facts),)
    seats = value_of(step.repeat, known, facts)
    return tuple(_step(step, {**known, "each": seat}, facts) for seat in seats)


def _step(step: StepRow, known: Mapping[str, Any], facts: Mapping[str, Fact]) -> Step:
    followed = known.get("tracking") != "streets"
    return Step(
        say=fill(step.say, known, facts),
        do=tuple(
            plain_lines(line, known, facts) for line in step.do if followed or not BETS.match(line)
        ),
        when=step.when,
    )


class Other(msgspec.Struct, frozen=True):
    """What the row would say under another option of one of its settings."""

    setting: str
    option: Any
    verdict: Verdict


def others(
    row: Row, known: Mapping[str, Any], house: HouseRules, facts: Mapping[str, Fact]
) -> tuple[Other, ...]:
    """What other options of the settings in the row's table would say, those that say something else."""
    now = evaluate(row, known, house, facts)
    found: list[Other] = []
    for field in settings_of(row):
        for option in options_of(row, field):
            if option == getattr(house, field):
                continue
            verdict = evaluate(row, known, replace(house, **{field: option}), facts)
            if _differs(now, verdict):
                found.append(Other(field, option, verdict))
    return tuple(found)


def _differs(one: Verdict, other: Verdict) -> bool:
    if isinstance(one, Proposal) and isinstance(other, Proposal):
        return (one.outcome, one.steps) != (other.outcome, other.steps)
    return one != other


def settings_of(row: Row) -> tuple[str, ...]:
    """The house settings that the row's table looks at, in order."""
    named = (name for rule in row.rule for name in rule.condition if name.startswith("house."))
    return tuple(dict.fromkeys(name.removeprefix("house.") for name in named))


def options_of(row: Row, field: str) -> tuple[Any, ...]:
    """The options of a setting that the row tells apart, and the guides' default."""
    default = next(f.default for f in fields(HouseRules) if f.name == field)
    named = [default]
    for rule in row.rule:
        wanted = rule.condition.get(f"house.{field}")
        named += wanted if isinstance(wanted, list) else [wanted]
    return tuple(dict.fromkeys(one for one in named if one is not None))
