"""Views of stud tables after a few engine commands: the stage's scenes without a file."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

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
UPCARDS = {
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
    """A stud table that takes commands by their wire names."""

    def __init__(
        self, *, game: str = "stud", seats: int = 8, tracking: str = "actions", **rules: object
    ) -> None:
        self.table: Table = engine.create("T5", seats).state
        for number, name in enumerate(NAMES[:seats], 1):
            self.execute("seat_player", seat=number, player=f"p{number}", name=name)
        stakes = STAKES | {"game": game}
        if rules.get("stud_opener") == "high_card":
            stakes["bring_in"] = 0
        self.execute("open_table", stakes=stakes, rules=rules, tracking=tracking)

    def execute(self, command: str, /, **args: object) -> "Room":
        command_object = codec.parse_command(command, args)
        self.table = engine.run(self.table, command_object, now=NOW).state
        return self

    def count(self, *counts: int) -> "Room":
        """Count the players who are still in, street after street."""
        for count in counts:
            self.execute("close_street", count=count)
        return self

    def enter_upcards(self, cards: int) -> "Room":
        """Enter every seat's first upcards."""
        for seat, up in UPCARDS.items():
            self.execute("show_up", seat=seat, cards=up[:cards])
        return self

    def bet_and_call(self, seat: int, *callers: int) -> "Room":
        """Bet on a later street and call."""
        self.execute("act", seat=seat, what="bet", to=2000)
        for caller in callers:
            self.execute("act", seat=caller, what="call")
        return self

    @property
    def view(self) -> dict[str, Any]:
        """Return the view in the form stored and sent."""
        body: dict[str, Any] = msgspec.to_builtins(view(self.table))
        return body


def tied_table(*seats: int, **room: Any) -> Room:
    """Return seats with the same low card."""
    table = Room(**room)
    for seat in seats:
        table.execute("tie", seat=seat)
    return table


def table_on_sixth_street(**rules: object) -> Room:
    """Return a table on sixth street with every seat in, where seat 5 is high."""
    room = Room(**rules).execute("opener", seat=2).count(8, 8, 8)  # type: ignore[arg-type]
    return room.execute("opener", seat=5)


def table_with_seven_left(policy: str) -> Room:
    """Return a table where seat 8 folded on third street; four cards are left for seven players."""
    room = Room(stud_shortage=policy).execute("opener", seat=1).execute("act", seat=8, what="fold")
    return room.count(7, 7, 7).execute("opener", seat=2).bet_and_call(2, 3, 4, 5, 6, 7, 1)


def table_with_common_card() -> Room:
    """Return a table with a common card and one open hand."""
    room = Room()
    for cards in (1, 2, 3, 4):
        room.enter_upcards(cards).count(8)
    room.count(8).execute("show_board", cards=["Ad"])
    return room.execute("show_hand", seat=3, cards=["9d", "4h", "4c", "As", "4s", "9c"])


def _two_suits() -> Room:
    room = tied_table(2, 6).execute("suit", seat=2, suit="c")
    return room.execute("suit", seat=6, suit="h")


VIEWS: Mapping[str, Callable[[], Room]] = {
    "stud_deal": Room,
    "stud_tied": lambda: tied_table(2, 6),
    "stud_bring_in": _two_suits,
    "stud_tied_three": lambda: tied_table(2, 6, 7),
    "stud_tied_four": lambda: tied_table(2, 6, 7, 8).execute("suit", seat=7, suit="d"),
    "stud_low": lambda: Room().execute("opener", seat=4),
    "stud_first": lambda: Room().execute("opener", seat=2).count(8),
    "stud_likely": lambda: (
        Room().execute("opener", seat=2).count(8).execute("opener", seat=5).count(8)
    ),
    "stud_upcards": lambda: (
        Room()
        .enter_upcards(1)
        .count(8)
        .enter_upcards(2)
        .count(8)
        .enter_upcards(3)
        .count(8)
        .enter_upcards(4)
    ),
    "stud_bet": lambda: (
        Room().enter_upcards(1).count(8).execute("act", seat=5, what="bet", to=1000)
    ),
    "stud_shortage": lambda: table_on_sixth_street().bet_and_call(5, 6, 7, 8, 1, 2, 3, 4),
    "stud_common_card": lambda: table_on_sixth_street().count(8),
    "stud_common": lambda: table_on_sixth_street().count(8).bet_and_call(5),
    "stud_two_passes": lambda: table_with_seven_left("rrop"),
    "stud_show": table_with_common_card,
    "stud_high_card": lambda: Room(stud_opener="high_card"),
    "stud_seven": lambda: tied_table(2, 6, seats=7),
    "baseball_offer": lambda: (
        Room(game="baseball").execute("opener", seat=3).execute("show_up", seat=5, cards=["4h"])
    ),
    "baseball_which": lambda: Room(game="baseball").execute("opener", seat=3),
    "razz": lambda: tied_table(3, 8, game="razz").execute("suit", seat=3, suit="s"),
    "mississippi": lambda: (
        Room(game="mississippi").execute("opener", seat=3).count(8).execute("opener", seat=4)
    ),
}


def stud_view(name: str) -> dict[str, Any]:
    return VIEWS[name]().view
