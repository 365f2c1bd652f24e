"""The plaque as a value: game, limit, forced bets, house charge, buy-in, chips (S-005, S-007)."""

from functools import lru_cache
from typing import Literal

import msgspec

from poker import chips as chip_sets
from poker.games import GAMES, MOST_SEATS, Game
from poker.refusal import Refusal
from poker.rules import HouseRules

Limit = Literal["fixed", "split", "spread", "pot", "none"]
AnteBy = Literal["all", "big_blind", "button"]  # who pays the ante


class Rake(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The house charge of a plaque. Amounts in the smallest unit.

    percent: `basis_points` of the raked pots, rounded down to `unit`, at most `cap`; steps: by the table `steps`;
    time: `time_charge` per player every `time_minutes`, nothing from a pot.
    """

    kind: Literal["percent", "steps", "time", "free"] = "free"
    basis_points: int = 0
    # (pot, take): the take of the last row whose `pot` the pots reach
    steps: tuple[tuple[int, int], ...] = ()
    cap: int = 0  # for each hand
    # (players, cap) for each hand by players dealt in: the row with the most players that are reached; 0 is no rake
    caps: tuple[tuple[int, int], ...] = ()
    unit: int = 1
    no_flop_no_drop: bool = True
    jackpot: int = 0  # dropped in addition to the rake
    jackpot_from: int = 0  # once the pots reach this amount
    # A second drop on top of it, once the pots reach `jackpot_second_from`.
    jackpot_second: int = 0
    jackpot_second_from: int = 0
    time_charge: int = 0
    time_minutes: int = 30
    # A player who sat down since the last collection pays from the next one on; no guide covers it.
    spares_new: bool = False


class Kill(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A kill (S-072): winning a whole pot of at least `trigger` raises the limits of the next hands.

    full doubles the limits, half raises them by one half (S-073); `post` is the killer's live blind, 0 for none
    (H-28).
    """

    kind: Literal["full", "half"]
    trigger: int
    post: int = 0
    # Pots in a row that one player has to win (H-63); 2 is the leg-up kill, whose first pot may have any size.
    legs: int = 1
    other_games: bool = (
        False  # the room plays a kill in a limit game that the guides do not name for it
    )


class Straddles(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The straddles that a table offers; no guide covers them."""

    # under_the_gun: left of the big blind; button; any_seat: any seat but the blinds (Mississippi);
    # sleeper: any later seat, live only if everyone before it folds.
    kinds: tuple[Literal["under_the_gun", "button", "any_seat", "sleeper"], ...] = (
        "under_the_gun",
    )
    most: int = 1  # straddles in turn in one hand, each at least double the one before
    cap: int = 0  # any amount from double up to this; 0 for exactly double


class BombPots(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The bomb pots that a plaque offers: their usual amount and boards, and when one is due (H-70).

    every: "asked" only when the table asks, once each "down" or "hour", or after `count` "hands".
    """

    amount: int
    boards: int = 1
    every: Literal["asked", "down", "hour", "hands"] = "asked"
    count: int = 0
    blinds: bool = False  # posted as well, as dead money


BountyKind = Literal["seven_deuce", "stand_up"]


class BountyGames(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The bounty games that players may agree to, and the usual amount that each player pays (H-76, H-77)."""

    kinds: tuple[BountyKind, ...]
    amount: int


class RotationGame(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A later game of a rotation, as changes to its plaque; amounts in the smallest unit."""

    game: str
    limit: Limit
    small_bet: int
    big_bet: int
    blinds: tuple[int, ...] = ()
    ante: int = 0
    bring_in: int = 0
    kill: Kill | None = None
    plaque: str = ""  # the name of the plaque these stakes came from, "" for none


class Rotation(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Games in turn: the plaque's own first, then these (HORSE, eight-game, dealer's choice).

    No guide covers rotations; the plaque decides all of it.
    """

    # Every `count` hands, orbits (as many hands as players were dealt into the game's first),
    # minutes, or by a player's choice.
    by: Literal["hands", "orbit", "time", "choice"]
    then: tuple[RotationGame, ...]
    count: int = 1


MOST_STRADDLES = 3  # in turn in one hand
SEVEN_DEUCE_CARDS = 2

# The refusal of an incomplete charge (S-005).
INCOMPLETE_RAKE = {
    "percent": "plaque_rake_percent",
    "steps": "plaque_rake_steps",
    "time": "plaque_rake_time",
}


ONE_STRADDLE = Straddles()


class Stakes(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A complete plaque.

    Limits (S-117): fixed bets `small_bet` on every round; split bets `big_bet` on the later ones; spread bets from
    `small_bet` to `big_bet`; pot and none open for `small_bet` (S-112, S-113). `bring_in` is stud's forced bet
    (S-145), 0 if none is used (S-148).
    """

    game: str
    limit: Limit
    small_bet: int
    big_bet: int
    blinds: tuple[int, ...] = ()
    ante: int = 0
    ante_by: AnteBy = "all"
    straddle: bool = False
    # Which straddles, if `straddle` alone (under the gun, one, exactly double) is not enough.
    straddles: Straddles | None = None
    buy_in_min: int = 0
    buy_in_max: int = 0
    chips: tuple[int, ...] = ()
    rake: Rake = Rake()
    bring_in: int = 0
    kill: Kill | None = None
    rotation: Rotation | None = None
    bomb: BombPots | None = None
    tournament: bool = False  # chips without a cash value: no buy-in and no charge
    splash: int = 0  # the usual amount of the splash pots that are offered, 0 for none (H-75)
    bounty: BountyGames | None = None

    @property
    def straddling(self) -> Straddles | None:
        """Return the straddles offered, None if there are none."""
        return self.straddles or (ONE_STRADDLE if self.straddle else None)

    @property
    def set_bets(self) -> bool:
        """Return whether the limit fixes every bet, so that a raise needs no amount (S-087, S-088)."""
        return self.limit in ("fixed", "split")

    @property
    def capped(self) -> bool:
        """Return whether a round is capped at a bet and three raises (S-097)."""
        return self.limit in ("fixed", "split", "spread")


@lru_cache(maxsize=256)
def leg(stakes: Stakes, number: int) -> Stakes:
    """Return the plaque of one game of a rotation; 0 is the plaque's own game."""
    whole = msgspec.structs.replace(stakes, rotation=None)
    if number == 0 or stakes.rotation is None:
        return whole
    fields = msgspec.structs.asdict(stakes.rotation.then[number - 1])
    del fields["plaque"]
    return msgspec.structs.replace(whole, **fields)


def legs(stakes: Stakes) -> tuple[Stakes, ...]:
    """Return the plaques of all games of a rotation in order; a single plaque without a rotation."""
    more = len(stakes.rotation.then) if stakes.rotation else 0
    return tuple(leg(stakes, number) for number in range(more + 1))


@lru_cache(maxsize=256)
def kill_stakes(stakes: Stakes) -> Stakes:
    """Return the plaque of a kill hand: limits doubled or raised by half (S-072, S-073); blinds unchanged."""
    if stakes.kill is None:
        return stakes
    times = 4 if stakes.kill.kind == "full" else 3
    return msgspec.structs.replace(
        stakes, small_bet=stakes.small_bet * times // 2, big_bet=stakes.big_bet * times // 2
    )


@lru_cache(maxsize=256)
def straddle_stakes(stakes: Stakes, amount: int, *, kill: bool) -> Stakes:
    """Return the plaque of a hand whose sizes follow a straddle (H-61): the straddle is its big blind.

    The bets grow with it. In a kill hand the bigger of the two counts (H-62).
    """
    blind = stakes.blinds[-1]
    killed = kill_stakes(stakes) if kill else stakes
    small = stakes.small_bet * amount // blind
    if small <= killed.small_bet:
        return killed
    big = stakes.big_bet * amount // blind
    return msgspec.structs.replace(stakes, small_bet=small, big_bet=big)


def check(stakes: Stakes, rules: HouseRules | None = None) -> Stakes:
    """Return the plaque if a table may open under it. Raises `Refusal`, naming the field (S-005, S-007), if it may not.

    `rules` of the house, if known: they decide whether stud has a bring-in and an ante (H-11, H-12), and the limits of
    a single draw (H-43).
    """
    _check_chips(stakes)
    _check_rotation(stakes)
    for leg_stakes in legs(stakes):
        _check_game(leg_stakes, rules or HouseRules())
    _check_buy_in(stakes)
    _check_rake(stakes)
    _check_bomb_pots(stakes)
    _check_splash_pots(stakes)
    _check_bounty_games(stakes)
    return stakes


def _check_game(stakes: Stakes, rules: HouseRules) -> None:
    game = GAMES.get(stakes.game)
    if game is None:
        raise Refusal("plaque_game", "S-005", game=stakes.game)
    free = game.key == "deuce7_single" and rules.single_draw == "free"
    if game.limits and stakes.limit not in game.limits and not free:
        raise Refusal("plaque_limit", "H-43", game=game.key, limit=stakes.limit)
    _check_bets(stakes)
    if game.button:
        _check_blinds(stakes)
    else:
        _check_stud(stakes, rules)
    _check_kill(stakes, game)


def _check_rotation(stakes: Stakes) -> None:
    rotation = stakes.rotation
    if rotation is None:
        return
    if not rotation.then:
        raise Refusal("plaque_rotation_one_game", "S-005", by=rotation.by)
    if rotation.by != "choice" and rotation.count < 1:
        raise Refusal("plaque_rotation_count", "S-005", by=rotation.by, count=rotation.count)


def _check_stud(stakes: Stakes, rules: HouseRules) -> None:
    """Raise `Refusal` unless a stud plaque has antes and a bring-in instead of blinds (S-069, S-145)."""
    if stakes.blinds or stakes.straddling:
        raise Refusal("plaque_stud_blinds", "S-069", blinds=list(stakes.blinds))
    if stakes.ante < 0 or stakes.bring_in < 0 or stakes.ante_by != "all":
        raise Refusal(
            "plaque_blind_not_positive", "S-069", blinds=[stakes.bring_in], ante=stakes.ante
        )
    if not stakes.ante and rules.stud_ante == "always":
        raise Refusal("plaque_ante_missing", "H-12", game=stakes.game)
    if rules.stud_opener == "bring_in" and not stakes.bring_in:
        raise Refusal("plaque_bring_in_missing", "H-11", game=stakes.game)
    if stakes.bring_in > stakes.small_bet:
        raise Refusal(
            "plaque_bring_in_over_bet", "S-116", bring_in=stakes.bring_in, bet=stakes.small_bet
        )
    _payable(stakes, "ante", *([stakes.ante] if stakes.ante else []))
    _payable(stakes, "bring-in", *([stakes.bring_in] if stakes.bring_in else []))


def _check_kill(stakes: Stakes, game: Game) -> None:
    kill = stakes.kill
    if kill is None:
        return
    if not (game.kill or kill.other_games) or not game.button or not stakes.set_bets:
        raise Refusal("plaque_kill_game", "S-072", game=game.key, limit=stakes.limit)
    if kill.legs not in (1, 2):
        raise Refusal("plaque_kill_legs", "H-63", legs=kill.legs)
    if kill.trigger <= 0:
        raise Refusal("plaque_kill_trigger", "H-28", trigger=kill.trigger)
    if kill.post < 0:
        raise Refusal("plaque_kill_post", "H-28", post=kill.post)
    bigger = kill_stakes(stakes)
    _payable(stakes, "kill bet", bigger.small_bet, bigger.big_bet)
    _payable(stakes, "kill blind", *([kill.post] if kill.post else []))


def _check_chips(stakes: Stakes) -> None:
    if (
        not stakes.chips
        or any(chip <= 0 for chip in stakes.chips)
        or len(set(stakes.chips)) != len(stakes.chips)
        or min(stakes.chips) > chip_sets.LARGEST
    ):
        raise Refusal("plaque_chips", "S-005", chips=list(stakes.chips), most=chip_sets.LARGEST)


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
    if stakes.straddling and not stakes.blinds:
        raise Refusal("plaque_straddle_needs_blind", "S-052")
    if stakes.straddles:
        _check_straddles(stakes, stakes.straddles)
    if stakes.blinds and stakes.blinds[-1] > stakes.big_bet:
        raise Refusal("plaque_blind_over_bet", "S-053", blind=stakes.blinds[-1], bet=stakes.big_bet)
    _payable(stakes, "blind", *stakes.blinds)
    _payable(stakes, "ante", *([stakes.ante] if stakes.ante else []))


def _check_straddles(stakes: Stakes, offered: Straddles) -> None:
    both = "any_seat" in offered.kinds and "sleeper" in offered.kinds
    if not offered.kinds or both or len(set(offered.kinds)) != len(offered.kinds):
        raise Refusal("plaque_straddle_kinds", "S-052", kinds=list(offered.kinds))
    if not 1 <= offered.most <= MOST_STRADDLES:
        raise Refusal("plaque_straddle_most", "S-052", most=offered.most, limit=MOST_STRADDLES)
    least = 2 * stakes.blinds[-1]
    if offered.cap and stakes.set_bets:
        raise Refusal("plaque_straddle_limit", "S-117", cap=offered.cap)
    if offered.cap and offered.cap < least:
        raise Refusal("plaque_straddle_cap", "S-052", cap=offered.cap, least=least)
    _payable(stakes, "straddle", least, *([offered.cap] if offered.cap else []))


def _check_buy_in(stakes: Stakes) -> None:
    if stakes.tournament and stakes.rake.kind == "free" and not stakes.buy_in_max:
        return
    if stakes.buy_in_min <= 0 or stakes.buy_in_max < stakes.buy_in_min:
        raise Refusal("plaque_buy_in", "S-007", least=stakes.buy_in_min, most=stakes.buy_in_max)
    _payable(stakes, "buy-in", stakes.buy_in_min, stakes.buy_in_max)


def _check_bomb_pots(stakes: Stakes) -> None:
    bomb = stakes.bomb
    if bomb is None:
        return
    if all(GAMES[leg_stakes.game].family != "flop" for leg_stakes in legs(stakes)):
        raise Refusal("plaque_bomb_game", "H-70", game=stakes.game)
    if bomb.amount <= 0 or bomb.boards not in (1, 2):
        raise Refusal("plaque_bomb", "H-70", amount=bomb.amount, boards=bomb.boards)
    if bomb.every == "hands" and bomb.count < 1:
        raise Refusal("plaque_bomb_hands", "H-70", count=bomb.count)
    _payable(stakes, "bomb pot", bomb.amount)


def _check_splash_pots(stakes: Stakes) -> None:
    if stakes.splash < 0:
        raise Refusal("plaque_splash", "H-75", amount=stakes.splash)
    _payable(stakes, "splash pot", stakes.splash)


def has_seven_deuce(game: Game) -> bool:
    """Return whether seven-deuce can be played: each player is dealt two cards, and the deck has deuces (H-76)."""
    dealt = sum(street.each for street in game.streets)
    return game.family == "flop" and dealt == SEVEN_DEUCE_CARDS and "2" in game.ranks


def _check_bounty_games(stakes: Stakes) -> None:
    bounty = stakes.bounty
    if bounty is None:
        return
    if not bounty.kinds or len(set(bounty.kinds)) != len(bounty.kinds) or bounty.amount <= 0:
        raise Refusal("plaque_bounty", "H-76", kinds=list(bounty.kinds), amount=bounty.amount)
    games = (GAMES[leg_stakes.game] for leg_stakes in legs(stakes))
    if "seven_deuce" in bounty.kinds and not any(map(has_seven_deuce, games)):
        raise Refusal("plaque_bounty_game", "H-76", game=stakes.game)
    _payable(stakes, "bounty", bounty.amount)


def _check_rake(stakes: Stakes) -> None:
    rake = stakes.rake
    amounts = (
        rake.cap,
        rake.jackpot,
        rake.jackpot_from,
        rake.time_charge,
        rake.jackpot_second,
        rake.jackpot_second_from,
        *(t for _, t in rake.steps),
        *(cap for _, cap in rake.caps),
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
        raise Refusal(INCOMPLETE_RAKE[rake.kind], "S-005", kind=rake.kind)
    _check_caps(rake)
    if rake.jackpot_second and not (rake.jackpot and rake.jackpot_from < rake.jackpot_second_from):
        raise Refusal(
            "plaque_jackpot_second",
            "S-005",
            first=rake.jackpot_from,
            second=rake.jackpot_second_from,
        )
    if rake.kind == "percent":
        _payable(stakes, "rake", rake.unit)
    _payable(stakes, "rake", rake.cap, *(take for _, take in rake.steps))
    _payable(stakes, "rake", *(cap for _, cap in rake.caps))
    _payable(stakes, "jackpot drop", rake.jackpot, rake.jackpot_second)
    _payable(stakes, "time charge", rake.time_charge)


def _check_caps(rake: Rake) -> None:
    players = [count for count, _ in rake.caps]
    if not players:
        return
    if players != sorted(set(players)) or not 2 <= players[0] <= players[-1] <= MOST_SEATS:
        raise Refusal("plaque_rake_caps", "S-005", players=players, most=MOST_SEATS)


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
