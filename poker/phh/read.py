"""Read a PHH file. Amounts become integers; a file's own unit may have decimals."""

import re
from decimal import Decimal
from typing import Literal

import msgspec

from poker.games import GAMES, Game
from poker.json_types import JsonObject
from poker.phh.field_values import (
    Number,
    bets_made,
    check_places,
    is_number,
    malformed,
    numbers,
    scale,
    scaled,
    texts,
    unit,
)
from poker.refusal import Refusal
from poker.stakes import INCOMPLETE_RAKE
from poker.toml_input import TomlError, line_of_item, line_of_key, out_of_bounds, parse

# Variant codes this engine deals: game, limit. Fixed and split limit share a code; it is read as
# split, which equals fixed if both bets are the same.
VARIANTS: dict[str, tuple[str, str]] = {
    code: (game.key, limit) for game in GAMES.values() for limit, code in game.phh
}
OddChip = Literal["one_each", "all_first"]  # H-10
AfterDraw = Literal["by_forced_bet", "left"]  # H-44
StraddleOrder = Literal["left_of_straddle", "blinds_first", "under_the_gun"]  # H-60
PER_PLAYER = ("antes", "blinds_or_straddles", "finishing_stacks")
LARGEST_CHIP = 10_000  # in the file's units
# The field behind a refusal of the table that a file describes.
_FIELDS = {
    "plaque_bring_in_over_bet": "bring_in",
    "plaque_chips": "_chips",
    "plaque_chips_cannot_make": "_chips",
    "plaque_rake": "_rake",
    **dict.fromkeys(INCOMPLETE_RAKE.values(), "_rake"),
}


def outward(amount: int) -> int | float:
    """Return an amount in a file's unit."""
    return amount // scale() if amount % scale() == 0 else amount / scale()


class Recording(msgspec.Struct, frozen=True):
    """A recorded hand. Amounts are in the smallest unit, hundredths of the file's; seat n is the file's player n."""

    variant: str
    antes: tuple[int, ...]
    antes_dead: bool
    blinds: tuple[int, ...]  # all 0 in stud, which has a `bring_in`
    small_bet: int
    big_bet: int
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    players: tuple[str, ...]
    finishing: tuple[int, ...] | None
    bring_in: int = 0  # 0 if none is used (S-148)
    # The following fields are our own (`_dead_posts`, `_awards` and so on), for what the format
    # cannot express. Files from other sources do not have them.
    dead_posts: tuple[int, ...] = ()
    awards: tuple[tuple[int, ...], ...] = ()  # a pot's index and the players it went to
    lows: tuple[tuple[int, tuple[int, ...]], ...] = ()  # who won the low half of a pot
    odd: tuple[tuple[int, int], ...] = ()  # who was first for the odd chip of a pot
    odd_chip: OddChip = "one_each"
    killer: int = 0
    acts_last: int = 0  # the player whose straddle the first round passes over (H-60), 0 for none
    straddle_order: StraddleOrder = "left_of_straddle"
    after_draw: AfterDraw = "left"
    rake: int = 0
    jackpot: int = 0
    chips: tuple[int, ...] = ()

    @property
    def game(self) -> str:
        return VARIANTS[self.variant][0]

    @property
    def limit(self) -> str:
        """Return the limit the hand was played at."""
        return VARIANTS[self.variant][1]

    @property
    def dealt(self) -> Game:
        return GAMES[self.game]


def load(text: str) -> Recording:
    """Read a file. Raises `Refusal`: `phh_malformed` with the fault, `phh_variant` for a game not dealt here.

    The refusal's facts include the `line` of the fault, if it is on a single line.
    """
    try:
        data = parse(text, decimals=True)
    except TomlError as error:
        raise Refusal("phh_malformed", "", detail=str(error), line=error.line) from error
    try:
        return _recording(data)
    except Refusal as refusal:
        refusal.facts["line"] = line_of_key(text, str(refusal.facts.pop("field")))
        raise


def fault_line(text: str, refusal: Refusal) -> int:
    """Return the line of the file to which a refusal of `load` or of its replay refers; 0 for no line."""
    number = refusal.facts.get("number")
    if isinstance(number, int):
        return line_of_item(text, "actions", number)
    line = refusal.facts.get("line")
    if isinstance(line, int):
        return line
    return line_of_key(text, _FIELDS.get(refusal.code, "starting_stacks"))


def _recording(data: JsonObject) -> Recording:
    for name, value in data.items():
        if fault := out_of_bounds(value):
            raise malformed(name, f"{name[:40]}: {fault}")
    variant = _variant(data)
    stacks = _stacks(data)
    count = len(stacks)
    bets = _bets(data, variant)
    stud = not GAMES[VARIANTS[variant][0]].button
    bring_in = _bring_in(data) if stud else 0
    blinds = () if stud else numbers(data, "blinds_or_straddles", count)
    antes = numbers(data, "antes", count)
    if min(antes) < 0:
        raise malformed("antes", "antes has a negative amount")
    finishing = numbers(data, "finishing_stacks", count) if "finishing_stacks" in data else None
    actions = texts(data, "actions")
    own = _own(data, count)
    amounts = [*stacks, *antes, *blinds, *bets, bring_in, *(finishing or ()), *own.dead_posts]
    chip = unit([*amounts, own.rake, own.jackpot, *bets_made(actions)])
    return Recording(
        variant=variant,
        antes=scaled(antes),
        antes_dead=not _trimming(data),
        blinds=(0,) * count if stud else scaled(blinds),
        small_bet=int(bets[0] * scale()),
        big_bet=int(bets[1] * scale()),
        stacks=scaled(stacks),
        actions=actions,
        players=texts(data, "players") if "players" in data else (),
        finishing=None if finishing is None else scaled(finishing),
        bring_in=int(bring_in * scale()),
        dead_posts=scaled(own.dead_posts),
        awards=own.awards,
        lows=tuple((pot, tuple(players)) for pot, *players in own.lows),
        odd=own.odd,
        odd_chip=own.odd_chip,
        killer=own.killer,
        acts_last=own.acts_last,
        straddle_order=own.straddle_order,
        after_draw=own.after_draw,
        rake=int(own.rake * scale()),
        jackpot=int(own.jackpot * scale()),
        chips=scaled(own.chips) or (chip,),
    )


class _Own(msgspec.Struct, frozen=True):
    """The fields that `poker.phh.write` adds to a file."""

    dead_posts: tuple[Decimal, ...] = ()
    awards: tuple[tuple[int, ...], ...] = ()
    lows: tuple[tuple[int, ...], ...] = ()
    odd: tuple[tuple[int, int], ...] = ()
    odd_chip: OddChip = "one_each"
    killer: int = 0
    acts_last: int = 0
    straddle_order: StraddleOrder = "left_of_straddle"
    after_draw: AfterDraw = "left"
    rake: Decimal = Decimal(0)
    jackpot: Decimal = Decimal(0)
    chips: tuple[Decimal, ...] = ()


def _own(data: dict[str, object], count: int) -> _Own:
    _check_own_amounts(data)
    own_fields = {name[1:]: value for name, value in data.items() if name.startswith("_")}
    try:
        own = msgspec.convert(own_fields, _Own)
    except msgspec.ValidationError as error:
        match = re.search(r"\$\.(\w+)", str(error))
        name = f"_{match[1]}" if match else ""
        raise malformed(name, f"own fields: {error}") from error
    for name, awards in (("_awards", own.awards), ("_lows", own.lows), ("_odd", own.odd)):
        for award in awards:
            if not _is_award(award, count):
                raise malformed(name, f"an award names players {list(award)}")
    if own.dead_posts and len(own.dead_posts) != count:
        raise malformed("_dead_posts", "_dead_posts names other players")
    if not all(0 < chip <= LARGEST_CHIP for chip in own.chips):
        raise malformed("_chips", f"_chips has a chip that is not from 0.01 to {LARGEST_CHIP}")
    return own


def _check_own_amounts(data: JsonObject) -> None:
    for name in ("_dead_posts", "_chips", "_rake", "_jackpot"):
        value = data.get(name, 0)
        amounts = value if isinstance(value, list) else [value]
        if not all(is_number(amount) and amount >= 0 for amount in amounts):
            raise malformed(name, f"{name} has an amount that is not a number from 0 up")
        check_places(name, amounts)


def _is_award(award: tuple[int, ...], count: int) -> bool:
    return len(award) > 1 and award[0] >= 0 and all(1 <= player <= count for player in award[1:])


def _variant(data: dict[str, object]) -> str:
    variant = data.get("variant")
    if not isinstance(variant, str):
        raise malformed("variant", "variant is missing")
    if variant not in VARIANTS:
        known = sorted(VARIANTS)
        raise Refusal("phh_variant", "", variant=variant[:40], known=known, field="variant")
    return variant


def _stacks(data: JsonObject) -> list[Number]:
    """Return the starting stacks. A player without chips is not dealt in."""
    stacks = numbers(data, "starting_stacks")
    others = {len(data[name]) for name in PER_PLAYER if isinstance(data.get(name), list)}
    if len(others) == 1 and len(stacks) not in others:  # all other lists agree
        raise malformed(
            "starting_stacks", f"starting_stacks has {len(stacks)} of {others.pop()} players"
        )
    for player, stack in enumerate(stacks, 1):
        if stack <= 0:
            raise malformed(
                "starting_stacks", f"player {player} starts with {stack}, which is no stack"
            )
    return stacks


def _bets(data: dict[str, object], variant: str) -> list[Number]:
    set_bets = VARIANTS[variant][1] == "split"
    names = ("small_bet", "big_bet") if set_bets else ("min_bet", "min_bet")
    bets = []
    for name in names:
        value = data.get(name)
        if not is_number(value) or value <= 0:
            raise malformed(name, f"{name} is missing or not a positive number")
        check_places(name, [value])
        bets.append(value)
    return bets


def _bring_in(data: dict[str, object]) -> Number:
    value = data.get("bring_in")
    if not is_number(value) or value < 0:
        raise malformed("bring_in", "bring_in is missing or not a number")
    check_places("bring_in", [value])
    return value


def _trimming(data: dict[str, object]) -> bool:
    value = data.get("ante_trimming_status", False)
    if not isinstance(value, bool):
        raise malformed("ante_trimming_status", "ante_trimming_status is not true or false")
    return value
