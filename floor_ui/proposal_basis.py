"""The basis of a proposal: clause, rulebook version, deciding settings, alternatives and precedents."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from floor_ui.messages import decision_text
from floor_ui.remedy_steps import stub_series
from poker.irregularities.evaluate import Alternative, FactNeeded, Proposal
from poker.irregularities.load import catalogue
from poker.irregularities.model import Irregularity
from poker.irregularities.propose import preview_steps
from poker.refusal import Refusal
from poker.rules import HouseRules
from rulings.calls.assessment import LOOKBACK, precedents
from rulings.calls.call_assessment import CallAssessment
from rulings.calls.models import Ruling
from rulings.models import RulebookVersion
from rulings.rulebook import rulebook
from staff.models import Room
from tables.models import Table
from web.messages.facts import spoken


@dataclass(frozen=True)
class SettingChoice:
    """A setting and its value in the version in effect."""

    label: str
    option: str


@dataclass(frozen=True)
class AlternativeRow:
    """The proposal under another option of a setting, and how the stub would change."""

    option: str
    label: str
    result: str
    stubs: str


@dataclass(frozen=True)
class Precedent:
    """A ruling on the same irregularity."""

    pk: int
    at: datetime
    table: str
    game: str
    decision: str
    decision_text: str
    seconds: int
    reason: str


@dataclass(frozen=True)
class ProposalBasis:
    """The basis of a proposal: the rulebook, the row, the settings, other options, and earlier rulings.

    count, accepted: the number of rulings on this row in the last `days` days, and how many accepted the proposal.
    """

    title: str
    since: str  # when the version took effect
    book: int  # primary key of the rulebook, 0 if it has no page
    row: Irregularity | None
    settings: tuple[SettingChoice, ...]
    alternatives: tuple[AlternativeRow, ...]
    count: int
    accepted: int
    days: int
    precedents: tuple[Precedent, ...]


def basis(assessment: CallAssessment, table: Table, now: datetime) -> ProposalBasis:
    rules = assessment.before.rules
    count, accepted, newest = (
        precedents(room=table.room, key=assessment.row.key, now=now, most=4)
        if assessment.row
        else (0, 0, [])
    )
    version = version_of(table.room, rules)
    return ProposalBasis(
        title=title(rules.book, rules.version, assessment.row.clause if assessment.row else ""),
        since=f"{timezone.localtime(version.effective_from):%b %-d, %Y}" if version else "",
        book=version.book_id if version else 0,
        row=assessment.row,
        settings=tuple(_deciding_settings(assessment)),
        alternatives=tuple(
            _alternative_row(assessment, alternative) for alternative in assessment.others
        ),
        count=count,
        accepted=accepted,
        days=LOOKBACK.days,
        precedents=tuple(precedent(ruling) for ruling in newest),
    )


def title(book: str, version: int, clause: str) -> str:
    """Return the title of a clause, such as "House rulebook v3, FL-7"."""
    title_start = f"Rulebook of {book}" if book else "House rulebook"
    return f"{title_start} v{version}{', ' if clause else ''}{clause}"


def version_of(room: Room, rules: HouseRules) -> RulebookVersion | None:
    """Return the rulebook version that applies to a hand."""
    versions = RulebookVersion.objects.filter(book__room=room, number=rules.version)
    of_table = {"book__table__name": rules.book} if rules.book else {"book__table": None}
    return versions.filter(**of_table).first()


def _deciding_settings(assessment: CallAssessment) -> Iterator[SettingChoice]:
    proposal = assessment.proposal
    for name in proposal.decides if proposal else ():
        yield setting_choice(name, getattr(assessment.before.rules, name))


def setting_choice(name: str, value: object) -> SettingChoice:
    """Return a setting with one of its options, in the words of the rulebook."""
    setting = rulebook().by_field(name)
    option = setting.option_of(value) if setting else None
    label = setting.label if setting else name.replace("_", " ")
    return SettingChoice(label, option.title if option else str(value))


def _alternative_row(assessment: CallAssessment, other: Alternative) -> AlternativeRow:
    choice = setting_choice(other.setting, other.option)
    verdict = other.verdict
    if isinstance(verdict, Proposal):
        return AlternativeRow(
            choice.option, choice.label, spoken(verdict.result), _stubs(assessment, verdict)
        )
    if isinstance(verdict, FactNeeded):
        fact = catalogue().facts.get(verdict.fact)
        return AlternativeRow(
            choice.option, choice.label, f"It would ask: {fact.ask if fact else verdict.fact}", ""
        )
    return AlternativeRow(
        choice.option, choice.label, "No rule applies: the supervisor decides.", ""
    )


def _stubs(assessment: CallAssessment, verdict: Proposal) -> str:
    try:
        return stub_series(preview_steps(assessment.before, verdict))
    except Refusal:
        return ""


def precedent(ruling: Ruling) -> Precedent:
    game = ruling.table.listed.game
    return Precedent(
        pk=ruling.pk,
        at=ruling.at,
        table=ruling.table.name,
        game=game.title if game else "",
        decision=ruling.decision,
        decision_text=decision_text(ruling.decision, ruling.steps),
        seconds=ruling.seconds,
        reason=ruling.reason,
    )
