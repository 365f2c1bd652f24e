"""Games as data: the deck serves every game's full table, and H-13's number is refused beyond it."""

import pytest

from poker.cards import DECK_SIZE
from poker.games import GAMES, Game, check_seats
from poker.irregularities.propose import possible_irregularities
from poker.refusal import Refusal
from tests.support.play import open_table, play

MORE_GAMES = {
    "omaha5": 8,
    "omaha6": 7,
    "big_o": 8,
    "courchevel": 8,
    "courchevel8": 8,
    "crazy_pineapple": 10,
    "crazy_pineapple8": 10,
    "ace5_triple": 6,
    "ace5_single": 8,
    "badeucey": 6,
    "badacey": 6,
    "drawmaha": 6,
    "drawmaha_27": 6,
    "drawmaha_zero": 6,
    "drawmaha_49": 6,
    "razz27": 8,
    "razzdugi": 8,
}


def cards_needed(game: Game, players: int) -> int:
    """Return the cards that leave the deck if everyone stays and nobody draws, with every burn a house may have."""
    each = sum(street.each for street in game.streets)
    center = sum(street.board + street.burn + street.house_burn for street in game.streets)
    return players * each + center


@pytest.mark.parametrize(
    "game", [g for g in GAMES.values() if g.family == "flop"], ids=lambda game: game.key
)
def test_deck_serves_a_full_table_of_a_game_with_a_board(game: Game):
    assert cards_needed(game, game.seats) <= game.deck


@pytest.mark.parametrize("key", ["omaha5", "omaha6", "big_o", "courchevel"])
def test_one_more_player_would_not_be_served(key: str):
    game = GAMES[key]
    assert cards_needed(game, game.seats + 1) > DECK_SIZE


@pytest.mark.parametrize(("key", "most"), MORE_GAMES.items())
def test_more_players_than_the_deck_allows_are_refused_with_the_number(key: str, most: int):
    check_seats(GAMES[key], most)
    with pytest.raises(Refusal) as refusal:
        check_seats(GAMES[key], most + 1)
    assert refusal.value.code == "too_many_seats"
    assert refusal.value.facts == {"seats": most + 1, "most": most}


def offered(game: str, *lines: str) -> set[str]:
    """Return the keys of the irregularities that the tablet offers after these lines."""
    table = play(open_table({"game": game}), *lines)
    return {row.key for row in possible_irregularities(table)}


def test_rows_about_three_flop_cards_are_not_offered_in_courchevel():
    """Its flop comes in two parts; the rows about the turn hold there."""
    flop = {"flop_missing_burn", "flop_too_many_cards", "flop_too_few_cards", "premature_flop"}
    assert flop <= offered("omaha5", "close_street count=6")
    assert not flop & offered("courchevel", "close_street count=6")
    assert not flop & offered("courchevel", "deal", "3 raise")
    assert "premature_turn" in offered("courchevel", "close_street count=6")


def test_rows_about_a_draw_are_offered_during_the_draw_of_drawmaha():
    """During the draw its board card is not out, so no row is about the turn."""
    drawing = offered("drawmaha", "close_street count=6", "close_street count=6", "1 draw 2")
    assert {"draw_exposed_on_draw", "draw_out_of_turn", "draw_deck_shortage"} <= drawing
    assert "turn_river_missing_burn" not in drawing
    drawn = offered("drawmaha", *["close_street count=6"] * 2, "1 2 3 4 5 6 pat")
    assert "turn_river_missing_burn" in drawn
    assert not any(key.startswith("draw_") for key in drawn)
