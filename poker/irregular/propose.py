"""What a screen asks: which irregularities can happen now, what the house's rule says, and the deck after each step."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from poker import commands as c
from poker import events as e
from poker.calls import Todo
from poker.decide.piles import PILES
from poker.draft import Draft
from poker.engine import run
from poker.events import Event
from poker.evolve import evolve
from poker.irregular.evaluate import NoRow, Other, Proposal, Verdict, evaluate
from poker.irregular.evaluate import others as others_of
from poker.irregular.facts import known, phases, seat_in, under_half
from poker.irregular.fill import UNSEEN
from poker.irregular.load import catalogue
from poker.irregular.model import Row
from poker.ledger import Ledger
from poker.refusal import Refusal
from poker.remedies import carry_out, open_now
from poker.state import Table
from poker.timeline import Batch, fold, taken_back

# What the log says of the round that is going on, which says nothing of a street that is taken back.
OF_THE_ROUND = (
    "pending",
    "pending_count",
    "due",
    "betting_complete",
    "street_acts",
    "bettor",
    "bet",
)


class Line(msgspec.Struct, frozen=True):
    """One line of a remedy with the deck after it.

    kind: `lies`, `step`, `bet` (the round of `street` is finished), `burn`, `street` (it is dealt), `shortage`;
    say: the words of a step; when: of a step; cards: what a street deals.
    """

    kind: str
    ledger: Ledger
    say: str = ""
    street: str = ""
    when: str = ""
    cards: int = 0


def possible(table: Table) -> tuple[Row, ...]:
    """The irregularities that can happen in this game and phase, likeliest first."""
    now = phases(table)
    family = table.game.family if table.stakes else ""
    game = table.stakes.game if table.stakes else ""
    rows = [row for row in catalogue().rows.values() if _fits(row, family, game, now)]
    return tuple(sorted(rows, key=lambda row: (-row.often, row.number)))


def _fits(row: Row, family: str, game: str, now: frozenset[str]) -> bool:
    if row.family and family not in row.family:
        return False
    if row.games and game not in row.games:
        return False
    return "any" in row.phases or bool(now & set(row.phases))


def facts_of(table: Table, key: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What is known: by the log (as it was when the call was made) and by people, whose word corrects it."""
    row = catalogue().rows.get(key)
    found = known(as_dealt(table, row))
    if table.floor is not None and table.floor.substantial:
        by = table.floor.substantial
        then = {f"sa_{name}": reached for name, reached in by.items()}
        then |= {"sa": by[table.rules.substantial], "count_sa": by[table.rules.count_action]}
        found |= {name: reached for name, reached in then.items() if reached or name in found}
    if row is not None and _is_behind(table, row):
        found = {name: value for name, value in found.items() if name not in OF_THE_ROUND}
    found |= _sound(given)
    if isinstance(seat := found.get("seat"), int):
        found.setdefault("seat_in", seat_in(table, seat))
        found.setdefault("seat_due", seat == found.get("due"))
        if found.get("size_wrong") == "much" and found.get("bet_tapped") is False:
            found.setdefault("size_right", found.get("max_raise"))
        if isinstance(amount := found.get("amount"), int):
            found.setdefault("under_half", under_half(table, seat, amount))
    return found


def _sound(given: Mapping[str, Any]) -> dict[str, Any]:
    """What people reported without what cannot be: no seats at all, a seat as its own other, two ranks for a card.

    What is left out is asked again.
    """
    found = {name: value for name, value in given.items() if value not in ([], ())}
    if found.get("other_seat") is not None and found.get("other_seat") == found.get("seat"):
        del found["other_seat"]
    card = found.get("card")
    if isinstance(card, str) and card and card != UNSEEN:
        rank = card[0].upper()
        if found.setdefault("draw_rank", rank) != rank:
            del found["draw_rank"]
    return found


def as_dealt(table: Table, row: Row | None) -> Table:
    """The table with the hand dealt that the row speaks of, as the first act would say.

    As it is where the deal is logged or nothing can be dealt.
    """
    if row is None or not _is_dealt(table, row):
        return table
    try:
        dealt = run(replace(table, floor=None), c.Deal(), now=0).table
    except Refusal:
        return table
    return replace(dealt, floor=table.floor)


def _is_dealt(table: Table, row: Row) -> bool:
    """Whether cards are out though no deal is logged, the first or the one after a misdeal: it needs no tap, and the
    row is about nothing else.
    """
    between = {"between", "award", "seating", "any"} & set(row.phases)
    logged = table.hand is not None and table.hand.stage != "deal"
    return not logged and table.stakes is not None and not between


def _is_behind(table: Table, row: Row) -> bool:
    """Whether the round that the log has is not the one the row speaks of: the street it may take back lies already,

    or the round before it is over and what is bet on the next street is not tapped yet.
    """
    hand = table.hand
    backs = {
        rule.back.partition(":")[2]
        for rule in row.rule
        if rule.back.startswith(("street:", "over:"))
    }
    if hand is None or not backs:
        return False
    if hand.stage == "complete":
        return True
    return any(street.name in backs for street in table.game.streets[: hand.street + 1])


def propose(table: Table, key: str, given: Mapping[str, Any]) -> Verdict:
    """What the house's rule says of what was reported; asks for a fact that decides and is unknown."""
    row = catalogue().rows.get(key)
    if row is None:
        return NoRow(key)
    return evaluate(row, facts_of(table, key, given), table.rules, catalogue().facts)


def others(table: Table, key: str, given: Mapping[str, Any]) -> tuple[Other, ...]:
    """What other options of the row's settings would say, where that is something else."""
    row = catalogue().rows.get(key)
    if row is None:
        return ()
    return others_of(row, facts_of(table, key, given), table.rules, catalogue().facts)


def todos(proposal: Proposal) -> tuple[Todo, ...]:
    """The steps of a proposal as a ruling carries them."""
    return tuple(Todo(step.say, step.do, step.when) for step in proposal.steps)


def ruled(table: Table, proposal: Proposal) -> Table:
    """The table as a ruling by this proposal would leave it; `table` is as the log has it after what is taken back."""
    called = table if table.floor else run(table, c.CallFloor(), now=0).table
    ruling = c.MakeRuling(
        ruling="-", result=proposal.result, by="-", decision="accepted", steps=todos(proposal)
    )
    return run(called, ruling, now=0).table


def project(table: Table, proposal: Proposal) -> tuple[Line, ...]:
    """The steps with the deck after each, and the streets between them up to the last step that waits for one.

    `table` is as the log has it after what the ruling takes back. Raises `Refusal` where a step cannot be done.
    """
    after = ruled(table, proposal)
    return (Line("lies", _ledger(after)), *_walk(after))


def _walk(table: Table) -> Iterator[Line]:
    while any(step.when in ("now", "drawn") for step in open_now(table)):
        outcome = run(table, c.StepDone(), now=0)
        yield from _lines(table, outcome.events)
        table = outcome.table
    while _waits(table):
        hand = table.hand
        assert hand is not None
        street = table.game.streets[hand.street].name
        if hand.stage in ("betting", "opener", "draw"):
            yield Line("bet", hand.ledger, street=street)
        outcome = run(table, c.CloseStreet(hand.still_in()), now=0)
        yield from _lines(table, outcome.events)
        table = outcome.table
    if table.remedy is not None:
        for step in table.remedy.steps:
            table = _later(table, step)
            yield Line("step", _ledger(table), say=step.say, when=step.when)


def _later(table: Table, step: Todo) -> Table:
    """What waits for the end of a draw, tried on the deck as it lies: what others draw till then nobody knows."""
    if step.when != "drawn" or table.hand is None:
        return table
    draft = Draft(table)
    carry_out(draft, step, lambda on, command: PILES[type(command)](on, command, 0))
    return draft.table


def _waits(table: Table) -> bool:
    """Whether a step still waits for a street that can come."""
    hand, remedy = table.hand, table.remedy
    if hand is None or remedy is None or hand.stage in ("showdown", "award"):
        return False
    names = [street.name for street in table.game.streets[hand.street + 1 :]]
    if set(names) & set(hand.waived):  # its burn is out already, which is worth a line
        return True
    return any(step.when.partition(":")[0] in ("street", "burn") for step in remedy.steps)


def _lines(table: Table, events: tuple[Event, ...]) -> Iterator[Line]:
    for event in events:
        table = evolve(table, event)
        pile = _ledger(table)
        match event:
            case e.StepsDone():
                yield from (Line("step", pile, say=said) for said in event.said if said)
            case e.CardBurned():
                yield Line("burn", pile, street=event.street)
            case e.BoardDealt():
                yield Line("street", pile, street=event.street, cards=len(event.cards))
            case e.StreetDealt():
                yield Line("street", pile, street=event.street, cards=event.cards)
            case e.CommonCardDealt():
                yield Line("street", pile, street=event.street, cards=1)


def _ledger(table: Table) -> Ledger:
    if table.hand is not None:
        return table.hand.ledger
    return Ledger(stub=table.game.deck if table.stakes else 52)


def weigh(batches: Sequence[Batch], key: str, given: Mapping[str, Any]) -> tuple[Verdict, Table]:
    """The proposal with the log taken back to where it speaks of, and the table as it is there.

    `batches` begin at the last base. Raises `Refusal` `cannot_go_back`.
    """
    table = fold(batches).table
    verdict = propose(table, key, given)
    if not isinstance(verdict, Proposal) or not verdict.back:
        return verdict, table
    _, before = taken_back(batches, verdict.back)
    again = propose(before, key, given)
    return (again, before) if isinstance(again, Proposal) else (verdict, before)
