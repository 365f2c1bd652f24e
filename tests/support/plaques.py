"""Random plaques and house rules for the laws: every game, limit and setting."""

from typing import Any

import msgspec
from hypothesis import strategies as st

from poker.games import GAMES, Game
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import (
    BombPots,
    BountyGames,
    BountyKind,
    Kill,
    Limit,
    Rake,
    Rotation,
    RotationGame,
    Stakes,
    Straddles,
    check,
    has_seven_deuce,
)

BLINDS: list[tuple[int, ...]] = [(5, 10), (10,), (), (2, 5, 10), (10, 10)]
RAKES = [
    Rake(),
    Rake(kind="percent", basis_points=1000, cap=9, jackpot=2, jackpot_from=20),
    Rake(kind="steps", steps=((20, 1), (60, 3)), cap=3, no_flop_no_drop=False),
    Rake(
        kind="percent",
        basis_points=1000,
        cap=9,
        caps=((2, 0), (4, 5)),
        jackpot=1,
        jackpot_from=20,
        jackpot_second=2,
        jackpot_second_from=60,
    ),
]


@st.composite
def houses(draw: st.DrawFn) -> HouseRules:
    """Draw house rules with every setting for which the laws must hold."""
    return HouseRules(
        blind_option=draw(st.sampled_from(["both", "big"])),
        raise_cap=draw(st.sampled_from(["two_money", "two_began", "always"])),
        limit_reopen=draw(st.sampled_from(["full", "half"])),
        big_bet_reopen=draw(st.sampled_from(["cumulative", "single"])),
        new_player=draw(st.sampled_from(["three_options", "no_post"])),
        showing=draw(st.sampled_from(["all", "may_muck"])),
        odd_chip=draw(st.sampled_from(["one_each", "all_first"])),
        button=draw(st.sampled_from(["moving", "dead"])),
        any_amount=draw(st.booleans()),
        pot_full_blinds=draw(st.booleans()),
        stud_opener=draw(st.sampled_from(["bring_in", "bring_in", "high_card"])),
        stud_ante=draw(st.sampled_from(["always", "optional"])),
        stud_tie=draw(st.sampled_from(["suit", "position"])),
        stud_shortage=draw(st.sampled_from(["guide", "guide_literal", "tda", "hrh", "rrop"])),
        complete=draw(st.sampled_from(["any", "short"])),
        open_pair=draw(st.booleans()),
        single_draw=draw(st.sampled_from(["no_limit", "free"])),
        after_draw=draw(st.sampled_from(["by_forced_bet", "left"])),
        draw_shortage=draw(st.sampled_from(["served", "others", "earlier"])),
        draw_shortage_burns=draw(st.booleans()),
        draw_burn=draw(st.booleans()),
        draw_order=draw(st.sampled_from(["in_turn", "announce"])),
        short_deck=draw(st.sampled_from(["straight", "set"])),
        courchevel_burn=draw(st.booleans()),
        rebuilt_burn=draw(st.sampled_from(["once", "always"])),
        bomb_button=draw(st.sampled_from(["stays", "moves"])),
        board_burns=draw(st.sampled_from(["one", "each"])),
        odd_board=draw(st.sampled_from(["upper", "lower"])),
        runs=draw(st.sampled_from(["once", "twice", "three"])),
        runs_read=draw(st.sampled_from(["together", "each"])),
        splash_rake=draw(st.sampled_from(["unraked", "raked"])),
        seven_deuce=draw(st.sampled_from(["any_pot", "whole_hand"])),
        stand_up=draw(st.sampled_from(["any_pot", "whole_hand"])),
        straddle_order=draw(st.sampled_from(["left_of_straddle", "blinds_first", "under_the_gun"])),
        straddle_sizes=draw(st.sampled_from(["plaque", "follow"])),
        straddle_in_kill=draw(st.sampled_from(["bigger", "none"])),
    )


@st.composite
def stakes(draw: st.DrawFn, rules: HouseRules, game: Game) -> Stakes:
    """Draw a plaque of a game, alone or as the first of a rotation."""
    fields = draw(_game(rules, game))
    straddle = bool(fields["blinds"]) and draw(st.booleans())
    plaque = Stakes(
        **fields,
        ante_by=draw(st.sampled_from(["all", "big_blind", "button"])) if game.button else "all",
        straddle=straddle,
        straddles=draw(_straddles(fields)) if straddle and draw(st.booleans()) else None,
        buy_in_min=1,
        buy_in_max=10_000,
        chips=(1,),
        rake=draw(st.sampled_from(RAKES)),
        bomb=draw(_bomb_pots()) if game.family == "flop" else None,
        splash=draw(st.sampled_from([0, 10, 75])),
        bounty=draw(_bounty_games(game)),
    )
    if draw(st.integers(0, 4)) == 0 and not straddle and plaque.ante_by == "all":
        plaque = msgspec.structs.replace(plaque, rotation=draw(_rotation(rules)))
    return draw(st.sampled_from([plaque, *_with_coarser_chips(plaque, rules)]))


@st.composite
def _straddles(draw: st.DrawFn, fields: dict[str, Any]) -> Straddles:
    """Draw the straddles of a plaque with blinds."""
    kinds = [
        ("under_the_gun",),
        ("button",),
        ("under_the_gun", "button"),
        ("any_seat",),
        ("sleeper",),
        ("under_the_gun", "sleeper"),
    ]
    sizes = [0] if fields["limit"] in ("fixed", "split") else [0, 0, 50]
    return Straddles(
        kinds=draw(st.sampled_from(kinds)),
        most=draw(st.integers(1, 3)),
        cap=draw(st.sampled_from(sizes)),
    )


@st.composite
def _game(draw: st.DrawFn, rules: HouseRules, game: Game) -> dict[str, Any]:
    """Draw limit, bets and forced bets of a game."""
    limits: list[Limit] = ["fixed", "split", "spread", "pot", "none"]
    if game.limits and not (game.key == "deuce7_single" and rules.single_draw == "free"):
        limits = [limit for limit in limits if limit in game.limits]
    limit = draw(st.sampled_from(limits))
    bring_in = 0 if game.button else draw(st.sampled_from([2, 5, 10]))
    antes = [1, 3] if not game.button and rules.stud_ante == "always" else [0, 0, 1, 3]
    kill = Kill(
        draw(st.sampled_from(["full", "half"])),
        30,
        draw(st.sampled_from([0, 10])),
        legs=draw(st.sampled_from([1, 2])),
        other_games=not game.kill,
    )
    has_kill = game.button and limit in ("fixed", "split")
    return {
        "game": game.key,
        "limit": limit,
        "small_bet": 10,
        "big_bet": 20 if limit in ("split", "spread") else 10,
        "blinds": draw(st.sampled_from(BLINDS)) if game.button else (),
        "ante": draw(st.sampled_from(antes)),
        "bring_in": bring_in,
        "kill": kill if has_kill and draw(st.booleans()) else None,
    }


def _bomb_pots() -> st.SearchStrategy[BombPots | None]:
    amounts = st.sampled_from([1, 7, 20])
    return st.none() | st.builds(
        BombPots, amounts, st.integers(1, 2), st.just("hands"), st.just(3), st.booleans()
    )


def _bounty_games(game: Game) -> st.SearchStrategy[BountyGames | None]:
    kinds: list[tuple[BountyKind, ...]] = [("stand_up",)]
    if has_seven_deuce(game):
        kinds += [("seven_deuce",), ("seven_deuce", "stand_up")]
    return st.none() | st.builds(BountyGames, st.sampled_from(kinds), st.sampled_from([1, 7, 20]))


@st.composite
def _rotation(draw: st.DrawFn, rules: HouseRules) -> Rotation:
    games = draw(st.lists(st.sampled_from(list(GAMES.values())), min_size=1, max_size=3))
    legs = tuple(RotationGame(**draw(_game(rules, game))) for game in games)
    return Rotation(draw(st.sampled_from(["hands", "orbit", "choice", "time"])), legs, 1)


def _with_coarser_chips(plaque: Stakes, rules: HouseRules) -> list[Stakes]:
    """Return the plaque with other chips if they can make its amounts."""
    results = []
    for chips in [(5, 25), (2, 5), (4, 6), (5,), (10, 25)]:
        coarser = msgspec.structs.replace(plaque, chips=chips, buy_in_min=10, rake=Rake())
        try:
            results.append(check(coarser, rules))
        except Refusal:
            continue
    return results
