"""What a plaque says: game, limit, forced bets, house charge, buy-in, chips (S-005, S-007)."""

from typing import Literal

import msgspec

from poker import chips as chip_sets
from poker.games import GAMES
from poker.refusal import Refusal

Limit = Literal["fixed", "split", "spread", "pot", "none"]


class Rake(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The house charge of a plaque. Amounts in the smallest unit; one cap for the hand.

    percent: `basis_points` of the raked pots, rounded down to `unit`; steps: each `(pot, take)` is reached
    when the pots hold at least `pot`, the last one reached is taken; time: `time_charge` a player each
    `time_minutes`, nothing from a pot. `jackpot` is dropped beside it when the pots reach `jackpot_from`.
    """

    kind: Literal["percent", "steps", "time", "free"] = "free"
    basis_points: int = 0
    steps: tuple[tuple[int, int], ...] = ()
    cap: int = 0
    unit: int = 1
    no_flop_no_drop: bool = True
    jackpot: int = 0
    jackpot_from: int = 0
    time_charge: int = 0
    time_minutes: int = 30


class Stakes(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A complete plaque. Limits (S-117): fixed bets `small_bet` on every round; split bets `big_bet` on the
    later ones; spread bets from `small_bet` to `big_bet`; pot and none open for `small_bet` (S-112, S-113).
    """

    game: str
    limit: Limit
    small_bet: int
    big_bet: int
    blinds: tuple[int, ...] = ()
    ante: int = 0
    ante_by: Literal["all", "big_blind", "button"] = "all"
    straddle: bool = False
    buy_in_min: int = 0
    buy_in_max: int = 0
    chips: tuple[int, ...] = ()
    rake: Rake = Rake()

    @property
    def set_bets(self) -> bool:
        """Whether the limit names every bet, so that a raise needs no amount (S-087, S-088)."""
        return self.limit in ("fixed", "split")

    @property
    def capped(self) -> bool:
        """Whether a round has a bet and three raises (S-097)."""
        return self.limit in ("fixed", "split", "spread")


def check(stakes: Stakes) -> Stakes:
    """The plaque itself when a table may open under it; otherwise refuses and names the field (S-005, S-007)."""
    game = GAMES.get(stakes.game)
    if game is None:
        raise Refusal("plaque_game", "S-005", game=stakes.game)
    _check_chips(stakes)
    _check_bets(stakes)
    _check_blinds(stakes)
    _check_buy_in(stakes)
    _check_rake(stakes)
    return stakes


def _check_chips(stakes: Stakes) -> None:
    if (
        not stakes.chips
        or any(chip <= 0 for chip in stakes.chips)
        or len(set(stakes.chips)) != len(stakes.chips)
    ):
        raise Refusal("plaque_chips", "S-005", chips=list(stakes.chips))


def _check_bets(stakes: Stakes) -> None:
    if stakes.small_bet <= 0:
        raise Refusal("plaque_bet_missing", "S-005", field="small_bet")
    if stakes.big_bet < stakes.small_bet:
        raise Refusal(
            "plaque_big_bet_below_small", "S-117", small=stakes.small_bet, big=stakes.big_bet
        )
    if stakes.limit == "fixed" and stakes.big_bet != stakes.small_bet:
        raise Refusal("plaque_fixed_varies", "S-117", small=stakes.small_bet, big=stakes.big_bet)
    _payable(stakes, "bet", stakes.small_bet, stakes.big_bet)


def _check_blinds(stakes: Stakes) -> None:
    if any(blind <= 0 for blind in stakes.blinds) or stakes.ante < 0:
        raise Refusal(
            "plaque_blind_not_positive", "S-052", blinds=list(stakes.blinds), ante=stakes.ante
        )
    if list(stakes.blinds) != sorted(stakes.blinds):
        raise Refusal("plaque_big_blind_below_small", "S-051", blinds=list(stakes.blinds))
    if stakes.straddle and not stakes.blinds:
        raise Refusal("plaque_straddle_needs_blind", "S-052")
    if stakes.blinds and stakes.blinds[-1] > stakes.big_bet:
        raise Refusal("plaque_blind_over_bet", "S-053", blind=stakes.blinds[-1], bet=stakes.big_bet)
    _payable(stakes, "blind", *stakes.blinds)
    _payable(stakes, "ante", *([stakes.ante] if stakes.ante else []))


def _check_buy_in(stakes: Stakes) -> None:
    if stakes.buy_in_min <= 0 or stakes.buy_in_max < stakes.buy_in_min:
        raise Refusal("plaque_buy_in", "S-007", least=stakes.buy_in_min, most=stakes.buy_in_max)
    _payable(stakes, "buy-in", stakes.buy_in_min, stakes.buy_in_max)


def _check_rake(stakes: Stakes) -> None:
    rake = stakes.rake
    amounts = (
        rake.cap,
        rake.jackpot,
        rake.jackpot_from,
        rake.time_charge,
        *(t for _, t in rake.steps),
    )
    if min(amounts) < 0 or rake.unit <= 0 or not 0 <= rake.basis_points <= 10_000:
        raise Refusal(
            "plaque_rake",
            "S-005",
            kind=rake.kind,
            basis_points=rake.basis_points,
            unit=rake.unit,
            amounts=list(amounts),
        )
    missing = {
        "percent": rake.basis_points == 0 or rake.cap == 0,
        "steps": not rake.steps or list(rake.steps) != sorted(rake.steps),
        "time": rake.time_charge == 0 or rake.time_minutes <= 0,
        "free": False,
    }
    if missing[rake.kind]:
        raise Refusal("plaque_rake_incomplete", "S-005", kind=rake.kind)
    if rake.kind == "percent":
        _payable(stakes, "rake", rake.unit)
    _payable(stakes, "rake", rake.cap, *(take for _, take in rake.steps))
    _payable(stakes, "jackpot drop", rake.jackpot)
    _payable(stakes, "time charge", rake.time_charge)


def _payable(stakes: Stakes, what: str, *amounts: int) -> None:
    for amount in amounts:
        if not chip_sets.payable(amount, stakes.chips):
            raise Refusal(
                "plaque_chips_cannot_make",
                "S-118",
                what=what,
                amount=amount,
                smallest=chip_sets.smallest(stakes.chips),
            )
