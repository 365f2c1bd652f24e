"""Random tables for the laws, and what may be done at them by the view."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from poker import commands as c
from poker.engine import create, run
from poker.games import GAMES, Game
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import legs
from poker.state import Table
from poker.timeline import CommandEvents, undo
from poker.view import view
from tests.poker.plaques import houses, stakes


class Room:
    """A table with its log; every command goes through here."""

    def __init__(self) -> None:
        outcome = create("T", 10)
        self.log = [CommandEvents("0", outcome.events)]
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
            self.log.append(CommandEvents(str(len(self.log)), outcome.events))
        return True

    def undo(self) -> bool:
        """Take the last command back; whether there was one."""
        try:
            outcome = undo(self.log)
        except Refusal:
            return False
        self.table = outcome.table
        self.log.append(CommandEvents(str(len(self.log)), outcome.events))
        return True


@st.composite
def rooms(
    draw: st.DrawFn,
    *,
    tracking: str | None = None,
    counted: bool | None = None,
    games: Sequence[Game] = tuple(GAMES.values()),
    house: st.SearchStrategy[HouseRules] | None = None,
) -> Room:
    """An open table of any game with a button, 2 players to as many as the game seats."""
    rules = draw(houses() if house is None else house)
    plaque = draw(stakes(rules, draw(st.sampled_from(games))))
    most = min(GAMES[stakes.game].seats for stakes in legs(plaque))
    # A full table more often than chance would have it: decks run short there.
    least = draw(st.sampled_from([2, 2, most]))
    room = Room()
    seats = draw(st.lists(st.integers(1, 10), min_size=least, max_size=most, unique=True))
    whole = draw(st.booleans()) if counted is None else counted
    for seat in seats:
        stack = draw(st.integers(1, 300)) if whole else None
        assert room.do(c.SeatPlayer(seat, f"p{seat}", f"N{seat}", stack))
        room.bought += stack or 0
    level = tracking or draw(st.sampled_from(["actions", "actions", "actions", "streets"]))
    assert room.do(c.OpenTable(plaque, rules, level))  # type: ignore[arg-type]
    assert room.do(c.SetButton(draw(st.sampled_from(seats))))
    return room


def legal(table: Table) -> list[c.Command]:
    """What the view says is possible now."""
    picture: Any = view(table)
    commands: list[c.Command] = []
    for seat in picture["seats"]:
        commands += _by_seat(seat)
    if picture["award"]:
        commands += _awards(picture["award"])
    stage = picture["hand"]["stage"]
    if (
        stage in ("draw", "betting", "complete")
        and picture["count"]["in"] >= 2
        and _serves(picture)
    ):
        commands.append(c.CloseStreet(picture["count"]["in"]))
    if stage == "posts":
        commands.append(c.Deal())
    if picture["step"]["kind"] == "rebuild" and _rebuilt(picture["draw"]["plan"]):
        commands.append(c.RebuildDeck())
    if picture["may_straddle"]:
        commands.append(c.Straddle(picture["may_straddle"]))
    if picture["may_muck"]:
        live = (seat["seat"] for seat in picture["seats"] if seat["state"] == "in")
        commands += [c.Muck(seat) for seat in live]
    return commands


def _serves(picture: dict[str, Any]) -> bool:
    """Whether the deck reaches the last street; eight players who buy four cards use it up before (S-180)."""
    return not picture["forecast"] or picture["forecast"]["kind"] != "short"


def _rebuilt(plan: dict[str, Any]) -> bool:
    """Whether any pile may join the deck; else it is a ruling (H-45)."""
    return any(item["do"] == "gather" for item in plan["steps"])


def _awards(award: dict[str, Any]) -> list[c.Command]:
    """The pot in turn to one, to all, and half by half where the game has two."""
    pot = award["pots"][award["turn"]]
    free = tuple(seat for seat in pot["seats"] if seat not in pot["out"])
    if not award["halves"]:
        return [c.AwardPot((free[0],)), c.AwardPot(free)]
    return [
        c.AwardPot((free[0],)),
        c.AwardPot((free[0],), low=(free[-1],)),
        c.AwardPot(free, low=(free[0],)),
        c.AwardPot((free[-1],), low=free),
    ]


def _by_seat(seat: dict[str, Any]) -> list[c.Command]:
    number = seat["seat"]
    commands = _by_cards(seat)
    if seat["can_fold"]:
        commands.append(c.Act(number, "fold"))
    if seat["can_check"]:
        commands.append(c.Act(number, "check"))
    if seat["can_call"]:
        commands.append(c.Act(number, "call"))
    if seat["raise"]:
        least, most = seat["raise"]["min"], seat["raise"]["max"]
        commands.append(c.Act(number, seat["raise"]["kind"], least))
        amounts = {seat["raise"]["pot"], seat["raise"]["half_pot"]} - {None}
        amounts.add(least * 3 if most is None else most)
        commands += [c.Act(number, seat["raise"]["kind"], amount) for amount in sorted(amounts)]
        if seat["raise"]["all_in"] is not None:
            commands.append(c.Act(number, "all_in", seat["raise"]["all_in"]))
    if seat["call_pot"]:
        commands.append(c.Act(number, "call", seat["call_pot"]))
    return commands


def _by_cards(seat: dict[str, Any]) -> list[c.Command]:
    """Who opens, what is drawn and what is bought."""
    number = seat["seat"]
    commands: list[c.Command] = [c.NameOpener(number)] if seat["can_open"] else []
    if seat["can_draw"] is not None:
        commands += [c.Draw(number, count) for count in range(seat["can_draw"] + 1)]
    return [*commands, c.BuyCard(number)] if seat["can_buy"] else commands


def ways_in(table: Table) -> list[c.Command]:
    """What the view offers to those who are away or owe a way in."""
    picture: Any = view(table)
    return [
        c.SitIn(seat["seat"], choice) for seat in picture["seats"] for choice in seat["choices"]
    ]
