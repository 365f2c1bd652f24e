"""Irregularities in random hands: generated facts, the ruling, and what holds after every command."""

from collections import Counter
from typing import Any

import msgspec
from hypothesis import note
from hypothesis import strategies as st

from poker import commands as c
from poker import events as e
from poker import timeline
from poker.engine import run
from poker.games import Street
from poker.irregularities.evaluate import Contradicted, FactNeeded, NoMatchingRule, Proposal
from poker.irregularities.load import catalogue, settings
from poker.irregularities.model import FactDefinition, Irregularity
from poker.irregularities.propose import (
    assess,
    facts_of,
    possible_irregularities,
    preview_steps,
    remedy_steps,
)
from poker.refusal import Refusal
from poker.remedies import open_now
from poker.rules import HouseRules
from poker.state import Hand, Table
from poker.timeline import CommandEvents, build_timeline, rebuild, recent
from tests.poker.checks import check_view
from tests.support.laws import house_chips
from tests.support.plaques import houses
from tests.support.random_tables import Room, legal_commands
from tests.support.wild import CARD

ENOUGH = 250  # commands; every hand is over by then


@st.composite
def any_house(draw: st.DrawFn) -> HouseRules:
    """Draw house rules, including the settings that only rulings read."""
    rules = draw(houses())
    read = {
        name for row in catalogue().rows.values() for rule in row.rule for name in rule.condition
    }
    house_settings = sorted(
        name.removeprefix("house.") for name in read if name.startswith("house.")
    )
    other_settings = {name: draw(st.sampled_from(settings()[name])) for name in house_settings}
    return msgspec.structs.replace(rules, **other_settings)


@st.composite
def fact_answers(draw: st.DrawFn, fact: FactDefinition, table: Table) -> Any:
    """Return a strategy for the answers to a fact."""
    hand = table.hand
    seat_numbers = [part.seat for part in hand.live()] if hand else []
    seat_numbers = seat_numbers or [seat.number for seat in table.seats if seat.taken]
    # The answer may name an impossible seat.
    seat = st.sampled_from(seat_numbers * 3 + [1, 10])
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


def _most_burns(street: Street, rules: HouseRules) -> int:
    """Return the burns of a street for one board: one before a draw, one before its board card (H-55: or two)."""
    of_draw = 1 if street.draw and street.board else 0
    return 1 + of_draw + (street.house_burn if rules.courchevel_burn else 0)


def _boards_burned_for(table: Table, hand: Hand, street: int) -> int:
    """Return how often a street is burned for: once, for each run of it, or for each board (H-71)."""
    if hand.runs is not None:
        return hand.runs.count if street > hand.runs.street else 1
    return len(hand.boards) if table.rules.board_burns == "each" else 1


class RulingDriver:
    """A room with rulings; every command is checked."""

    def __init__(self, room: Room, *, counts_chips: bool) -> None:
        self.room = room
        self.house = 0  # chips that it took, less those it added
        self.counted = counts_chips
        self.last_ruling = -1  # where the last ruling stands in the log
        self.said: list[str] = []
        self.missed: list[str] = []  # lines of steps that can no longer be carried out

    @property
    def table(self) -> Table:
        return self.room.table

    def execute(self, command: c.Command) -> None:
        """Execute a command and check the table. Raises `Refusal`."""
        log = self.room.log
        if isinstance(command, c.Undo):
            outcome = timeline.undo(recent(log))
        elif isinstance(command, c.MakeRuling):
            outcome = timeline.apply_ruling(recent(log), command, now=0)
        else:
            outcome = run(self.table, command, now=0)
        self.said.append(repr(command))
        note(self.said[-1])
        before = self.table
        self.room.table = outcome.state
        if outcome.events:
            log.append(CommandEvents(str(len(log)), outcome.events))
            self._check_barrier(outcome.events)
            self.missed += [
                seat_number
                for event in outcome.events
                if isinstance(event, e.StepsDone)
                for seat_number in event.missed
            ]
            self.house += house_chips(outcome.events)
        self.check(before)

    def _check_barrier(self, events: tuple[e.Event, ...]) -> None:
        """Check that an undone command is after the last ruling."""
        for event in events:
            if isinstance(event, e.Undone):
                assert int(event.command) > self.last_ruling, "behind a ruling"
                self.house -= house_chips(self.room.log[int(event.command)].events)
        if any(isinstance(event, e.RulingMade) for event in events):
            self.last_ruling = len(self.room.log) - 1

    def check(self, before: Table) -> None:
        """Check cards, chips, burns, the log, the step and the view."""
        table = self.table
        hand = table.hand
        if hand is not None:
            ledger = hand.ledger
            assert ledger.total() == table.game.deck
            piles = msgspec.structs.asdict(ledger)
            del piles["lost"]
            assert min(piles.values()) >= 0, piles
            if hand.unnamed == 0:
                held_cards = sum(part.cards for part in hand.live())
                assert held_cards == ledger.hands, (held_cards, ledger)
            assert all(part.cards >= 0 for part in hand.parts)
            self._check_burns(table)
        assert rebuild(self.room.log) == table
        check_view(table)
        self._check_chips(table)

    def _check_burns(self, table: Table) -> None:
        """Check at most one burn per street, or one for each board or run; rebuilt decks and H-14's plans have their
        own burns.
        """
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
        most = {
            street.name: _most_burns(street, table.rules) * _boards_burned_for(table, hand, place)
            for place, street in enumerate(table.game.streets)
        }
        over = {name for name, burn_count in burns.items() if burn_count > most[name]} - free
        assert not over, f"burned twice: {over}"

    def _check_chips(self, table: Table) -> None:
        """Check that stacks, pots, held pots and house charges equal the chips brought in, while all are
        counted.
        """
        if not self.counted:
            return
        hand = table.hand
        stacks = {seat.number: seat.stack for seat in table.seats if seat.taken}
        if hand is not None:
            stacks |= {part.seat: part.stack for part in hand.parts}
        held_amounts = [pot.amount for pot in table.impounded]
        if None in stacks.values() or None in held_amounts:
            self.counted = False
            return
        pot = 0 if hand is None else hand.chips()
        total = (
            sum(filter(None, stacks.values())) + pot + sum(filter(None, held_amounts)) + self.house
        )
        assert total == self.room.bought, (total, self.room.bought)


def play_randomly(data: st.DataObject, driver: RulingDriver, max_steps: int) -> None:
    """Execute some commands of the view; an open step may make an offered command impossible."""
    for _ in range(data.draw(st.integers(0, max_steps))):
        choices = legal_commands(driver.table)
        if not choices:
            return
        steps = open_now(driver.table)
        try:
            driver.execute(data.draw(st.sampled_from(choices)))
        except Refusal:
            if not steps:
                raise
            driver.execute(c.StepDone())


def report_irregularity(
    data: st.DataObject, driver: RulingDriver, row: Irregularity
) -> Proposal | None:
    """Call the floor and answer its questions; return the proposal, or None without a matching rule or
    rollback.
    """
    fact_definitions = catalogue().facts
    message = [name for name in row.facts if name in fact_definitions and data.draw(st.booleans())]
    fact_values = {
        name: data.draw(fact_answers(fact_definitions[name], driver.table)) for name in message
    }
    if driver.table.floor is None:
        driver.execute(c.CallFloor())
    for _ in range(len(fact_definitions)):
        driver.execute(c.Report(row.key, fact_values))
        verdict = assess_irregularity(driver, row, fact_values)
        if not isinstance(verdict, FactNeeded):
            return verdict
        # An answer that the others speak against is left out and asked again.
        assert facts_of(driver.table, row.key, fact_values).get(verdict.fact) is None, verdict.fact
        if (
            verdict.fact not in fact_definitions
        ):  # what the engine cannot know here, the supervisor says
            return None
        fact_values[verdict.fact] = data.draw(
            fact_answers(fact_definitions[verdict.fact], driver.table)
        )
    return None  # the answers keep contradicting each other


def assess_irregularity(
    driver: RulingDriver, row: Irregularity, data: dict[str, Any]
) -> Proposal | FactNeeded | None:
    """Return what the row proposes; None without a matching rule or rollback."""
    try:
        verdict, _ = assess(recent(driver.room.log), row.key, data)
    except Refusal:
        return None
    return None if isinstance(verdict, NoMatchingRule | Contradicted) else verdict


def accept_proposal(driver: RulingDriver, proposal: Proposal) -> bool:
    """Rule as proposed; return whether it was accepted. A refused ruling changes nothing."""
    before = driver.table
    length = len(driver.room.log)
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
        driver.execute(command)
    except Refusal as refusal:
        note(f"refused: {refusal}")
        assert driver.table is before
        assert len(driver.room.log) == length
        driver.execute(c.CancelFloor("not as it was told"))
        return False
    return True


def rule_on_irregularity(
    data: st.DataObject, driver: RulingDriver, rows: list[Irregularity]
) -> bool:
    """Call, report, rule and start the remedy of one irregularity, if one is possible."""
    now = [row for row in possible_irregularities(driver.table) if row in rows]
    if not now:
        return False
    row = data.draw(st.sampled_from(now))
    proposal = report_irregularity(data, driver, row)
    if proposal is None:
        if driver.table.floor is not None:
            driver.execute(c.CancelFloor("no row"))
        return False
    before = timeline.rolled_back(recent(driver.room.log), proposal.back)[1]
    note(f"{row.number} {row.key} {proposal.outcome}")
    if not accept_proposal(driver, proposal):
        return False
    check_projection(before, proposal)
    if data.draw(st.integers(0, 3)):
        first = sum(step.when == "now" for step in proposal.steps)
        for _ in range(first):
            if open_now(driver.table):
                driver.execute(c.StepDone())
        assert not driver.missed, f"not to be done at once: {driver.missed}"
    return True


SHORT = "pile_too_small"  # odd facts took so many cards out that the deck cannot deal on: another ruling


def check_projection(before: Table, proposal: Proposal) -> None:
    """Check that the ruling's steps show the deck after each step, as far as the deck reaches."""
    try:
        preview_steps(before, proposal)
    except Refusal as refusal:
        if refusal.code != SHORT:
            raise


def play_to_end(data: st.DataObject, driver: RulingDriver) -> None:
    """Play to the end of the hand with the view's commands; no waiting step may stop it."""
    undos = data.draw(st.integers(0, 3))
    for _ in range(ENOUGH):
        table = driver.table
        if open_now(table):
            driver.execute(c.StepDone())
            continue
        if table.hand is None and table.hands:
            return
        if undos and data.draw(st.integers(0, 7)) == 0:
            undos -= 1
            undo_once(driver)
            continue
        choices = legal_commands(table)
        if not choices:
            return
        try:
            driver.execute(data.draw(st.sampled_from(choices)))
        except Refusal as refusal:
            if refusal.code != SHORT:
                raise
            return
    raise AssertionError("the hand does not end")


def undo_once(driver: RulingDriver) -> None:
    """Undo, if there is something to undo."""
    if build_timeline(driver.room.log).last() is not None:
        driver.execute(c.Undo())
