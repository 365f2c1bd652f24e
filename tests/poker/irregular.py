"""Irregularities in random hands: facts as people might give them, the ruling, and what holds after every command."""

from collections import Counter
from typing import Any

import msgspec
from hypothesis import note
from hypothesis import strategies as st

from poker import commands as c
from poker import events as e
from poker import timeline
from poker.cases import since_base
from poker.engine import run
from poker.irregularities.evaluate import Contradicted, FactNeeded, NoMatchingRule, Proposal
from poker.irregularities.load import catalogue, settings
from poker.irregularities.model import FactDefinition, Irregularity
from poker.irregularities.propose import (
    assess,
    facts_of,
    possible_irregularities,
    project,
    remedy_steps,
)
from poker.refusal import Refusal
from poker.remedies import open_now
from poker.rules import HouseRules
from poker.state import Table
from poker.timeline import CommandEvents, build_timeline, rebuild
from tests.poker.checks import check_picture
from tests.poker.plaques import houses
from tests.poker.tables import Room, legal
from tests.poker.wild import CARD

ENOUGH = 250  # commands; every hand is over by then


@st.composite
def any_house(draw: st.DrawFn) -> HouseRules:
    """House rules with the settings that only rulings read, too."""
    rules = draw(houses())
    read = {
        name for row in catalogue().rows.values() for rule in row.rule for name in rule.condition
    }
    mine = sorted(name.removeprefix("house.") for name in read if name.startswith("house."))
    others = {name: draw(st.sampled_from(settings()[name])) for name in mine}
    return msgspec.structs.replace(rules, **others)


@st.composite
def answers(draw: st.DrawFn, fact: FactDefinition, table: Table) -> Any:
    """What somebody may say when a fact is asked."""
    hand = table.hand
    there = [part.seat for part in hand.live()] if hand else []
    there = there or [seat.number for seat in table.seats if seat.taken]
    # Whoever is asked may name a seat that makes no sense.
    seat = st.sampled_from(there * 3 + [1, 10])
    match fact.type:
        case "bool":
            return draw(st.booleans())
        case "int":
            return draw(st.integers(0, 6))
        case "seat":
            return draw(seat)
        case "seats":
            return draw(st.lists(seat, min_size=1, max_size=3, unique=True))
        case "choice":
            return draw(st.sampled_from([value for value, _ in fact.options]))
        case "card":
            return draw(st.just("??") | CARD)
        case "money":
            return draw(st.sampled_from([1, 2, 5, 10, 15, 20, 25, 30, 40, 60, 100, 300]))
    return "as it was told"


class Ruled:
    """A room in which rulings are made; every command is checked."""

    def __init__(self, room: Room, *, counted: bool) -> None:
        self.room = room
        self.house = 0  # chips that it took
        self.counted = counted
        self.last_ruling = -1  # where the last ruling stands in the log
        self.said: list[str] = []
        self.missed: list[str] = []  # lines of steps that could not be carried out any more

    @property
    def table(self) -> Table:
        return self.room.table

    def do(self, command: c.Command) -> None:
        """Carry a command out, and look whether everything holds. Raises `Refusal`."""
        log = self.room.log
        if isinstance(command, c.Undo):
            outcome = timeline.undo(since_base(log))
        elif isinstance(command, c.MakeRuling):
            outcome = timeline.apply_ruling(since_base(log), command, now=0)
        else:
            outcome = run(self.table, command, now=0)
        self.said.append(repr(command))
        note(self.said[-1])
        before = self.table
        self.room.table = outcome.table
        if outcome.events:
            log.append(CommandEvents(str(len(log)), outcome.events))
            self._barrier(outcome.events)
            self.missed += [
                line
                for event in outcome.events
                if isinstance(event, e.StepsDone)
                for line in event.missed
            ]
            self.house += sum(
                event.rake + event.jackpot
                for event in outcome.events
                if isinstance(event, e.RakeTaken)
            )
        self.check(before)

    def _barrier(self, events: tuple[e.Event, ...]) -> None:
        """Whatever is taken back lies after the last ruling."""
        for event in events:
            if isinstance(event, e.Undone):
                assert int(event.command) > self.last_ruling, "behind a ruling"
                taken = self.room.log[int(event.command)].events
                self.house -= sum(
                    event.rake + event.jackpot for event in taken if isinstance(event, e.RakeTaken)
                )
        if any(isinstance(event, e.RulingMade) for event in events):
            self.last_ruling = len(self.room.log) - 1

    def check(self, before: Table) -> None:
        """Cards, chips, burns, the log, the step, the view."""
        table = self.table
        hand = table.hand
        if hand is not None:
            ledger = hand.ledger
            assert ledger.total() == table.game.deck
            piles = msgspec.structs.asdict(ledger)
            del piles["lost"]
            assert min(piles.values()) >= 0, piles
            if hand.unnamed == 0:
                held = sum(part.cards for part in hand.live())
                assert held == ledger.hands, (held, ledger)
            assert all(part.cards >= 0 for part in hand.parts)
            self._burns(table)
        assert rebuild(self.room.log) == table
        check_picture(table)
        self._chips(table)

    def _burns(self, table: Table) -> None:
        """Never more than one burn a street by the walk; a rebuilt deck and H-14's plans have their own."""
        burns: Counter[str] = Counter()
        free: set[str] = set()
        hand = table.hand
        assert hand is not None
        for event in (
            event for batch in build_timeline(self.room.log).standing for event in batch.events
        ):
            match event:
                case e.HandStarted() | e.HandMisdealt():
                    burns.clear()
                case e.CardBurned(street=street):
                    burns[street] += 1
                case e.LastCardPlanned():
                    free.add(table.game.streets[-1].name)
                case e.DeckRebuilt():
                    free |= {street.name for street in table.game.streets if street.draw}
        over = {name for name, made in burns.items() if made > 1} - free
        assert not over, f"burned twice: {over}"

    def _chips(self, table: Table) -> None:
        """Stacks, pots, held pots and what the house took are what came in, while all of it is counted."""
        if not self.counted:
            return
        hand = table.hand
        stacks = {seat.number: seat.stack for seat in table.seats if seat.taken}
        if hand is not None:
            stacks |= {part.seat: part.stack for part in hand.parts}
        held = [pot.amount for pot in table.impounded]
        if None in stacks.values() or None in held:
            self.counted = False
            return
        pot = 0 if hand is None else hand.chips()
        total = sum(filter(None, stacks.values())) + pot + sum(filter(None, held)) + self.house
        assert total == self.room.bought, (total, self.room.bought)


def wander(data: st.DataObject, ruled: Ruled, most: int) -> None:
    """Some commands that the view offers; over open steps it may offer what they make impossible."""
    for _ in range(data.draw(st.integers(0, most))):
        choices = legal(ruled.table)
        if not choices:
            return
        steps = open_now(ruled.table)
        try:
            ruled.do(data.draw(st.sampled_from(choices)))
        except Refusal:
            if not steps:
                raise
            ruled.do(c.StepDone())


def report(data: st.DataObject, ruled: Ruled, row: Irregularity) -> Proposal | None:
    """Call the floor and answer what is asked; the proposal, None where no line fits or the log has no way back."""
    asked = catalogue().facts
    message = [name for name in row.facts if name in asked and data.draw(st.booleans())]
    given = {name: data.draw(answers(asked[name], ruled.table)) for name in message}
    if ruled.table.floor is None:
        ruled.do(c.CallFloor())
    for _ in range(len(asked)):
        ruled.do(c.Report(row.key, given))
        verdict = weighed(ruled, row, given)
        if not isinstance(verdict, FactNeeded):
            return verdict
        # An answer that the others speak against is left out and asked again.
        assert facts_of(ruled.table, row.key, given).get(verdict.fact) is None, verdict.fact
        if verdict.fact not in asked:  # what the engine cannot know here, the supervisor says
            return None
        given[verdict.fact] = data.draw(answers(asked[verdict.fact], ruled.table))
    return None  # whoever answers keeps on contradicting


def weighed(ruled: Ruled, row: Irregularity, data: dict[str, Any]) -> Proposal | FactNeeded | None:
    """What the row says; None where no line fits, or the log has no way back."""
    try:
        verdict, _ = assess(since_base(ruled.room.log), row.key, data)
    except Refusal:
        return None
    return None if isinstance(verdict, NoMatchingRule | Contradicted) else verdict


def rule(ruled: Ruled, proposal: Proposal) -> bool:
    """Rule as proposed; whether it was accepted. A refused ruling leaves everything as it was."""
    before, length = ruled.table, len(ruled.room.log)
    command = c.MakeRuling(
        ruling="R 0101-01",
        result=proposal.result,
        by="Oak",
        decision="accepted",
        key=proposal.key,
        outcome=proposal.outcome,
        steps=remedy_steps(proposal),
        back=proposal.back,
    )
    try:
        ruled.do(command)
    except Refusal as refusal:
        note(f"refused: {refusal}")
        assert ruled.table is before
        assert len(ruled.room.log) == length
        ruled.do(c.CancelFloor("not as it was told"))
        return False
    return True


def irregular(data: st.DataObject, ruled: Ruled, rows: list[Irregularity]) -> bool:
    """One of these irregularities, if it is possible now: called, reported, ruled, its first steps done."""
    now = [row for row in possible_irregularities(ruled.table) if row in rows]
    if not now:
        return False
    row = data.draw(st.sampled_from(now))
    proposal = report(data, ruled, row)
    if proposal is None:
        if ruled.table.floor is not None:
            ruled.do(c.CancelFloor("no row"))
        return False
    before = timeline.rolled_back(since_base(ruled.room.log), proposal.back)[1]
    note(f"{row.number} {row.key} {proposal.outcome}")
    if not rule(ruled, proposal):
        return False
    projected(before, proposal)
    if data.draw(st.integers(0, 3)):
        first = sum(step.when == "now" for step in proposal.steps)
        for _ in range(first):
            if open_now(ruled.table):
                ruled.do(c.StepDone())
        assert not ruled.missed, f"not to be done at once: {ruled.missed}"
    return True


SHORT = "pile_too_small"  # odd facts took so many cards out that the deck cannot deal on: another ruling


def projected(before: Table, proposal: Proposal) -> None:
    """What was ruled can be shown with the deck after each step, as far as the deck reaches."""
    try:
        project(before, proposal)
    except Refusal as refusal:
        if refusal.code != SHORT:
            raise


def play_on(data: st.DataObject, ruled: Ruled) -> None:
    """To the end of the hand: what the view offers is accepted, so no step that waits can stop it."""
    undos = data.draw(st.integers(0, 3))
    for _ in range(ENOUGH):
        table = ruled.table
        if open_now(table):
            ruled.do(c.StepDone())
            continue
        if table.hand is None and table.hands:
            return
        if undos and data.draw(st.integers(0, 7)) == 0:
            undos -= 1
            undo(ruled)
            continue
        choices = legal(table)
        if not choices:
            return
        try:
            ruled.do(data.draw(st.sampled_from(choices)))
        except Refusal as refusal:
            if refusal.code != SHORT:
                raise
            return
    raise AssertionError("the hand does not end")


def undo(ruled: Ruled) -> None:
    """UNDO, where there is something to undo."""
    if build_timeline(ruled.room.log).last() is not None:
        ruled.do(c.Undo())
