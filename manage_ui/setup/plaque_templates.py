"""Step 3: plaques from templates (`plaque_templates.toml`), with one rake for all of them."""

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
NAMED_SCALE = 100  # smallest units of one in the names of the file


class GameTemplate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plaque as the setup offers it; amounts in the smallest unit.

    note: what the card says; then: the plaques of a rotation.
    """

    name: str
    note: str
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
    rotate_by: Literal["", "orbit"] = ""
    then: tuple[str, ...] = ()


class _Templates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: tuple[GameTemplate, ...]
    leg: tuple[GameTemplate, ...]


@dataclass(frozen=True, slots=True)
class GameCard:
    """A template on the page. is_there: there is a plaque of that name already."""

    template: GameTemplate
    is_there: bool
    is_chosen: bool

    @property
    def note(self) -> str:
        """Return the game in words."""
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
    """Return the templates with names in the currency: a yen has no smallest unit, so "NL 1/3" is "NL 100/300"."""
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
    """Return the templates in the order of the page."""
    return _templates().game


def names() -> list[str]:
    """Return the names of the templates."""
    return [template.name for template in templates()]


def games_form(data: Mapping[str, object] | None = None) -> GamesForm:
    """Return the step's form: the rake of the newest plaque of a template, or the usual one."""
    like = Plaque.objects.filter(name__in=names(), charge="percent").order_by("-pk").first()
    return GamesForm(
        data,
        names=names(),
        there=_there(),
        basis_points=like.basis_points if like else None,
        cap=like.cap if like else None,
    )


def cards(form: GamesForm) -> list[GameCard]:
    """Return the templates as cards."""
    there = _there()
    chosen = set(form["games"].value() or ())
    return [
        GameCard(template, template.name in there, template.name in chosen | there)
        for template in templates()
    ]


def store_games(part: GamesPart, *, by: Actor, now: datetime) -> None:
    """Publish the chosen plaques that are missing, and the rake of those that have another one.

    Raises `Refusal`: `setup_closed`, and what `tables.plaques.check` refuses.
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
    """Return the templates that a plaque can be begun from: those of a rotation only once its other games exist."""
    there = set(Plaque.objects.values_list("name", flat=True))
    return [template for template in templates() if there.issuperset(template.then)]


def plaque_of_template(name: str) -> Plaque:
    """Return an unsaved plaque begun from a template, with the collection of the newest plaque that takes a percentage.

    An unknown name and "" give an empty one, with the usual chips. A taken name gets a number.
    """
    template = next((one for one in usable_templates() if one.name == name), None)
    if template is None:
        return Plaque(chips=list(CHIPS))
    plaque = Plaque(chips=list(CHIPS), **_fields(template))
    taken = set(Plaque.objects.values_list("name", flat=True))
    numbers = (f"{name}, {number}" for number in count(2))
    plaque.name = name if name not in taken else next(n for n in numbers if n not in taken)
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
    """Publish a template with this charge, after the other games of its rotation, unless it is already so."""
    for other in template.then:
        leg = next(one for one in (*templates(), *_templates().leg) if one.name == other)
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
    """Return the template's fields of a plaque."""
    fields: dict[str, object] = msgspec.structs.asdict(template)
    del fields["note"], fields["then"]
    return {**fields, "blinds": list(template.blinds)}
