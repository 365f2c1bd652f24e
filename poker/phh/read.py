"""Read a PHH file. Amounts become integers; a file's own unit may have decimals."""

import tomllib
from decimal import Decimal
from typing import Any, Literal, TypeGuard

import msgspec

from poker.games import GAMES, Game
from poker.refusal import Refusal

# Variant codes this engine deals: game, limit. Fixed and split limit share a code; split is used,
# which with two equal bets is the same as fixed.
VARIANTS: dict[str, tuple[str, str]] = {
    code: (game.key, limit) for game in GAMES.values() for limit, code in game.phh
}
Number = int | Decimal
OddChip = Literal["one_each", "all_first"]  # H-10
AfterDraw = Literal["by_forced_bet", "left"]  # H-44
SCALE = 100  # a file counts in currency units, Floorbook in hundredths


def outward(amount: int) -> int | float:
    """Return an amount in a file's unit."""
    return amount // SCALE if amount % SCALE == 0 else amount / SCALE


class Recording(msgspec.Struct, frozen=True):
    """A recorded hand. Amounts are in the smallest unit, hundredths of the file's; seat n is the file's player n.

    blinds: all 0 in stud, which has a `bring_in`; that is 0 if none is used (S-148).

    The fields after `bring_in` are our own (`_dead_posts`, `_awards` and so on), for what the format cannot
    express. An award is a pot's index and the players it went to, plus who won its low half and who was first for
    its odd chip. Files from other sources have none of them.
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
    bring_in: int = 0
    dead_posts: tuple[int, ...] = ()
    awards: tuple[tuple[int, ...], ...] = ()
    lows: tuple[tuple[int, tuple[int, ...]], ...] = ()
    odd: tuple[tuple[int, int], ...] = ()
    odd_chip: OddChip = "one_each"
    killer: int = 0
    after_draw: AfterDraw = "left"
    rake: int = 0
    jackpot: int = 0
    chips: tuple[int, ...] = ()

    @property
    def game(self) -> str:
        """Return the key of the game."""
        return VARIANTS[self.variant][0]

    @property
    def limit(self) -> str:
        """Return the limit it was played at."""
        return VARIANTS[self.variant][1]

    @property
    def dealt(self) -> Game:
        """Return the game."""
        return GAMES[self.game]


def load(text: str) -> Recording:
    """Read a file. Raises `Refusal`: `phh_malformed` with the fault, `phh_variant` for a game not dealt here."""
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
    stud = not GAMES[VARIANTS[variant][0]].button
    bring_in = _bring_in(data) if stud else 0
    numbers = [*stacks, *_numbers(data, "antes", count), bring_in]
    numbers += [] if stud else _numbers(data, "blinds_or_straddles", count)
    numbers += _numbers(data, "finishing_stacks", count) if "finishing_stacks" in data else []
    _check_places([*numbers, *bets])
    return Recording(
        variant=variant,
        antes=_ints(data, "antes"),
        antes_dead=not data.get("ante_trimming_status", False),
        blinds=(0,) * count if stud else _ints(data, "blinds_or_straddles"),
        small_bet=int(bets[0] * SCALE),
        big_bet=int(bets[1] * SCALE),
        stacks=_ints(data, "starting_stacks"),
        actions=_actions(data),
        players=tuple(str(name) for name in data.get("players", [])),
        finishing=_ints(data, "finishing_stacks") if "finishing_stacks" in data else None,
        bring_in=int(bring_in * SCALE),
        **_own(data, count),
    )


class _Own(msgspec.Struct, frozen=True):
    """The fields that `poker.phh.write` adds to a file."""

    dead_posts: tuple[Decimal, ...] = ()
    awards: tuple[tuple[int, ...], ...] = ()
    lows: tuple[tuple[int, ...], ...] = ()
    odd: tuple[tuple[int, int], ...] = ()
    odd_chip: OddChip = "one_each"
    killer: int = 0
    after_draw: AfterDraw = "left"
    rake: Decimal = Decimal(0)
    jackpot: Decimal = Decimal(0)
    chips: tuple[Decimal, ...] = ()


def _own(data: dict[str, Any], count: int) -> dict[str, Any]:
    named = {name[1:]: value for name, value in data.items() if name.startswith("_")}
    try:
        own = msgspec.convert(named, _Own)
    except msgspec.ValidationError as error:
        raise Refusal("phh_malformed", "", detail=f"own fields: {error}") from error
    for award in (*own.awards, *own.lows, *own.odd):
        if len(award) < 2 or award[0] < 0 or not all(1 <= player <= count for player in award[1:]):
            raise Refusal("phh_malformed", "", detail=f"an award names players {list(award)}")
    _check_places([*own.dead_posts, *own.chips, own.rake, own.jackpot])
    if own.dead_posts and len(own.dead_posts) != count:
        raise Refusal("phh_malformed", "", detail="_dead_posts names other players")
    return {
        "dead_posts": tuple(int(amount * SCALE) for amount in own.dead_posts),
        "awards": own.awards,
        "lows": tuple((pot, tuple(players)) for pot, *players in own.lows),
        "odd": own.odd,
        "odd_chip": own.odd_chip,
        "killer": own.killer,
        "after_draw": own.after_draw,
        "rake": int(own.rake * SCALE),
        "jackpot": int(own.jackpot * SCALE),
        "chips": tuple(int(amount * SCALE) for amount in own.chips),
    }


def _bets(data: dict[str, Any], variant: str) -> list[Number]:
    set_bets = VARIANTS[variant][1] == "split"
    names = ("small_bet", "big_bet") if set_bets else ("min_bet", "min_bet")
    bets = []
    for name in names:
        value = data.get(name)
        if not _is_number(value) or value <= 0:
            raise Refusal("phh_malformed", "", detail=f"{name} is missing or not a positive number")
        bets.append(value)
    return bets


def _bring_in(data: dict[str, Any]) -> Number:
    value = data.get("bring_in")
    if not _is_number(value) or value < 0:
        raise Refusal("phh_malformed", "", detail="bring_in is missing or not a number")
    return value


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


def _check_places(numbers: list[Number]) -> None:
    """Raise `Refusal` unless amounts are whole hundredths."""
    for number in numbers:
        scaled = Decimal(number) * SCALE
        if not scaled.is_finite() or scaled != scaled.to_integral_value():
            raise Refusal("phh_malformed", "", detail=f"{number} isn't a whole number of cents")


def _ints(data: dict[str, Any], name: str) -> tuple[int, ...]:
    return tuple(int(value * SCALE) for value in data[name])


def _actions(data: dict[str, Any]) -> tuple[str, ...]:
    actions = data.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise Refusal("phh_malformed", "", detail="actions is missing or not a list of texts")
    return tuple(actions)
