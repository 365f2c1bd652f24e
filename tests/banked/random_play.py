"""Random play at a house-banked table: likely commands of each step, and commands that belong elsewhere."""

from collections.abc import Callable
from random import Random
from typing import Literal

import msgspec

from banked.rules import commands as c
from banked.rules import timeline
from banked.rules.cards import FACE, RANKS, SUITS
from banked.rules.payouts import most_insurance
from banked.rules.plaque import BankedPlaque
from banked.rules.state import EMPTY, BankedTable, RoundBox
from banked.rules.timeline import BankedBatch
from banked.rules.walk import BankedStep, rescuable, step
from poker import commands as shared
from poker.refusal import Refusal

PLAYERS = ("", "", "ann", "bob")


class BankedRoom:
    """A table with its log."""

    def __init__(self) -> None:
        self.table: BankedTable = EMPTY
        self.log: list[BankedBatch] = []
        self.commands: list[msgspec.Struct] = []

    def execute(self, command: msgspec.Struct) -> bool:
        """Execute a command; return whether it was accepted."""
        now = len(self.commands)
        self.commands.append(command)
        try:
            outcome = timeline.decide(
                self.table, lambda: timeline.recent(self.log), command, now=now
            )
        except Refusal:
            return False
        self.table = outcome.state
        if outcome.events:
            self.log.append(BankedBatch(str(len(self.log)), outcome.events))
        return True

    def fork(self) -> "BankedRoom":
        """Return a table with the same log that plays on by itself."""
        other = BankedRoom()
        other.table = self.table
        other.log = list(self.log)
        other.commands = list(self.commands)
        return other


def random_plaque(random: Random) -> BankedPlaque:
    """Return a plaque with every option drawn."""
    game = random.choice(("spanish21", "spanish21", "blackjack"))
    chip = random.choice((100, 500))
    return BankedPlaque(
        game=game,
        decks=random.choice((2, 2, 4, 5, 6, 8)),
        boxes=random.randint(1, 7),
        least=500,
        most=20_000,
        match_least=100,
        match_most=5_000 if game == "spanish21" else 0,
        has_second_match=random.random() < 0.5,
        match_pays=random.choice((None, None, (5, 8))),
        soft_17=random.choice(("stand", "hit")),
        doubles=random.randint(1, 3),
        redouble=random.choice(("original", "total")),
        rescue=random.choice(("last", "last", "original", "none")),
        surrender=random.choice(("verbal", "signal", "none")),
        odd_amounts=random.choice(("half", "house")),
        chip=chip,
        suited_678=random.choice(((2, 1), (3, 1))),
        envy=random.choice((0, 5_000)),
        tracking=random.choice(("cards", "cards", "cards", "outcomes")),
    )


def random_room(random: Random) -> BankedRoom:
    """Return an open table, sometimes with a short shoe."""
    room = BankedRoom()
    plaque = random_plaque(random)
    assert room.execute(c.CreateTable("T1", plaque.boxes))
    assert room.execute(c.OpenTable(plaque))
    if plaque.tracking == "cards":
        assert room.execute(c.OpenShoe())
        assert room.execute(c.Burn())
        if random.random() < 0.3:
            for _ in range(plaque.cards - random.randint(1, 30)):
                room.execute(c.DiscardCard())
    return room


def likely_commands(random: Random, table: BankedTable) -> list[msgspec.Struct]:
    """Return the commands that a dealer would send now; not each of them is accepted."""
    turn = step(table)
    return _OF_STEP[turn.kind](random, table, turn)


def ways_on(table: BankedTable) -> list[msgspec.Struct]:
    """Return commands of the step's kind of which one must be accepted."""
    random = Random(1)
    turn = step(table)
    if turn.kind in ("deal", "card", "hole", "draw"):
        hand = max(turn.hand, 1)
        cards = [c.DealCard(rank, turn.box, hand) for rank in (*RANKS, FACE)]
        return [*cards, c.OpenShoe(), c.VoidRound("no cards left")]
    if turn.kind == "peek":
        return [c.Peek(False)]
    if turn.kind == "decision":
        return [c.Stand(turn.box, turn.hand)]
    if turn.kind == "bets":
        return [c.SetBet(1, table.plaque.least)]
    return likely_commands(random, table)


def _bets(random: Random, table: BankedTable, turn: BankedStep) -> list[msgspec.Struct]:
    plaque = table.plaque
    box = random.randint(1, len(table.boxes))
    amount = plaque.chip * random.randint(1, plaque.most // plaque.chip)
    side = plaque.chip * random.randint(0, 10)
    start = c.NoMoreBets(table.rounds + 1)
    is_short = table.shoe is not None and table.shoe.left < 2 * len(table.boxes) + 2
    return [
        *([c.OpenShoe()] if is_short else []),
        start,
        start,
        start,
        c.SetBet(box, random.choice((amount, amount, amount, 0, plaque.least))),
        c.SetBet(box, 700),
        c.SetBet(box, side, "match"),
        c.SetBet(box, side, "second"),
        c.RepeatBets(),
        c.TakeBox(box, random.choice(PLAYERS), "Name"),
        c.LeaveBox(box),
        c.BuyIn(box, plaque.chip * 20),
    ]


def _suits(random: Random, table: BankedTable, turn: BankedStep) -> list[msgspec.Struct]:
    return [
        c.NameSuits(turn.box, "mixed", turn.hand),
        c.NameSuits(turn.box, "suited", turn.hand),
        c.NameSuits(turn.box, "spades", turn.hand),
    ]


def _match_names(random: Random, table: BankedTable, turn: BankedStep) -> list[msgspec.Struct]:
    what: Literal["match", "second"] = "match" if turn.kind == "match" else "second"
    card: Literal[1, 2] = 1 if turn.card == 1 else 2
    return [
        c.NameMatch(turn.box, card, "none", what),
        c.NameMatch(turn.box, card, "other", what),
        c.NameMatch(turn.box, card, "same", what),
    ]


def _insurances(random: Random, table: BankedTable, turn: BankedStep) -> list[msgspec.Struct]:
    boxes: tuple[RoundBox, ...] = table.round.boxes if table.round else ()
    insurances = [
        c.Insure(box.number, most_insurance(table.plaque, box.wager.bet)) for box in boxes
    ]
    return [c.CloseInsurance(), *insurances]


def random_card(random: Random) -> str:
    """Return a card: sometimes with its suit, sixes to eights and aces more often than they are."""
    rank = random.choice((*RANKS, FACE, "6", "7", "7", "7", "8", "A", "A", "2", "3"))
    suit = random.choice(SUITS) if rank != FACE and random.random() < 0.4 else ""
    return rank + suit


def _cards(random: Random, table: BankedTable, turn: BankedStep) -> list[msgspec.Struct]:
    hand = max(turn.hand, 1)
    cards: list[msgspec.Struct] = [
        c.DealCard(random_card(random), turn.box, hand) for _ in range(4)
    ]
    at_rescue = rescuable(table)
    rescue = [c.Rescue(*at_rescue)] if at_rescue else []
    is_empty = table.shoe is not None and table.shoe.left == 0
    return [*cards, *rescue, *([c.OpenShoe()] if is_empty else [])]


def _decisions(random: Random, table: BankedTable, turn: BankedStep) -> list[msgspec.Struct]:
    at = (turn.box, turn.hand)
    return [
        *_cards(random, table, turn),
        c.Stand(*at),
        c.Double(*at),
        c.Double(*at),
        c.Double(*at, table.plaque.chip),
        c.Split(*at),
        c.Split(*at),
        c.Surrender(*at),
    ]


def _outcomes(random: Random, table: BankedTable, turn: BankedStep) -> list[msgspec.Struct]:
    at = (turn.box, turn.hand)
    return [
        c.LogOutcome(turn.box, "win", turn.hand, random.choice(("1:1", "3:2", "2:1", "3:1"))),
        c.LogOutcome(turn.box, "lose", turn.hand),
        c.LogOutcome(turn.box, "push", turn.hand),
        c.LogOutcome(turn.box, "half", turn.hand),
        c.LogSide(turn.box, "match", random.choice((0, 4, 9))),
        c.LogSide(turn.box, "second", random.choice((0, 4, 9))),
        c.LogSide(turn.box, "super"),
        c.LogSide(turn.box, "insurance", random.choice((0, 2)), 100 * random.randint(1, 20)),
        c.DealerBust(),
        c.Double(*at),
        c.Rescue(*at),
        c.Split(*at),
    ]


_OF_STEP: dict[str, Callable[[Random, BankedTable, BankedStep], list[msgspec.Struct]]] = {
    "closed": lambda random, table, turn: [c.OpenTable(random_plaque(random))],
    "shoe": lambda random, table, turn: [c.OpenShoe()],
    "burn": lambda random, table, turn: [c.Burn()],
    "bets": _bets,
    "deal": _cards,
    "suits": _suits,
    "match": _match_names,
    "insurance": _insurances,
    "peek": lambda random, table, turn: [c.Peek(random.random() < 0.3)],
    "card": _cards,
    "decision": _decisions,
    "hole": _cards,
    "second": _match_names,
    "draw": _cards,
    "outcome": _outcomes,
    "settle": lambda random, table, turn: [c.Settle()],
}


def wild_command(random: Random, table: BankedTable) -> msgspec.Struct:
    """Return any command, also one that belongs to no place."""
    box = random.randint(1, 7)
    hand = random.choice((1, 1, 1, 2, 3, 4, 5))
    anywhere = random.randint(0, 7)
    number = random.randint(0, table.rounds + 1)
    return random.choice(
        (
            c.OpenTable(random_plaque(random)),
            c.CloseTable(),
            c.PostPlaque(random_plaque(random)),
            c.RenameTable(random.choice(("T1", "T2"))),
            c.OpenShoe(),
            c.Burn(),
            c.CoverCard(),
            c.TakeBox(box, random.choice(PLAYERS), "Name"),
            c.LeaveBox(box),
            c.BuyIn(box, 1_000),
            c.SetBet(box, 1_000),
            c.RepeatBets(),
            c.NoMoreBets(max(number, 1)),
            c.DealCard(random_card(random), anywhere, hand),
            c.NameSuits(box, "suited", hand),
            c.NameMatch(box, 1, "other"),
            c.Insure(box, 500),
            c.CloseInsurance(),
            c.Peek(random.random() < 0.5),
            c.Stand(box, hand),
            c.Double(box, hand, 300),
            c.Rescue(box, hand),
            c.Split(box, hand),
            c.Surrender(box, hand),
            c.LogOutcome(box, "win", hand),
            c.LogSide(box, "match", 4),
            c.DealerBust(),
            c.Settle(),
            c.CorrectPayout(max(number, 1), box, random.choice((-500, 500, 0, 33)), "wrong"),
            c.VoidRound("wrong"),
            c.DiscardCard(random.choice(("?", "T", "9", "Tx"))),
            c.MakeRuling("R1", "Play on.", "Sup", "accepted"),
        )
    )


def room_command(random: Random, table: BankedTable) -> msgspec.Struct:
    """Return a command that may come at any time: people, calls, corrections, voids, UNDO."""
    call_at = table.floor.at if table.floor else 0
    return random.choice(
        (
            c.Undo(),
            c.Undo(),
            c.Undo(),
            shared.PushDealer(random.choice(("dan", "eve")), "Name"),
            shared.CallFloor(),
            shared.Report("ten_found", {"box": 1}),
            shared.ConfirmDelivery(call_at, "sup"),
            shared.FloorSeen("sup"),
            shared.FloorComing("sup"),
            shared.FloorArrived("sup"),
            shared.CancelFloor("solved"),
            random_correction(random, table),
            random_correction(random, table),
            random_correction(random, table),
            c.VoidRound("wrong", random.randint(1, 7)),
            c.DiscardCard(),
            c.CoverCard(),
            c.BuyIn(1, 1_000),
        )
    )


def random_correction(random: Random, table: BankedTable) -> c.CorrectCard:
    """Return a correction of a card on the table, if there is one."""
    places = card_places(table)
    box, hand, place = random.choice(places) if places else (1, 1, 1)
    return c.CorrectCard(box, place, random_card(random), hand)


def card_places(table: BankedTable) -> list[tuple[int, int, int]]:
    """Return the box, hand and place of each card on the table; box 0 is the dealer."""
    if table.round is None:
        return []
    places = [(0, 1, place) for place in range(1, len(table.round.dealer) + 1)]
    for box in table.round.boxes:
        for number, hand in enumerate(box.hands, 1):
            places.extend((box.number, number, place) for place in range(1, len(hand.cards) + 1))
    return places


def random_command(random: Random, table: BankedTable) -> msgspec.Struct:
    draw = random.random()
    if draw < 0.06:
        return wild_command(random, table)
    if draw < 0.2:
        return room_command(random, table)
    return random.choice(likely_commands(random, table))
