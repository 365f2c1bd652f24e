"""Plaque templates (`plaque_templates.toml`), for step 3 of the setup and for new plaques."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import Literal

import msgspec

from manage_ui.help_texts import CHARGE
from manage_ui.setup.forms import GamesForm
from manage_ui.setup.setup import GamesPart
from ops.installation import lock_begun_setup
from poker.formatting import money, plain, smart_quotes
from staff.audit.recording import Actor, record
from tables.models import Plaque
from tables.plaques import plaque_publish, rotation_leg

CHIPS = (100, 500, 2500, 10000)
NAMED_SCALE = 100  # an amount of 1 in a template's name, in the smallest unit


class GameTemplate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plaque that the setup offers. Amounts are in the smallest unit."""

    name: str
    note: str  # text on the card
    game: str
    limit: str
    small_bet: int
    big_bet: int
    buy_in_min: int
    buy_in_max: int
    blinds: tuple[int, ...] = ()
    ante: int = 0
    bring_in: int = 0
    straddle: bool = False
    straddle_by: str = "under_the_gun"
    bomb: str = ""
    bomb_amount: int = 0
    bomb_boards: int = 1
    rotate_by: Literal["", "orbit"] = ""
    then: tuple[str, ...] = ()  # names of the other plaques in a rotation


class _Templates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: tuple[GameTemplate, ...]
    leg: tuple[GameTemplate, ...]


@dataclass(frozen=True, slots=True)
class GameCard:
    """A template on the page."""

    template: GameTemplate
    is_there: bool  # a plaque with that name exists already
    is_chosen: bool

    @property
    def note(self) -> str:
        return smart_quotes(self.template.note)

    @property
    def buy_in(self) -> str:
        """Return the range of the buy-in: "$100 to $500"."""
        return f"{money(self.template.buy_in_min)} to {money(self.template.buy_in_max)}"


@cache
def _read() -> _Templates:
    text = Path(__file__).with_name("plaque_templates.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=_Templates)


def _templates() -> _Templates:
    """Return the templates with their names in the currency: "NL 1/3" is "NL 100/300" in yen."""
    game, leg = (tuple(map(_named, part)) for part in (_read().game, _read().leg))
    return _Templates(game, leg)


def _named(template: GameTemplate) -> GameTemplate:
    then = tuple(_name(other) for other in template.then)
    return msgspec.structs.replace(template, name=_name(template.name), then=then)


def _name(name: str) -> str:
    title, _, stakes = name.rpartition(" ")
    amounts = (plain(int(stake) * NAMED_SCALE) for stake in stakes.split("/"))
    return f"{title} {'/'.join(amounts)}"


def templates() -> tuple[GameTemplate, ...]:
    """Return the templates in page order."""
    return _templates().game


def names() -> list[str]:
    return [template.name for template in templates()]


def games_form(data: Mapping[str, object] | None = None) -> GamesForm:
    """Return the form of the step, with the rake of the newest plaque made from a template, or the default."""
    like = Plaque.objects.filter(name__in=names(), charge="percent").order_by("-pk").first()
    return GamesForm(
        data,
        names=names(),
        there=_there(),
        basis_points=like.basis_points if like else None,
        cap=like.cap if like else None,
    )


def cards(form: GamesForm) -> list[GameCard]:
    there = _there()
    chosen = set(form["games"].value() or ())
    return [
        GameCard(template, template.name in there, template.name in chosen | there)
        for template in templates()
    ]


def store_games(part: GamesPart, *, by: Actor, now: datetime) -> None:
    """Publish the chosen plaques that are missing, and a new version of those with another rake.

    Raises `Refusal`: `setup_closed`, and those of `tables.plaques.check`.
    """
    lock_begun_setup()
    charge = {
        "charge": "percent",
        "basis_points": part.basis_points,
        "cap": part.cap,
        "unit": 100,
    }
    chosen = {*part.games, *_there()}
    for template in templates():
        if template.name in chosen:
            _publish(template, charge, by, now)


def usable_templates() -> list[GameTemplate]:
    """Return the templates for a new plaque. A rotation is offered only once its other plaques exist."""
    there = set(Plaque.objects.values_list("name", flat=True))
    return [template for template in templates() if there.issuperset(template.then)]


def plaque_of_template(name: str) -> Plaque:
    """Return an unsaved plaque from a template, with the collection of the newest plaque that takes a percentage.

    For an unknown or empty name, the plaque has only the default chips. A taken name gets a number.
    """
    by_name = {template.name: template for template in usable_templates()}
    template = by_name.get(name)
    if template is None:
        return Plaque(chips=list(CHIPS))
    plaque = Plaque(chips=list(CHIPS), **_fields(template))
    taken = set(Plaque.objects.values_list("name", flat=True))
    numbers = (f"{name}, {number}" for number in count(2))
    plaque.name = name
    if name in taken:
        plaque.name = next(numbered for numbered in numbers if numbered not in taken)
    plaque.rotation = [rotation_leg(other) for other in template.then]
    like = Plaque.objects.filter(charge="percent").order_by("-pk").first()
    if like is not None:
        for field in CHARGE:
            setattr(plaque, field, getattr(like, field))
    return plaque


def _there() -> set[str]:
    return set(Plaque.objects.filter(name__in=names()).values_list("name", flat=True))


def _publish(
    template: GameTemplate, charge: Mapping[str, object], by: Actor, now: datetime
) -> None:
    """Publish a template with this charge, unless its newest plaque has it. The plaques of a rotation come first."""
    for name in template.then:
        legs = (*templates(), *_templates().leg)
        leg = next(candidate for candidate in legs if candidate.name == name)
        _publish(leg, charge, by, now)
    newest = Plaque.objects.filter(name=template.name).order_by("-version").first()
    if newest is not None and all(getattr(newest, name) == item for name, item in charge.items()):
        return
    plaque = newest or Plaque(chips=list(CHIPS), **_fields(template))
    before = {name: getattr(plaque, name) for name in charge} if newest else None
    for name, item in charge.items():
        setattr(plaque, name, item)
    if template.then:
        plaque.rotation = [rotation_leg(other) for other in template.then]
    published = plaque_publish(plaque=plaque, now=now)
    record(by, "plaque_published", now=now, about=published, before=before, after=dict(charge))


def _fields(template: GameTemplate) -> dict[str, object]:
    fields: dict[str, object] = msgspec.structs.asdict(template)
    del fields["note"], fields["then"]
    return {**fields, "blinds": list(template.blinds)}
