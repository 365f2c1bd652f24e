"""Random tables and commands for the laws: legal by the view, half-legal, and nonsense."""

from typing import Any

import msgspec
from hypothesis import strategies as st

from poker import commands as c
from poker.engine import create, run
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import Limit, Rake, Stakes, check
from poker.state import Table
from poker.timeline import Batch, undo
from poker.view import view

BLINDS: list[tuple[int, ...]] = [(5, 10), (10,), (), (2, 5, 10), (10, 10)]
RAKES = [
    Rake(),
    Rake(kind="percent", basis_points=1000, cap=9, jackpot=2, jackpot_from=20),
    Rake(kind="steps", steps=((20, 1), (60, 3)), cap=3, no_flop_no_drop=False),
]


@st.composite
def stakes(draw: st.DrawFn) -> Stakes:
    limits: list[Limit] = ["fixed", "split", "spread", "pot", "none"]
    limit = draw(st.sampled_from(limits))
    blinds = draw(st.sampled_from(BLINDS))
    plaque = Stakes(
        game=draw(st.sampled_from(["holdem", "omaha"])),
        limit=limit,
        small_bet=10,
        big_bet=20 if limit in ("split", "spread") else 10,
        blinds=blinds,
        ante=draw(st.sampled_from([0, 0, 1, 3])),
        ante_by=draw(st.sampled_from(["all", "big_blind", "button"])),
        straddle=bool(blinds) and draw(st.booleans()),
        buy_in_min=1,
        buy_in_max=10_000,
        chips=(1,),
        rake=draw(st.sampled_from(RAKES)),
    )
    return draw(st.sampled_from([plaque, *_coarser(plaque)]))


def _coarser(plaque: Stakes) -> list[Stakes]:
    """The plaque with other chips, where they can make what it says."""
    found = []
    for chips in [(5, 25), (2, 5), (4, 6), (5,), (10, 25)]:
        other = msgspec.structs.replace(plaque, chips=chips, buy_in_min=10, rake=Rake())
        try:
            found.append(check(other))
        except Refusal:
            continue
    return found


@st.composite
def houses(draw: st.DrawFn) -> HouseRules:
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
    )


class Room:
    """A table with its log; every command goes through here."""

    def __init__(self) -> None:
        outcome = create("T", 10)
        self.log = [Batch("0", outcome.events)]
        self.table: Table = outcome.table
        self.bought = 0  # chips that came in, where stacks are counted
        self.said: list[c.Command] = []

    def __repr__(self) -> str:
        """What was said, for a failing example."""
        return "\n".join(map(repr, self.said))

    def do(self, command: c.Command) -> bool:
        """Carry a command out; whether it held."""
        try:
            outcome = run(self.table, command, now=1)
        except Refusal:
            return False
        self.said.append(command)
        self.table = outcome.table
        if outcome.events:
            self.log.append(Batch(str(len(self.log)), outcome.events))
        return True

    def undo(self) -> bool:
        """Take the last command back; whether there was one."""
        try:
            outcome = undo(self.log)
        except Refusal:
            return False
        self.table = outcome.table
        self.log.append(Batch(str(len(self.log)), outcome.events))
        return True


@st.composite
def rooms(draw: st.DrawFn, *, tracking: str | None = None, counted: bool | None = None) -> Room:
    """An open table with a button, 2 to 10 players."""
    room = Room()
    seats = draw(st.lists(st.integers(1, 10), min_size=2, max_size=10, unique=True))
    whole = draw(st.booleans()) if counted is None else counted
    for seat in seats:
        stack = draw(st.integers(1, 300)) if whole else None
        assert room.do(c.SeatPlayer(seat, f"p{seat}", f"N{seat}", stack))
        room.bought += stack or 0
    level = tracking or draw(st.sampled_from(["actions", "actions", "actions", "streets"]))
    assert room.do(c.OpenTable(draw(stakes()), draw(houses()), level))  # type: ignore[arg-type]
    assert room.do(c.SetButton(draw(st.sampled_from(seats))))
    return room


def legal(table: Table) -> list[c.Command]:
    """What the view says is possible now."""
    picture: Any = view(table)
    found: list[c.Command] = []
    for seat in picture["seats"]:
        found += _by_seat(seat)
    if picture["award"]:
        pots = picture["award"]["pots"]
        pot = pots[picture["award"]["turn"]]
        free = tuple(seat for seat in pot["seats"] if seat not in pot["out"])
        found += [c.AwardPot((free[0],)), c.AwardPot(free)]
    if picture["hand"]["stage"] in ("betting", "complete") and picture["count"]["in"] >= 2:
        found.append(c.CloseStreet(picture["count"]["in"]))
    if picture["hand"]["stage"] == "posts":
        found.append(c.Deal())
    if picture["may_straddle"]:
        found.append(c.Straddle(picture["may_straddle"]))
    if picture["may_muck"]:
        live = (seat["seat"] for seat in picture["seats"] if seat["state"] == "in")
        found += [c.Muck(seat) for seat in live]
    return found


def _by_seat(seat: dict[str, Any]) -> list[c.Command]:
    number = seat["seat"]
    found: list[c.Command] = []
    if seat["can_fold"]:
        found.append(c.Act(number, "fold"))
    if seat["can_check"]:
        found.append(c.Act(number, "check"))
    if seat["can_call"]:
        found.append(c.Act(number, "call"))
    if seat["raise"]:
        least, most = seat["raise"]["min"], seat["raise"]["max"]
        found.append(c.Act(number, seat["raise"]["kind"], least))
        amounts = {seat["raise"]["pot"], seat["raise"]["half_pot"]}
        amounts.add(least * 3 if most is None else most)
        found += [c.Act(number, seat["raise"]["kind"], amount) for amount in sorted(amounts)]
        if seat["raise"]["all_in"] is not None:
            found.append(c.Act(number, "all_in", seat["raise"]["all_in"]))
    if seat["call_pot"]:
        found.append(c.Act(number, "call", seat["call_pot"]))
    return found


def ways_in(table: Table) -> list[c.Command]:
    """What the view offers to those who are away or owe a way in."""
    picture: Any = view(table)
    return [
        c.SitIn(seat["seat"], choice) for seat in picture["seats"] for choice in seat["choices"]
    ]


SEAT = st.integers(1, 10)
COUNT = st.integers(0, 10)
CARD = st.sampled_from([rank + suit for rank in "23456789TJQKA" for suit in "shdc"])
AMOUNT = st.integers(1, 400)
STREET = st.sampled_from(["preflop", "flop", "turn", "river", "showdown", "fifth"])
WILD: st.SearchStrategy[c.Command] = st.one_of(
    st.builds(
        c.Act,
        SEAT,
        st.sampled_from(["fold", "check", "call", "bet", "raise", "all_in"]),
        st.none() | AMOUNT,
        stood=st.booleans(),
    ),
    st.builds(c.FirstIn, SEAT, st.sampled_from(["call", "raise"]), st.none() | AMOUNT),
    st.builds(c.CloseStreet, COUNT),
    st.builds(c.CloseStreet, COUNT),
    st.builds(c.SkipTo, STREET, COUNT),
    st.builds(c.Unfold, SEAT),
    st.builds(c.KillHand, SEAT),
    st.builds(c.Muck, SEAT),
    st.builds(c.ShowHand, SEAT, st.lists(CARD, min_size=2, max_size=2, unique=True).map(tuple)),
    st.builds(c.ShowHand, SEAT, st.lists(CARD, min_size=4, max_size=4, unique=True).map(tuple)),
    st.builds(c.ShowBoard, st.lists(CARD, min_size=3, max_size=5, unique=True).map(tuple)),
    st.builds(c.AddChips, SEAT, AMOUNT),
    st.builds(c.Declare, SEAT, st.sampled_from(["raise", "call"]), st.none() | AMOUNT),
    st.builds(c.Misdeal, st.just(""), st.booleans()),
    st.builds(c.CountPot, AMOUNT),
    st.builds(c.AwardPot, st.lists(SEAT, max_size=3).map(tuple), st.none() | st.integers(0, 3)),
    st.builds(c.NextHand),
    st.builds(c.AgreeAnyAmount),
    st.builds(c.SeatPlayer, SEAT, st.just("new"), st.just("New"), st.none()),
    st.builds(c.LeaveSeat, SEAT),
    st.builds(c.SitOut, SEAT),
    st.builds(c.SitIn, SEAT, st.sampled_from(["", "wait", "post", "after_button"])),
    st.builds(c.Straddle, SEAT),
    st.builds(c.PostShort, SEAT, st.integers(1, 12)),
    st.builds(c.SetButton, SEAT),
    st.builds(c.SetTracking, st.sampled_from(["streets", "actions"])),
    st.builds(c.CallFloor),
    st.builds(c.CancelFloor, st.just("solved")),
    st.builds(c.Deal),
)
