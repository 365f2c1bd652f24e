"""The house's law of rulings: with no facts given, nothing is proposed that the log does not support.

Every row of the catalogue is called in every situation below, with bets followed and without. It is not offered,
contradicted by the log, a question, or a proposal. A proposal is supported if

- each definite word of its result holds in the log itself, read event by event and not through the facts
  (`WORDS`): who acted, whether the next hand began, who is all-in, whether there is a bet, which low was shown;
- every seat that it names was dealt in;
- its steps can be carried out.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from poker import commands as c
from poker import events as e
from poker.cases import Case, CaseRun
from poker.command_lines import commands
from poker.events import Event
from poker.irregularities.evaluate import Contradicted, FactNeeded, NoMatchingRule, Proposal
from poker.irregularities.load import catalogue
from poker.irregularities.propose import assess, possible_irregularities, preview_steps
from poker.state import Table
from poker.timeline import recent

LIMIT = {"game": "holdem", "limit": "split", "small_bet": 5, "big_bet": 10, "blinds": [2, 5]}
NO_LIMIT = {"game": "holdem", "limit": "none", "small_bet": 10, "big_bet": 10, "blinds": [5, 10]}
OMAHA8 = {"game": "omaha8", "limit": "split", "small_bet": 4, "big_bet": 8, "blinds": [2, 4]}
STUD = {
    "game": "stud",
    "limit": "split",
    "small_bet": 4,
    "big_bet": 8,
    "ante": 1,
    "bring_in": 2,
}
TRIPLE = {
    "game": "deuce7_triple",
    "limit": "split",
    "small_bet": 5,
    "big_bet": 10,
    "blinds": [2, 5],
}
BOMB = {**NO_LIMIT, "bomb": {"amount": 20, "boards": 2}}
STRADDLED = {**NO_LIMIT, "straddle": True}
CRAZY = {**LIMIT, "game": "crazy_pineapple"}
COURCHEVEL = {**NO_LIMIT, "game": "courchevel", "limit": "pot"}
STREETS = ["close_street count=4"]
SEVENTH = ["opener seat=1", *STREETS, "opener seat=2", *STREETS, "opener seat=2", *STREETS]
SEVENTH += ["opener seat=2", *STREETS]


@dataclass(frozen=True)
class Situation:
    """A moment of a hand: the lines that lead there, and the same without bets where they differ."""

    stakes: dict[str, Any]
    do: tuple[str, ...]
    counts: tuple[str, ...] = ()
    seats: str = "1=500 2=500 3=500 4=500"


def situation_at(
    stakes: dict[str, Any], *do: str, counts: tuple[str, ...] = (), seats: str = ""
) -> Situation:
    """Return a situation; `counts`: the lines where bets are not followed."""
    return Situation(stakes, do, counts, seats or Situation.seats)


ALL_EQUAL = "1=100 2=100 3=100 4=100"
ALL_IN = ("3 all_in", "4 1 2 call")
AGREED = tuple(f"agree_runs seat={seat} runs=2" for seat in (1, 2, 3, 4))
FLOP = "close_street count=4"
ALL = (FLOP, FLOP, FLOP, FLOP)
SITUATIONS = {
    "before the first hand": situation_at(LIMIT),
    "no one has acted": situation_at(LIMIT, "deal", counts=("deal",)),
    "one raised before the flop": situation_at(NO_LIMIT, "3 raise 30", counts=("3 fold",)),
    "the flop, no tap since": situation_at(LIMIT, FLOP, counts=(FLOP,)),
    "the flop, one folded": situation_at(LIMIT, FLOP, "1 bet", "2 fold", counts=(FLOP, "2 fold")),
    "the flop, two acted": situation_at(LIMIT, FLOP, "1 bet", "2 call", counts=(FLOP, "1 2 fold")),
    "the turn": situation_at(LIMIT, FLOP, "1 bet", "2 3 4 call", FLOP, counts=(FLOP, FLOP)),
    "the flop, all acted": situation_at(LIMIT, FLOP, "1 bet", "2 3 4 call"),
    "a short all-in": situation_at(
        LIMIT, FLOP, "1 bet", "2 all_in", seats="1=500 2=12 3=500 4=500"
    ),
    "a full all-in": situation_at(
        NO_LIMIT, "3 raise 30", "4 all_in", seats="1=500 2=500 3=500 4=80"
    ),
    "heads-up": situation_at(
        NO_LIMIT, "3 4 fold", "close_street count=2", "1 bet 40", counts=(FLOP, "3 4 fold")
    ),
    "the river": situation_at(LIMIT, FLOP, FLOP, FLOP, "1 bet", counts=(FLOP, FLOP, FLOP)),
    "the showdown": situation_at(LIMIT, FLOP, FLOP, FLOP, FLOP, counts=(FLOP, FLOP, FLOP, FLOP)),
    "the hand is over": situation_at(LIMIT, *ALL, "award seats=1", counts=(*ALL, "award seats=1")),
    "the next hand is dealt": situation_at(
        LIMIT, *ALL, "award seats=1", "deal", counts=(*ALL, "award seats=1", "deal")
    ),
    "a low was shown": situation_at(
        OMAHA8,
        "close_street count=4 cards=8h7d2c",
        "close_street count=4 cards=Ks",
        "close_street count=4 cards=Kd",
        "3 4 fold",
        FLOP.replace("4", "2"),
        "show_hand seat=1 cards=As3h9c9s",
        "show_hand seat=2 cards=KcQhJhTc",
    ),
    "third street": situation_at(STUD, "opener seat=1", counts=("deal",)),
    "third street, completed": situation_at(
        STUD, "opener seat=1", "2 complete", "3 call", counts=("4 fold",)
    ),
    "seventh street": situation_at(STUD, *SEVENTH, counts=(FLOP, FLOP, FLOP, FLOP)),
    "stud with two all-in": situation_at(
        STUD,
        "opener seat=1",
        "2 complete",
        "3 4 call",
        "1 call",
        *STREETS,
        *STREETS,
        *STREETS,
        seats="1=100 2=5 3=5 4=5",
    ),
    "before the draw": situation_at(TRIPLE, "3 raise", counts=("deal",)),
    "on the draw": situation_at(TRIPLE, FLOP, "1 draw 3", "2 draw 2", counts=(FLOP, "1 draw 3")),
    "after the draw": situation_at(
        TRIPLE, FLOP, "1 2 3 4 draw 1", "1 bet", counts=(FLOP, "1 2 3 4 draw 1", "1 fold")
    ),
    "a bomb pot is next": situation_at(BOMB, "bomb_pot", counts=("bomb_pot",)),
    "a bomb pot before the flop": situation_at(
        BOMB, "bomb_pot", "deal", counts=("bomb_pot", "deal")
    ),
    "two flops, no tap since": situation_at(BOMB, "bomb_pot", FLOP, counts=("bomb_pot", FLOP)),
    "two turn cards, two acted": situation_at(
        BOMB,
        "bomb_pot",
        FLOP,
        FLOP,
        "1 bet 40",
        "2 call",
        counts=("bomb_pot", FLOP, FLOP, "1 2 fold"),
    ),
    "two boards, the showdown": situation_at(BOMB, "bomb_pot", *ALL, counts=("bomb_pot", *ALL)),
    "two runs agreed": situation_at(BOMB, *ALL_IN, *AGREED, seats=ALL_EQUAL),
    "the first run is dealt": situation_at(
        BOMB, *ALL_IN, *AGREED, "run_out count=4", seats=ALL_EQUAL
    ),
    "all-in, one run": situation_at(BOMB, *ALL_IN, seats=ALL_EQUAL),
    "a straddle is next": situation_at(STRADDLED, "straddle seat=3", counts=("straddle seat=3",)),
    "a straddle is posted": situation_at(
        STRADDLED, "straddle seat=3", "deal", "4 call", counts=("straddle seat=3", "deal")
    ),
    "crazy pineapple before the discard": situation_at(
        CRAZY, FLOP, "1 bet", "2 3 4 call", counts=(FLOP,)
    ),
    "crazy pineapple, one has discarded": situation_at(
        CRAZY, FLOP, "1 bet", "2 3 4 call", "discard seat=2", counts=(FLOP, "discard seat=2")
    ),
    "crazy pineapple, the turn": situation_at(CRAZY, FLOP, FLOP, counts=(FLOP, FLOP)),
    "the flop of Courchevel": situation_at(COURCHEVEL, FLOP, counts=(FLOP,)),
    "the deck is short": situation_at(
        TRIPLE,
        "close_street count=6",
        "1 2 3 4 draw 5",
        "5 draw 5",
        counts=("close_street count=6", "1 2 3 4 draw 5", "5 draw 5"),
        seats="1=500 2=500 3=500 4=500 5=500 6=500",
    ),
}


def play(situation: Situation, tracking: Literal["actions", "streets"]) -> CaseRun:
    """Return the situation as played at a table."""
    seats = situation.seats.split()
    case = Case(
        id="law",
        rules=("I",),
        title="",
        stakes={"buy_in_min": 1, "buy_in_max": 10**9, "chips": [1], **situation.stakes},
        tracking=tracking,
        seats=" ".join(seat.partition("=")[0] if tracking == "streets" else seat for seat in seats),
        button=0 if situation.stakes is STUD else len(seats),
        house={"runs": "twice"} if situation.stakes is BOMB else {},
    )
    run = CaseRun(case)
    for line in situation.do if tracking == "actions" else situation.counts:
        for command in commands(line):
            run.do(command)
    return run


ACTS = (e.Folded, e.Called, e.Checked, e.BetMade)


class Log:
    """The log as it stands, read without the engine's facts."""

    def __init__(self, run: CaseRun) -> None:
        self.table: Table = run.table
        self.events: list[Event] = [event for batch in run.log for event in batch.events]
        starts = [i for i, event in enumerate(self.events) if isinstance(event, e.HandStarted)]
        last = self.events[starts[-1] :] if starts else []
        self.in_progress = bool(last) and not any(isinstance(event, e.HandEnded) for event in last)
        self.hand = (
            last if self.in_progress else []
        )  # between hands, a report is about the next one

    def acts(self, *, street: bool) -> list[int]:
        """Return the seats that acted in the hand, or on its last street; calls without a tap included."""
        events = self.hand
        if street:
            dealt = (e.BoardDealt, e.StreetDealt, e.DrawOpened)
            last = [i for i, event in enumerate(events) if isinstance(event, dealt)]
            # A second run goes back to the street of the all-in, with the bets of the hand.
            is_run = any(isinstance(event, e.RunBegun) for event in events)
            events = events[last[-1] :] if last and not is_run else events
        return [event.seat for event in events if isinstance(event, ACTS)]

    def is_substantial(self) -> bool:
        """Return whether two acted with chips, three acted, or a round is over, which is what a count says."""
        acts = [event for event in self.hand if isinstance(event, ACTS)]
        with_chips = {event.seat for event in acts if isinstance(event, e.Called | e.BetMade)}
        dealt = _is_dealt_on(self)
        return len({event.seat for event in acts}) >= 3 or len(with_chips) >= 2 or dealt

    @property
    def is_all_in(self) -> bool:
        if self.table.tracking == "streets":
            return True  # the log does not know, and whoever reports it does
        return any(getattr(event, "all_in", False) for event in self.hand)

    @property
    def bet(self) -> int:
        """Return the bet of the round in front of the seats."""
        hand = self.table.hand
        return max((part.committed for part in hand.parts), default=0) if hand else 0

    @property
    def in_hand(self) -> int:
        hand = self.table.hand
        return sum(part.life == "in" for part in hand.parts) if hand else 0


def is_low_shown(log: Log) -> bool:
    return any(isinstance(event, e.HandShown) and "As" in event.cards for event in log.hand)


# A definite word of a result, and what the log must have for it.
WORDS: tuple[tuple[str, Callable[[Log], bool]], ...] = (
    (r"\b[Nn]o one has acted", lambda log: False),  # checks and calls need no tap: it must be asked
    (r"\bnext seat has acted|has acted:", lambda log: bool(log.acts(street=True))),
    (r"\bhasn't acted\b|has not acted", lambda log: not log.acts(street=True)),
    (
        r"\b[Tt]wo players have acted",
        lambda log: len(set(log.acts(street=False))) >= 2 or _is_dealt_on(log),
    ),
    (r"\b[Tt]here was substantial action", Log.is_substantial),
    (r"\bno substantial action", lambda log: not log.is_substantial()),
    (
        r"\b[Tt]here's been action|[Tt]here was (action|betting)",
        lambda log: bool(log.acts(street=True)),
    ),
    (r"next hand has not begun", lambda log: not log.in_progress),
    (r"next hand (has begun|is in progress)", lambda log: log.in_progress),
    (r"\b[Nn]o betting (is )?left", lambda log: log.is_all_in or not log.in_progress),
    (r"^Heads-up", lambda log: log.in_hand == 2),
    (r"\b(more|More) than two players", lambda log: log.in_hand > 2),
    (r"\ball-in player|[Ss]hort all-in|\b[Tt]he all-in", lambda log: log.is_all_in),
    (r"\b[Nn]o one is all-in", lambda log: not log.is_all_in),
    (r"\b([Tt]here is no|[Nn]o) bet\b(?! to| made)", lambda log: log.bet == 0),
    (r"\b[Tt]here is a bet", lambda log: log.bet > 0),
    (r"\b[Nn]o low\b", lambda log: not is_low_shown(log)),
    (r"\b[Nn]o cards to come", lambda log: not log.in_progress or _on_last_street(log)),
    (r"\bpot was pushed", lambda log: any(isinstance(event, e.PotAwarded) for event in log.events)),
    (r"\bCapped:", lambda log: log.table.hand is not None and log.table.hand.round.raises >= 4),
)


def _is_dealt_on(log: Log) -> bool:
    """Return whether a round with bets is over. The flop of a bomb pot comes without any."""
    hand = log.table.hand
    return hand is not None and hand.street > (hand.bomb is not None)


def _on_last_street(log: Log) -> bool:
    hand = log.table.hand
    return hand is not None and hand.street == len(log.table.game.streets) - 1


def unsupported(log: Log, verdict: Proposal) -> Iterator[str]:
    """Yield each word of a proposal that the log does not support."""
    for pattern, holds in WORDS:
        if re.search(pattern, verdict.result) and not holds(log):
            yield f"{verdict.key}: {verdict.result!r} says {pattern!r} against the log"
    hand = log.table.hand
    named = {int(number) for number in re.findall(r"\bseat (\d+)", verdict.result, re.IGNORECASE)}
    if hand is not None:
        strangers = named - {part.seat for part in hand.parts}
        if strangers:
            yield f"{verdict.key}: {verdict.result!r} names seats that were not dealt in: {strangers}"


PLAYED = [
    (name, tracking)
    for name, situation in SITUATIONS.items()
    for tracking in ("actions", "streets")
    if tracking == "actions" or situation.counts or not situation.do
]


@pytest.mark.parametrize(("name", "tracking"), PLAYED)
def test_proposals_match_the_log(name: str, tracking: Literal["actions", "streets"]) -> None:
    situation = SITUATIONS[name]
    run = play(situation, tracking)
    log = Log(run)
    offered = possible_irregularities(run.table)
    run.do(c.CallFloor())
    faults: list[str] = []
    seen = {"question": 0, "contradicted": 0, "proposal": 0}
    for row in catalogue().rows.values():
        if row not in offered:
            continue
        run_log = recent(run.log)
        verdict, before = assess(run_log, row.key, {})
        match verdict:
            case FactNeeded():
                seen["question"] += 1
                assert verdict.fact in catalogue().facts, (row.key, verdict.fact)
            case Contradicted():
                faults.append(
                    f"{row.key} is offered although the log contradicts it: {verdict.says}"
                )
            case Proposal():
                seen["proposal"] += 1
                faults += unsupported(log, verdict)
                preview_steps(before, verdict)  # raises if a step cannot be carried out
            case NoMatchingRule():
                pass
    assert faults == []
    assert sum(seen.values()) > 0


def test_irregularity_contradicted_by_the_log_is_not_offered() -> None:
    run = play(SITUATIONS["seventh street"], "actions")
    keys = {row.key for row in possible_irregularities(run.table)}
    assert "stud_seventh_exposed_all_in" not in keys
    assert "stud_seventh_exposed_heads_up_all_in" not in keys
    assert "stud_seventh_exposed_other" in keys


def test_check_reports_a_proposal_that_contradicts_the_log() -> None:
    run = play(SITUATIONS["the flop, no tap since"], "actions")
    wrong = Proposal(
        "short_all_in_reopen", "x", "Short all-in: no raise.", "", "C", "", False, "", (), ()
    )
    assert list(unsupported(Log(run), wrong))
