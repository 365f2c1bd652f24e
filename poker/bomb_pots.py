"""Bomb pots: everyone posts the same amount, and there are no bets before the flop (H-70).

No guide covers them. The plaque offers them and decides about blinds; how the button moves is the house's choice.
"""

from msgspec.structs import replace

from poker import button, chips
from poker.burns import house_burns
from poker.commands import Post
from poker.games import Game
from poker.next_hand import NextHandPlan
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.state import BombPot, Table

MOST_BOARDS = 2
BLINDS = ("small", "big", "blind", "entry")  # posts that a bomb pot with blinds keeps


def players_allowed(game: Game, boards: int, rules: HouseRules) -> int:
    """Return how many players the deck allows with this many boards and their burns (H-71)."""
    burns = boards if rules.board_burns == "each" else 1
    center = sum(
        street.board * boards + house_burns(street, rules) * burns for street in game.streets
    )
    each = sum(street.each for street in game.streets)
    return min(game.seats, (game.deck - center) // each)


def most_boards(table: Table) -> int:
    """Return the number of boards that the deck allows for the players at the table; 0 if the game has no board."""
    if table.game.family != "flop":
        return 0
    players = sum(1 for seat in table.seats if seat.playing)
    able = (
        boards
        for boards in range(MOST_BOARDS, 0, -1)
        if players <= players_allowed(table.game, boards, table.rules)
    )
    return next(able, 0)


def check_bomb_pot(table: Table, bomb: BombPot) -> None:
    """Raise `Refusal` unless the next hand can be this bomb pot.

    `bomb_pot_off` if the plaque offers none, `bomb_pot_game` for a game without a board, `bomb_pot_boards` for none or
    too many, `boards_seats` with the number of players that the deck allows.
    """
    game = table.game
    if table.plaque.bomb is None:
        raise Refusal("bomb_pot_off", "H-70", table=table.name)
    if game.family != "flop":
        raise Refusal("bomb_pot_game", "H-70", game=game.key)
    if not 1 <= bomb.boards <= MOST_BOARDS:
        raise Refusal("bomb_pot_boards", "H-71", boards=bomb.boards, most=MOST_BOARDS)
    chips.check(bomb.amount, table.plaque.chips)
    players = sum(1 for seat in table.seats if seat.playing)
    most = players_allowed(game, bomb.boards, table.rules)
    if players > most:
        raise Refusal(
            "boards_seats", "H-71", game=game.key, boards=bomb.boards, players=players, most=most
        )


def plan(table: Table, bomb: BombPot) -> NextHandPlan:
    """Return the plan of a bomb pot. Raises `Refusal` as `button.plan` does.

    Without blinds every player is dealt in, and who owes a blind still owes it after the hand. With blinds they are
    dead money beside the amount that everyone posts.
    """
    usual = button.plan(table)
    if posts_blinds(table):
        blinds = (_dead(post) for post in usual.posts if post.kind in BLINDS)
        posts = (*_antes(table, usual.order, bomb), *blinds)
        return replace(usual, posts=posts, straddles=())
    stays = table.rules.bomb_button == "stays"
    at = table.button if stays else usual.button
    playing = [seat for seat in table.seats if seat.playing]
    order = tuple(seat.number for seat in button.clockwise(playing, at))
    posts = _antes(table, order, bomb)
    if stays:
        return NextHandPlan(at, order, small=0, big=0, posts=posts, stays=True)
    return replace(usual, order=order, posts=posts, missed_small=(), missed_big=(), straddles=())


def posts_blinds(table: Table) -> bool:
    """Return whether a bomb pot of this plaque has blinds beside the amount that everyone posts."""
    return table.plaque.bomb is not None and table.plaque.bomb.blinds


def _antes(table: Table, order: tuple[int, ...], bomb: BombPot) -> tuple[Post, ...]:
    return tuple(
        Post(
            seat=seat,
            kind="ante",
            contested=button.able_to_post(table.seats[seat - 1], bomb.amount),
        )
        for seat in order
    )


def _dead(post: Post) -> Post:
    return replace(post, live=0, dead=post.live + post.dead)
