"""Seniority is the order of sitting down in the chain, regardless of moves since; and who is next for a seat."""

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.law_examples import example_count
from waitlist.rules.seat_priority import EmptySeat, seat_priority
from waitlist.rules.seniority import SeatTenure, SeniorityRank, seniors
from waitlist.rules.state import (
    DeclinedMove,
    MustMoveChain,
    Source,
    Waitlist,
    WaitlistEntry,
    WaitlistPolicy,
    Waitlists,
)

MAIN = ("T1", "T2")
FEED = ("T3", "T4")
OTHER = ("T9",)
CHAIN = MustMoveChain("nl", MAIN, FEED, "staff.2", 0)


@dataclass
class Floor:
    """Tables with their logs; `order_of_arrival` is stored separately for comparison."""

    sittings: list[SeatTenure] = field(default_factory=list)
    at: dict[str, tuple[str, int]] = field(default_factory=dict)
    order_of_arrival: dict[str, int] = field(default_factory=dict)
    steps: int = 0

    def sit(self, player: str, table: str, command: str = "") -> None:
        if player in self.at:
            return
        self.steps += 1
        seat = self.steps
        message = (
            player,
            player.upper(),
            table,
            seat,
            self.steps // 3,
        )  # some in the same millisecond
        self.sittings.append(
            SeatTenure(
                *message, taken=command or f"c{self.steps}", left="", entry=seat, order=self.steps
            )
        )
        self.at[player] = (table, seat)
        if table in (*MAIN, *FEED):
            self.order_of_arrival.setdefault(player, self.steps)

    def leave(self, player: str, command: str = "") -> None:
        if player not in self.at:
            return
        self.steps += 1
        table, seat = self.at.pop(player)
        i = next(
            i
            for i, seat_tenure in enumerate(self.sittings)
            if (seat_tenure.table, seat_tenure.seat) == (table, seat)
        )
        old = self.sittings[i]
        message = (old.player, old.name, old.table, old.seat, old.at, old.taken)
        left = command or f"c{self.steps}"
        self.sittings[i] = SeatTenure(*message, left=left, entry=old.entry, order=old.order)
        if not command:
            self.order_of_arrival.pop(player, None)

    def move(self, player: str, table: str) -> None:
        if player not in self.at:
            return
        command = f"move{self.steps}"
        self.leave(player, command)
        if table in OTHER:
            self.order_of_arrival.pop(player, None)
        self.sit(player, table, command)

    def order(self, chain: MustMoveChain = CHAIN) -> list[str]:
        return [rank.player for rank in seniors(chain, self.sittings)]


PLAYERS = st.sampled_from("abcdef")
TABLES = st.sampled_from([*MAIN, *FEED, *OTHER])
STEPS = st.one_of(
    st.tuples(st.just("sit"), PLAYERS, TABLES),
    st.tuples(st.just("move"), PLAYERS, TABLES),
    st.tuples(st.just("leave"), PLAYERS, TABLES),
)


@given(st.lists(STEPS, max_size=40))
@settings(max_examples=example_count(200), derandomize=True, deadline=None)
def test_seniority_is_the_order_of_sitting_down(steps: list[tuple[str, str, str]]):
    floor = Floor()
    for change, player, table in steps:
        if change == "leave":
            floor.leave(player)
        else:
            getattr(floor, change)(player, table)
        due = [text for text, (at, _) in floor.at.items() if at in FEED]
        assert floor.order() == sorted(due, key=floor.order_of_arrival.__getitem__)


def test_returning_player_starts_over_and_a_move_does_not():
    floor = Floor()
    for player in "abc":
        floor.sit(player, "T3")
    floor.leave("a")
    floor.sit("a", "T3")
    floor.move("b", "T4")
    rows = seniors(CHAIN, floor.sittings)
    assert [(rank.player, rank.place, rank.entry) for rank in rows] == [
        ("b", 1, "T3:2"),
        ("c", 2, "T3:3"),
        ("a", 3, "T3:5"),
    ]
    assert rows[0].table == "T4"


def test_declined_move_counts_while_the_player_stays():
    floor = Floor()
    for player in "abc":
        floor.sit(player, "T3")
    since = floor.sittings[0].at
    for change, order in (("last", ["b", "c", "a"]), ("stays", ["a", "b", "c"])):
        declined_move = DeclinedMove("a", "A", since, change, "so", 99)  # type: ignore[arg-type]
        chain = MustMoveChain("nl", MAIN, FEED, "staff.2", 0, (declined_move,))
        assert floor.order(chain) == order
    positions = {rank.player: rank.place for rank in seniors(chain, floor.sittings)}
    assert positions == {"a": 0, "b": 1, "c": 2}, "no chair is offered to him"
    floor.steps += 5
    floor.leave("a")
    floor.sit("a", "T3")
    assert [rank.place for rank in seniors(chain, floor.sittings)] == [1, 2, 3]


def make_rank(name: str, position: int) -> SeniorityRank:
    return SeniorityRank(
        name.lower(), name, "T3", position, since=position, entry=f"T3:{position}", place=position
    )


def create_waitlists(*order: Source) -> Waitlists:
    def make_entries(*player_names: str, wish: tuple[str, ...] = ()) -> tuple[WaitlistEntry, ...]:
        return tuple(WaitlistEntry(ord(w[0]), w.lower(), w, 0, wish=wish) for w in player_names)

    waitlists = (
        Waitlist("nl", "NL 1/3", entries=make_entries("Hat", "Crane")),
        Waitlist("seat-T1", "T1", "seat_change", entries=make_entries("Kim", wish=("4",)), of="T1"),
        Waitlist("tables-nl", "NL 1/3", "table_change", entries=make_entries("Moon"), of="nl"),
    )
    policy = WaitlistPolicy(order=order) if order else WaitlistPolicy()
    return Waitlists(policy=policy, lists=waitlists, chains=(CHAIN,))


SEATED = {"kim": [("T1", 2)], "moon": [("T2", 7)]}
SENIORS = (make_rank("Lee", 1), make_rank("Boots", 2))


def claim_order(waitlists: Waitlists, table: str, seat: int) -> list[str]:
    return [
        seat_claim.name
        for seat_claim in seat_priority(waitlists, EmptySeat(table, seat, "nl"), SEATED, SENIORS)
    ]


def test_seat_is_offered_in_the_house_order():
    assert claim_order(create_waitlists(), "T1", 4) == [
        "Kim",
        "Moon",
        "Lee",
        "Boots",
        "Hat",
        "Crane",
    ]
    turned: tuple[Source, ...] = ("list", "must_move", "table_change", "seat_change")
    assert claim_order(create_waitlists(*turned), "T1", 4) == [
        "Hat",
        "Crane",
        "Lee",
        "Boots",
        "Moon",
        "Kim",
    ]


def test_seat_claim_needs_a_request_for_that_seat():
    assert claim_order(create_waitlists(), "T1", 5)[0] == "Moon", "Kim wants chair 4"
    assert claim_order(create_waitlists(), "T2", 4) == ["Lee", "Boots", "Hat", "Crane"], (
        "Moon sits there"
    )
    assert claim_order(create_waitlists(), "T3", 4) == ["Moon", "Hat", "Crane"], "no main table"


def test_unseated_player_has_no_seat_change_claim():
    waitlists = create_waitlists()
    first = seat_priority(waitlists, EmptySeat("T1", 4, "nl"), {}, ())
    assert [seat_claim.name for seat_claim in first] == ["Hat", "Crane"]
