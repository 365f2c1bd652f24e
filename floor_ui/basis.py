"""What a proposal rests on: clause, version in force, settings that decided, what others would say, precedents."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from floor_ui.steps import series
from floor_ui.words import decided
from poker.irregular.evaluate import Asks, Other, Proposal
from poker.irregular.load import catalogue
from poker.irregular.model import Row
from poker.irregular.propose import project
from poker.refusal import Refusal
from poker.rules import HouseRules
from rulings.calls.models import Ruling
from rulings.calls.weighing import LOOK_BACK, Weighed, precedents
from rulings.models import Version
from rulings.rulebook import rulebook
from rulings.wording.facts import spoken
from tables.models import Room, Table


@dataclass(frozen=True)
class Chosen:
    """A setting and what the version in force says of it."""

    label: str
    option: str


@dataclass(frozen=True)
class Elsewise:
    """What another option of a setting would say, and how the stub would go."""

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
    words: str
    seconds: int
    reason: str


@dataclass(frozen=True)
class Basis:
    """The right column. since: from when the version counts; book: pk of the rulebook, 0 where it has no page."""

    title: str
    since: str
    book: int
    row: Row | None
    decided: tuple[Chosen, ...]
    others: tuple[Elsewise, ...]
    count: int
    accepted: int
    days: int
    before: tuple[Precedent, ...]


def basis(found: Weighed, table: Table, now: datetime) -> Basis:
    """Of a call at a table."""
    rules = found.before.rules
    count, accepted, newest = (
        precedents(room=table.room, key=found.row.key, now=now, most=4) if found.row else (0, 0, [])
    )
    version = version_of(table.room, rules)
    return Basis(
        title=title(rules.book, rules.version, found.row.clause if found.row else ""),
        since=f"{timezone.localtime(version.effective_from):%-d %b %Y}" if version else "",
        book=version.book_id if version else 0,
        row=found.row,
        decided=tuple(_decided(found)),
        others=tuple(_other(found, one) for one in found.others),
        count=count,
        accepted=accepted,
        days=LOOK_BACK.days,
        before=tuple(precedent(one) for one in newest),
    )


def title(book: str, version: int, clause: str) -> str:
    """ "House rulebook v3, FL-7"."""
    whose = f"Rulebook of {book}" if book else "House rulebook"
    return f"{whose} v{version}{', ' if clause else ''}{clause}"


def version_of(room: Room, rules: HouseRules) -> Version | None:
    """The version by which a hand is played, as the rulebook has it."""
    versions = Version.objects.filter(book__room=room, number=rules.version)
    of_table = {"book__table__name": rules.book} if rules.book else {"book__table": None}
    return versions.filter(**of_table).first()


def _decided(found: Weighed) -> Iterator[Chosen]:
    proposal = found.proposal
    for name in proposal.decides if proposal else ():
        yield chosen(name, getattr(found.before.rules, name))


def chosen(name: str, value: Any) -> Chosen:
    """A setting with one of its options, in the rulebook's words."""
    setting = rulebook().by_field(name)
    option = setting.option_of(value) if setting else None
    label = setting.label if setting else name.replace("_", " ")
    return Chosen(label, option.title if option else str(value))


def _other(found: Weighed, other: Other) -> Elsewise:
    said = chosen(other.setting, other.option)
    verdict = other.verdict
    if isinstance(verdict, Proposal):
        return Elsewise(said.option, said.label, spoken(verdict.result), _stubs(found, verdict))
    if isinstance(verdict, Asks):
        fact = catalogue().facts.get(verdict.fact)
        return Elsewise(
            said.option, said.label, f"It asks: {fact.ask if fact else verdict.fact}", ""
        )
    return Elsewise(said.option, said.label, "No line fits: the supervisor decides.", "")


def _stubs(found: Weighed, verdict: Proposal) -> str:
    try:
        return series(project(found.before, verdict))
    except Refusal:
        return ""


def precedent(ruling: Ruling) -> Precedent:
    """One line of what was ruled before."""
    view: Mapping[str, Any] = ruling.table.view
    game = view.get("game") or {}
    return Precedent(
        pk=ruling.pk,
        at=ruling.at,
        table=ruling.table.name,
        game=str(game.get("title", "")),
        decision=ruling.decision,
        words=decided(ruling.decision, ruling.steps),
        seconds=ruling.seconds,
        reason=ruling.reason,
    )
