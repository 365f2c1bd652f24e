"""Views of stud tables as the engine gives them after a few commands: the scenes of the stage that have no file."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from poker import codec, engine
from poker.state import Table
from poker.view import view

NOW = 1763701000000
NAMES = ("Anchor", "Bobbin", "Candle", "Ladle", "Marble", "Kettle", "Pebble", "Thimble")
STAKES = {
    "game": "stud",
    "limit": "split",
    "small_bet": 1000,
    "big_bet": 2000,
    "ante": 200,
    "bring_in": 500,
    "chips": [100, 500, 2500, 10000],
    "rake": {"kind": "percent", "basis_points": 1000, "cap": 500, "unit": 100},
    "buy_in_min": 10000,
    "buy_in_max": 100000,
}
UP = {
    1: ["2c", "7d", "Kh", "9s"],
    2: ["3d", "8s", "Qc", "Jh"],
    3: ["9d", "4h", "4c", "As"],
    4: ["Td", "Ts", "5h", "6c"],
    5: ["Qd", "5c", "2h", "Ah"],
    6: ["Kd", "6s", "7h", "Tc"],
    7: ["Jd", "Js", "8c", "3c"],
    8: ["7s", "Th", "9h", "Kc"],
}


class Room:
    """A table of stud that takes commands by their wire names."""

    def __init__(
        self, *, game: str = "stud", seats: int = 8, tracking: str = "actions", **rules: object
    ) -> None:
        self.table: Table = engine.create("T5", seats).table
        for number, name in enumerate(NAMES[:seats], 1):
            self.do("seat_player", seat=number, player=f"p{number}", name=name)
        stakes = STAKES | {"game": game}
        if rules.get("stud_opener") == "high_card":
            stakes["bring_in"] = 0
        self.do("open_table", stakes=stakes, rules=rules, tracking=tracking)

    def do(self, command: str, /, **args: object) -> "Room":
        """Carry one out."""
        parsed = codec.parse_command(command, args)
        self.table = engine.run(self.table, parsed, now=NOW).table
        return self

    def count(self, *counts: int) -> "Room":
        """So many are still in, street after street."""
        for count in counts:
            self.do("close_street", count=count)
        return self

    def upcards(self, cards: int) -> "Room":
        """Everybody's first upcards, entered."""
        for seat, up in UP.items():
            self.do("show_up", seat=seat, cards=up[:cards])
        return self

    def bets(self, seat: int, *callers: int) -> "Room":
        """A bet on a later street, called."""
        self.do("act", seat=seat, what="bet", to=2000)
        for caller in callers:
            self.do("act", seat=caller, what="call")
        return self

    @property
    def view(self) -> dict[str, Any]:
        """As it is stored and sent."""
        body: dict[str, Any] = json.loads(json.dumps(view(self.table)))
        return body


def tied(*seats: int, **room: Any) -> Room:
    """Seats with the same low card."""
    table = Room(**room)
    for seat in seats:
        table.do("tie", seat=seat)
    return table


def to_sixth(**rules: object) -> Room:
    """Everybody stays to sixth street, where seat 5 is high."""
    room = Room(**rules).do("opener", seat=2).count(8, 8, 8)  # type: ignore[arg-type]
    return room.do("opener", seat=5)


def seven_left(policy: str) -> Room:
    """Seat 8 folds on third street; a bet is called on sixth. Four cards are left for seven players."""
    room = Room(stud_shortage=policy).do("opener", seat=1).do("act", seat=8, what="fold")
    return room.count(7, 7, 7).do("opener", seat=2).bets(2, 3, 4, 5, 6, 7, 1)


def all_shown() -> Room:
    """Everybody sees the common card; one hand is open."""
    room = Room()
    for cards in (1, 2, 3, 4):
        room.upcards(cards).count(8)
    room.count(8).do("show_board", cards=["Ad"])
    return room.do("show_hand", seat=3, cards=["9d", "4h", "4c", "As", "4s", "9c"])


def _two_suits() -> Room:
    room = tied(2, 6).do("suit", seat=2, suit="c")
    return room.do("suit", seat=6, suit="h")


VIEWS: Mapping[str, Callable[[], Room]] = {
    "stud_deal": Room,
    "stud_tied": lambda: tied(2, 6),
    "stud_bring_in": _two_suits,
    "stud_tied_three": lambda: tied(2, 6, 7),
    "stud_tied_four": lambda: tied(2, 6, 7, 8).do("suit", seat=7, suit="d"),
    "stud_low": lambda: Room().do("opener", seat=4),
    "stud_first": lambda: Room().do("opener", seat=2).count(8),
    "stud_upcards": lambda: (
        Room().upcards(1).count(8).upcards(2).count(8).upcards(3).count(8).upcards(4)
    ),
    "stud_bet": lambda: Room().upcards(1).count(8).do("act", seat=5, what="bet", to=1000),
    "stud_shortage": lambda: to_sixth().bets(5, 6, 7, 8, 1, 2, 3, 4),
    "stud_common_card": lambda: to_sixth().count(8),
    "stud_common": lambda: to_sixth().count(8).bets(5),
    "stud_two_passes": lambda: seven_left("rrop"),
    "stud_show": all_shown,
    "stud_high_card": lambda: Room(stud_opener="high_card"),
    "stud_seven": lambda: tied(2, 6, seats=7),
    "razz": lambda: tied(3, 8, game="razz").do("suit", seat=3, suit="s"),
    "mississippi": lambda: (
        Room(game="mississippi").do("opener", seat=3).count(8).do("opener", seat=4)
    ),
}


def stud_view(name: str) -> dict[str, Any]:
    """The view of a scene."""
    return VIEWS[name]().view
