"""The terms of a promotion as a form: each field with its value and what the version in effect has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.http import QueryDict

from poker.amounts import typed_amount
from poker.games import GAMES
from poker.promotion_terms import HandFloor, HandRank
from poker.refusal import Refusal
from promotions.pages.fund_forms import amount, number
from promotions.pages.prize_lines import prize_lines, read_prizes
from promotions.rule_texts import CARDS, RANKS, TIMES, WEEKDAYS, clock
from promotions.rules.fund_state import Pool
from promotions.rules.terms import (
    AT_TABLES,
    BY_PERIOD,
    Kind,
    PromotionTerms,
    Schedule,
    TierTerms,
)
from tables.hand_kind_names import NAMES

WITH_FLOOR = ("high_hand", "mystery")
WITH_PRIZE = ("high_hand", "royal", "splash")
DAYS = tuple(map(str, range(len(WEEKDAYS))))
TIERS: tuple[Pool, ...] = ("primary", "secondary")
ASKS = (
    "Nothing said about the jackpot during the hand?",
    "No card exposed before the action was over?",
    "One player to a hand?",
    "Deck complete, stub counted in view?",
)
VOIDS = (
    "Talk about the jackpot during the hand voids it",
    "Barred or self-excluded players and staff don't collect; their share is held, not given to others",
)
Choices = tuple[tuple[str, str], ...]
RANK_CHOICES: Choices = (("", "none"), *RANKS.items())
CARD_LIMIT = 5
Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Field:
    """A field. how: input, amount, lines, check, select or many; was: the value in effect, if it differs."""

    name: str
    label: str
    how: str
    value: object
    was: str = ""
    choices: Choices = ()

    @property
    def values(self) -> list[str]:
        """Return the chosen values of a field with several."""
        return list(cast(Sequence[str], self.value))


def first_terms(kind: Kind, title: str) -> PromotionTerms:
    """Return the terms with which a new promotion begins: common practice, which the house then changes."""
    floor = HandFloor("full_house", ("A", "A")) if kind == "high_hand" else None
    is_beat = kind == "bad_beat"
    is_splash = kind == "splash"
    if kind == "mystery":
        floor = HandFloor("quads")
    tiers = (TierTerms("primary", HandFloor("quads", ("T",)), HandFloor("quads")),)
    return PromotionTerms(
        kind=kind,
        title=title,
        games=("holdem",),
        tiers=tiers if is_beat else (),
        floor=floor,
        players=4 if is_beat or is_splash else 0,
        pot=1000 if is_beat else 0,
        excluded=("bomb_pot", "bomb_pot_two_boards") if is_beat else (),
        schedule=Schedule(12 * 60, 24 * 60, 60) if kind in BY_PERIOD else None,
        asks=ASKS if is_beat else (),
        voids=() if is_splash else VOIDS,
    )


def fields(terms: PromotionTerms, base: PromotionTerms | None) -> list[Field]:
    """Return the fields of a kind with the values of a draft. base: the version in effect."""
    before = _values(base) if base is not None else {}
    rows = []
    for name, value in _values(terms).items():
        label, how, choices = _LAYOUT[name]
        label = _LABELS_OF_KIND.get((terms.kind, name), label)
        is_changed = name in before and before[name] != value
        was = _shown(before[name], choices) if is_changed else ""
        rows.append(Field(name, label, how, value, was, choices))
    return rows


def typed_fields(rows: Sequence[Field], posted: QueryDict) -> list[Field]:
    """Return the fields with what a refused form had, so that nothing typed is lost."""
    return [replace(field, value=_typed(field, posted)) for field in rows]


def _typed(field: Field, posted: QueryDict) -> object:
    if field.how == "many":
        return tuple(posted.getlist(field.name))
    if field.how == "check":
        return posted.get(field.name) == "on"
    return posted.get(field.name, "")


def changed_count(terms: PromotionTerms, base: PromotionTerms | None) -> int:
    """Return how many fields differ from the version in effect."""
    if base is None:
        return 0
    before = _values(base)
    return sum(before.get(name) != value for name, value in _values(terms).items())


def _shown(value: object, choices: Choices) -> str:
    names = dict(choices)
    if isinstance(value, tuple):
        return ", ".join(names.get(str(item), str(item)) for item in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return names.get(str(value), str(value)) or "none"


def _values(terms: PromotionTerms) -> dict[str, object]:
    values: dict[str, object] = {"title": terms.title}
    if terms.kind == "bad_beat":
        values |= _beat_values(terms)
    if terms.kind in WITH_FLOOR:
        values |= {"floor_rank": terms.floor.rank if terms.floor else ""}
        values |= {"floor_cards": "".join(terms.floor.ranks) if terms.floor else ""}
    if terms.kind in AT_TABLES:
        values |= _hand_values(terms)
    if terms.kind == "splash":
        values |= {"games": terms.games, "players": terms.players}
    if terms.kind == "mystery":
        values |= {"prizes": prize_lines(terms.prizes)}
    if terms.kind in WITH_PRIZE:
        values |= _period_values(terms)
    if terms.kind in AT_TABLES:
        values |= {"asks": "\n".join(terms.asks)}
    values |= {"voids": "\n".join(terms.voids), "text": terms.text}
    return values


def _beat_values(terms: PromotionTerms) -> dict[str, object]:
    values: dict[str, object] = {}
    by_pool = {tier.pool: tier for tier in terms.tiers}
    for pool in TIERS:
        values |= _tier_values(pool, by_pool.get(pool))
    return values | dict(zip(("losing", "winning", "others"), terms.split, strict=True))


def _hand_values(terms: PromotionTerms) -> dict[str, object]:
    return {
        "games": terms.games,
        "both_cards": terms.both_cards,
        "pocket_pair": terms.pocket_pair,
        "kicker_plays": terms.kicker_plays,
        "board": terms.board,
        "runs": terms.runs,
        "players": terms.players,
        "pot": typed_amount(terms.pot),
        "excluded": terms.excluded,
    }


def _period_values(terms: PromotionTerms) -> dict[str, object]:
    schedule = terms.schedule or Schedule()
    return {
        "prize": typed_amount(terms.prize),
        "first": clock(schedule.first),
        "last": clock(schedule.last),
        "every": schedule.every,
        "weekdays": tuple(map(str, schedule.weekdays)),
    }


def _tier_values(pool: Pool, tier: TierTerms | None) -> dict[str, object]:
    return {
        f"{pool}_losing_rank": tier.losing.rank if tier else "",
        f"{pool}_losing_cards": "".join(tier.losing.ranks) if tier else "",
        f"{pool}_winning_rank": tier.winning.rank if tier else "",
        f"{pool}_winning_cards": "".join(tier.winning.ranks) if tier else "",
        f"{pool}_percent": tier.percent if tier else 100,
    }


_LAYOUT: dict[str, tuple[str, str, Choices]] = {
    "title": ("Title", "input", ()),
    "primary_losing_rank": ("Losing hand at least", "select", RANK_CHOICES),
    "primary_losing_cards": ("Its cards, such as T, or AJ for aces full of jacks", "input", ()),
    "primary_winning_rank": ("Winning hand at least", "select", RANK_CHOICES),
    "primary_winning_cards": ("Its cards", "input", ()),
    "primary_percent": ("Pays percent of the jackpot", "input", ()),
    "secondary_losing_rank": ("Secondary jackpot: losing hand at least", "select", RANK_CHOICES),
    "secondary_losing_cards": ("Its cards", "input", ()),
    "secondary_winning_rank": ("Secondary jackpot: winning hand at least", "select", RANK_CHOICES),
    "secondary_winning_cards": ("Its cards", "input", ()),
    "secondary_percent": ("Pays percent of the secondary jackpot", "input", ()),
    "losing": ("Losing hand, percent", "input", ()),
    "winning": ("Winning hand, percent", "input", ()),
    "others": ("Others dealt in, percent", "input", ()),
    "floor_rank": ("Qualifying hand at least", "select", RANK_CHOICES),
    "floor_cards": ("Its cards", "input", ()),
    "games": (
        "Games, none is all",
        "many",
        tuple((key, game.title) for key, game in GAMES.items()),
    ),
    "both_cards": ("Both hole cards play", "check", ()),
    "pocket_pair": ("Quads are made with a pocket pair", "check", ()),
    "kicker_plays": ("A hole card that is the kicker plays", "check", ()),
    "board": (
        "Board that counts",
        "select",
        (("first", "The first of several"), ("any", "Any of several")),
    ),
    "runs": (
        "Run that counts, of a board run again",
        "select",
        (("first", "The first of several"), ("any", "Any of several")),
    ),
    "players": ("Dealt in at least", "input", ()),
    "pot": ("Contested pot at least", "amount", ()),
    "excluded": ("Not in hands with", "many", tuple(NAMES.items())),
    "prize": ("Prize", "amount", ()),
    "prizes": (f"Prizes of the boxes, one a line or such as 3 {TIMES} 500", "lines", ()),
    "first": ("Periods from", "input", ()),
    "last": ("Periods until", "input", ()),
    "every": ("Minutes of a period", "input", ()),
    "weekdays": (
        "Weekdays, none is all",
        "many",
        tuple((str(number), name) for number, name in enumerate(WEEKDAYS)),
    ),
    "asks": ("Questions to people, one a line", "lines", ()),
    "voids": ("What voids it, one a line", "lines", ()),
    "text": ("More for the public page", "lines", ()),
}


_LABELS_OF_KIND = {
    ("splash", "players"): "Players seated at least",
    ("splash", "prize"): "Amount of each splash pot",
}


def read_terms_form(posted: QueryDict, kind: Kind) -> PromotionTerms:
    """Return the terms of a form. Raises `Refusal`: `terms_number`, `terms_hand`, `terms_clock`, `not_an_amount`."""
    floor = _floor(posted, "floor") if kind in WITH_FLOOR else None
    return PromotionTerms(
        kind=kind,
        title=" ".join(posted.get("title", "").split())[:80],
        games=tuple(key for key in posted.getlist("games") if key in GAMES),
        tiers=tuple(_tiers(posted)) if kind == "bad_beat" else (),
        floor=floor,
        both_cards=posted.get("both_cards") == "on",
        pocket_pair=posted.get("pocket_pair") == "on",
        kicker_plays=posted.get("kicker_plays") == "on",
        players=number(posted, "players"),
        pot=amount(posted, "pot"),
        excluded=tuple(key for key in posted.getlist("excluded") if key in NAMES),
        board="any" if posted.get("board") == "any" else "first",
        runs="any" if posted.get("runs") == "any" else "first",
        schedule=_schedule(posted) if kind in WITH_PRIZE else None,
        prize=amount(posted, "prize"),
        prizes=read_prizes(posted.get("prizes", "")),
        split=(number(posted, "losing"), number(posted, "winning"), number(posted, "others")),
        asks=_lines(posted, "asks"),
        voids=_lines(posted, "voids"),
        text=posted.get("text", "").strip()[:2000],
    )


def _tiers(posted: QueryDict) -> list[TierTerms]:
    tiers = []
    for pool in TIERS:
        losing = _floor(posted, f"{pool}_losing")
        winning = _floor(posted, f"{pool}_winning") or HandFloor("high_card")
        if losing is not None:
            percent = number(posted, f"{pool}_percent")
            tiers.append(TierTerms(pool, losing, winning, pool, percent))
    return tiers


def _floor(posted: QueryDict, name: str) -> HandFloor | None:
    """Return a lowest hand, None for no rank. Raises `Refusal`: `terms_hand`."""
    rank = posted.get(f"{name}_rank", "")
    cards = posted.get(f"{name}_cards", "").upper().replace("10", "T").replace(" ", "")
    if not rank:
        return None
    if rank not in RANKS or len(cards) > CARD_LIMIT or any(item not in CARDS for item in cards):
        raise Refusal("terms_hand", "", text=f"{rank} {cards}"[:30])
    return HandFloor(cast(HandRank, rank), tuple(cards))


def _schedule(posted: QueryDict) -> Schedule:
    return Schedule(
        first=_minute(posted.get("first", "") or "00:00"),
        last=_minute(posted.get("last", "") or "24:00"),
        every=max(1, number(posted, "every")),
        weekdays=tuple(sorted({int(day) for day in posted.getlist("weekdays") if day in DAYS})),
    )


def _minute(text: str) -> int:
    """Return the minute of the day of 18:30; 24:00 is its end. Raises `Refusal`: `terms_clock`."""
    hours, _, minutes = text.strip().partition(":")
    is_number = all(part.isascii() and part.isdecimal() for part in (hours, minutes))
    if not is_number or int(minutes) > 59 or int(hours) * 60 + int(minutes) > 24 * 60:
        raise Refusal("terms_clock", "", text=text[:20])
    return int(hours) * 60 + int(minutes)


def _lines(posted: QueryDict, name: str) -> tuple[str, ...]:
    lines = (" ".join(line.split())[:200] for line in posted.get(name, "").splitlines())
    return tuple(line for line in lines if line)[:20]
