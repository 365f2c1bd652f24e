"""Views of bounty games (seven-deuce, stand-up), by the name of their scene."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.support.play import open_table_without_button, play, stored_view

BOUNTY = {"kinds": ["seven_deuce", "stand_up"], "amount": 500}
NO_LIMIT = {"game": "holdem", "limit": "none", "blinds": [100, 300], "bounty": BOUNTY}
CONTESTED = (
    "3 raise 900",
    "4 fold",
    "5 call",
    "6 7 8 9 1 2 fold",
    "close_street count=2",
    "close_street count=2",
    "close_street count=2",
    "close_street count=2",
)


def _view(
    *lines: str, plaque: dict[str, Any] = NO_LIMIT, seats: int = 9, **house: Any
) -> dict[str, Any]:
    """Return the view after these lines; the last seat has the button."""
    table = open_table_without_button(plaque, seats=seats, **house)
    return stored_view(play(table, f"set_button seat={seats}", *lines))


def _stand_up(*lines: str, seats: int = 3) -> dict[str, Any]:
    return _view("start_bounty kind=stand_up", *lines, seats=seats)


def _sat_down(seats: int, *winners: int) -> tuple[str, ...]:
    """Return checked hands that everyone sees to the showdown and that these seats win."""
    lines: list[str] = []
    for winner in winners:
        lines += [f"close_street count={seats}"] * 4
        lines += [f"award seats={winner}"]
    return tuple(lines)


BOUNTIES: Mapping[str, Callable[[], dict[str, Any]]] = {
    "bounty_offer": lambda: _view(),
    "bounty_rotation": lambda: _view(
        plaque=NO_LIMIT
        | {
            "rotation": {
                "by": "choice",
                "then": [
                    {
                        "game": "omaha",
                        "limit": "pot",
                        "small_bet": 300,
                        "big_bet": 300,
                        "blinds": [100, 300],
                    }
                ],
            }
        }
    ),
    "stand_up": lambda: _stand_up(
        *_sat_down(9, 2, 5, 8), "deal", "3 fold", "4 call", "5 raise 1200", seats=9
    ),
    "stand_up_ten": lambda: _stand_up(*_sat_down(10, 2, 5, 8), "deal", seats=10),
    "stand_up_left": lambda: _stand_up(*_sat_down(9, 2), "leave_seat seat=4", seats=9),
    "stand_up_due": lambda: _stand_up(*_sat_down(6, 1, 2, 4, 5, 6), seats=6),
    "seven_deuce_asked": lambda: _view(
        "start_bounty kind=seven_deuce", *CONTESTED, "award seats=5"
    ),
    "seven_deuce_due": lambda: _view(
        "start_bounty kind=seven_deuce", *CONTESTED, "show_hand seat=5 cards=7h2c", "award seats=5"
    ),
    "seven_deuce_three_winners": lambda: _view(
        "start_bounty kind=seven_deuce",
        *["close_street count=9"] * 4,
        "show_hand seat=5 cards=7h2c",
        "award seats=5,7,9",
    ),
    "seven_deuce_due_ten": lambda: _view(
        "start_bounty kind=seven_deuce",
        *["close_street count=10"] * 4,
        "show_hand seat=10 cards=7h2c",
        "award seats=10",
        seats=10,
    ),
}
