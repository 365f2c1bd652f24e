"""Views of bomb pots, splash pots, hands with two boards, and boards that are run twice, by the name of their scene."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.support.play import open_table_without_button, play, stored_view

BOMB = {"amount": 1000, "boards": 2, "every": "hands", "count": 20}
NO_LIMIT = {"game": "holdem", "limit": "none", "blinds": [100, 300], "bomb": BOMB}
SPLASH = {"game": "holdem", "limit": "none", "blinds": [100, 300], "splash": 10000}
SPLASH_AND_BOMB = SPLASH | {"bomb": BOMB}
HI_LO = {"game": "omaha8", "limit": "pot", "blinds": [100, 300], "bomb": BOMB}
SHORT = ("bomb_pot", "post_short seat=9 amount=700")
SIDE_POTS = (
    *SHORT,
    "close_street count=9",
    "1 bet 2500",
    "2 3 4 fold",
    "5 call",
    "6 7 8 fold",
    "close_street count=3",
)


def _view(
    *lines: str, plaque: dict[str, Any] = NO_LIMIT, seats: int = 9, **house: Any
) -> dict[str, Any]:
    """Return the view after these lines; the last seat has the button."""
    table = open_table_without_button(plaque, seats=seats, **house)
    return stored_view(play(table, f"set_button seat={seats}", *lines))


def _all_in(*lines: str, **house: Any) -> dict[str, Any]:
    """Return the view of three players all-in on the flop, one of them for less."""
    return _view(
        "3 4 5 6 7 fold",
        "8 9 1 call",
        "close_street count=4",
        "1 all_in 40000",
        "2 fold",
        "8 all_in 40000",
        "9 all_in 21000",
        *lines,
        **({"runs": "twice"} | house),
    )


AGREE = ("agree_runs seat=1 runs=2", "agree_runs seat=8 runs=2", "agree_runs seat=9 runs=2")
SPECIAL_POTS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "bomb_offer": lambda: _view(),
    "bomb_offer_ten": lambda: _view(seats=10),
    "bomb_collect": lambda: _view(*SHORT, "sit_out seat=6"),
    "bomb_collect_ten": lambda: _view(*SHORT, "sit_out seat=6", seats=10),
    "bomb_flops": lambda: _view("bomb_pot", "deal"),
    "boards_two": lambda: _view("bomb_pot", "close_street count=9"),
    "boards_two_side_pots": lambda: _view(*SIDE_POTS, "close_street count=3"),
    "boards_two_ten": lambda: _view(
        "bomb_pot",
        "close_street count=10",
        "1 bet 2500",
        "2 3 4 6 7 8 9 fold",
        "5 call",
        "close_street count=3",
        seats=10,
    ),
    "award_by_board": lambda: _view(
        *SIDE_POTS, "close_street count=3", "close_street count=3", "award seats=5"
    ),
    "award_by_board_hi_lo": lambda: _view(
        *SIDE_POTS, "close_street count=3", "close_street count=3", plaque=HI_LO
    ),
    "splash_offer": lambda: _view(plaque=SPLASH),
    "splash_offer_ten": lambda: _view(plaque=SPLASH, seats=10),
    "splash_announced": lambda: _view("splash_pot", plaque=SPLASH),
    "splash_bomb_offer": lambda: _view(
        "push_dealer dealer=staff.1 name=Wren", "splash_pot", plaque=SPLASH_AND_BOMB
    ),
    "splash_bomb": lambda: _view("splash_pot", "bomb_pot", plaque=SPLASH_AND_BOMB),
    "splash_flop": lambda: _view(
        "splash_pot",
        "3 raise 1200",
        "4 5 6 7 8 9 fold",
        "1 fold",
        "close_street count=2",
        plaque=SPLASH | {"ante": 300, "ante_by": "big_blind"},
    ),
    "runs_asked": lambda: _all_in(),
    "runs_agreed": lambda: _all_in(*AGREE[:2]),
    "run_one": lambda: _all_in(*AGREE),
    "run_two": lambda: _all_in(*AGREE, "run_out count=3"),
    "runs_award": lambda: _all_in(*AGREE, "run_out count=3", "run_out count=3", "award seats=8"),
    "runs_three": lambda: _all_in(
        *(line.replace("runs=2", "runs=3") for line in AGREE), runs="three"
    ),
}
