"""A PHH file as a value. Amounts become integers; a file's own unit may have decimals."""

import tomllib
from decimal import Decimal
from typing import Any, TypeGuard

import msgspec

from poker.refusal import Refusal

# Variant codes that this engine deals: game, limit.
VARIANTS: dict[str, tuple[str, str]] = {
    "NT": ("holdem", "none"),
    "FT": ("holdem", "split"),
    "PO": ("omaha", "pot"),
}
Number = int | Decimal


class Recording(msgspec.Struct, frozen=True):
    """A recorded hand. Every amount is the file's times `scale`; seat n is the file's player n.

    The fields after `scale` are this house's own (`_dead_posts`, `_awards` and so on): what the format has no word
    for. An award is a pot's index and the players it went to. A file of another origin has none of them.
    """

    variant: str
    antes: tuple[int, ...]
    antes_dead: bool
    blinds: tuple[int, ...]
    small_bet: int
    big_bet: int
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    players: tuple[str, ...]
    finishing: tuple[int, ...] | None
    scale: int
    dead_posts: tuple[int, ...] = ()
    awards: tuple[tuple[int, ...], ...] = ()
    rake: int = 0
    jackpot: int = 0
    chips: tuple[int, ...] = ()

    @property
    def game(self) -> str:
        """The key of the game."""
        return VARIANTS[self.variant][0]

    @property
    def limit(self) -> str:
        """The limit that it was played at."""
        return VARIANTS[self.variant][1]

    def outward(self, amount: int) -> int | float:
        """An amount in the file's own unit."""
        return amount // self.scale if amount % self.scale == 0 else amount / self.scale


def load(text: str) -> Recording:
    """Read a file. Refuses `phh_malformed` with what is wrong, `phh_variant` for a game not dealt here."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise Refusal("phh_malformed", "", detail=str(error)) from error
    variant = data.get("variant")
    if not isinstance(variant, str):
        raise Refusal("phh_malformed", "", detail="variant is missing")
    if variant not in VARIANTS:
        raise Refusal("phh_variant", "", variant=variant, known=sorted(VARIANTS))
    stacks = _numbers(data, "starting_stacks")
    count = len(stacks)
    bets = _bets(data, variant)
    numbers = [
        *stacks,
        *_numbers(data, "antes", count),
        *_numbers(data, "blinds_or_straddles", count),
    ]
    numbers += _numbers(data, "finishing_stacks", count) if "finishing_stacks" in data else []
    scale = _scale([*numbers, *bets])
    return Recording(
        variant=variant,
        antes=_ints(data, "antes", scale),
        antes_dead=not data.get("ante_trimming_status", False),
        blinds=_ints(data, "blinds_or_straddles", scale),
        small_bet=int(bets[0] * scale),
        big_bet=int(bets[1] * scale),
        stacks=_ints(data, "starting_stacks", scale),
        actions=_actions(data),
        players=tuple(str(name) for name in data.get("players", [])),
        finishing=_ints(data, "finishing_stacks", scale) if "finishing_stacks" in data else None,
        scale=scale,
        **_own(data, count),
    )


def _own(data: dict[str, Any], count: int) -> dict[str, Any]:
    """What `poker.phh.write` adds to a file; its amounts are whole."""
    try:
        own = msgspec.convert(
            {name[1:]: value for name, value in data.items() if name.startswith("_")}, _Own
        )
    except msgspec.ValidationError as error:
        raise Refusal("phh_malformed", "", detail=f"own fields: {error}") from error
    for award in own.awards:
        if len(award) < 2 or award[0] < 0 or not all(1 <= player <= count for player in award[1:]):
            raise Refusal("phh_malformed", "", detail=f"_awards names players {list(award)}")
    return {
        "dead_posts": own.dead_posts,
        "awards": own.awards,
        "rake": own.rake,
        "jackpot": own.jackpot,
        "chips": own.chips,
    }


class _Own(msgspec.Struct, frozen=True):
    dead_posts: tuple[int, ...] = ()
    awards: tuple[tuple[int, ...], ...] = ()
    rake: int = 0
    jackpot: int = 0
    chips: tuple[int, ...] = ()


def _bets(data: dict[str, Any], variant: str) -> list[Number]:
    names = ("small_bet", "big_bet") if variant == "FT" else ("min_bet", "min_bet")
    bets = []
    for name in names:
        value = data.get(name)
        if not _is_number(value) or value <= 0:
            raise Refusal("phh_malformed", "", detail=f"{name} is missing or not a positive number")
        bets.append(value)
    return bets


def _is_number(value: object) -> TypeGuard[Number]:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _numbers(data: dict[str, Any], name: str, count: int | None = None) -> list[Number]:
    values = data.get(name)
    if not isinstance(values, list) or not all(_is_number(value) for value in values):
        raise Refusal("phh_malformed", "", detail=f"{name} is missing or not a list of numbers")
    if count is None and not 2 <= len(values) <= 10:
        raise Refusal("phh_malformed", "", detail=f"{name} has {len(values)} players")
    if count is not None and len(values) != count:
        raise Refusal("phh_malformed", "", detail=f"{name} has {len(values)} of {count} players")
    return values


def _scale(numbers: list[Number]) -> int:
    """The power of ten that makes every amount whole."""
    places = 0
    for number in numbers:
        exponent = Decimal(number).normalize().as_tuple().exponent
        if not isinstance(exponent, int):
            raise Refusal("phh_malformed", "", detail="an amount is not a finite number")
        places = max(places, -exponent)
    if places > 4:
        raise Refusal("phh_malformed", "", detail="an amount has more than four decimals")
    return int(10**places)


def _ints(data: dict[str, Any], name: str, scale: int) -> tuple[int, ...]:
    return tuple(int(value * scale) for value in data[name])


def _actions(data: dict[str, Any]) -> tuple[str, ...]:
    actions = data.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise Refusal("phh_malformed", "", detail="actions is missing or not a list of texts")
    return tuple(actions)
