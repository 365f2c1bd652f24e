"""The state of one house-banked table as an immutable value: shoe, boxes, the round in progress, an open floor call.

Money is in the smallest unit, times are Unix milliseconds.
"""

from typing import Literal

import msgspec

from banked.rules.cards import FACE, FACES, UNSEEN, rank_of, total
from banked.rules.plaque import BankedPlaque
from poker.calls import CanceledCall, FloorCall, Remedy
from poker.state import Dealer

HandEnd = Literal["", "stands", "bust", "paid", "surrendered", "rescued", "lost", "push", "void"]
Suits = Literal["mixed", "suited", "spades"]
MatchKind = Literal["none", "other", "same"]
SettlementKind = Literal["hand", "match", "second", "insurance", "super", "envy", "void"]


class Wager(msgspec.Struct, frozen=True, omit_defaults=True):
    """The wagers of a box: on the hand, on a match with the upcard, on a match with the hole card."""

    bet: int = 0
    match: int = 0
    second: int = 0

    @property
    def total(self) -> int:
        return self.bet + self.match + self.second


class Box(msgspec.Struct, frozen=True, omit_defaults=True):
    """A box between rounds: who plays it, the bet for the next round, and the bet of the last one."""

    number: int
    player: str = ""  # key of the player, "" if no one was named
    name: str = ""
    wager: Wager = Wager()
    last: Wager = Wager()


class BoxHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hand of a box.

    added: what each double added; suits: of a bonus hand as the dealer named them; end: how it ended, "" in play;
    is_waiting: a double's card has not been dealt.
    """

    wager: int
    cards: tuple[str, ...] = ()
    added: tuple[int, ...] = ()
    is_split: bool = False
    suits: str = ""
    end: HandEnd = ""
    is_waiting: bool = False

    @property
    def total(self) -> int:
        return total(self.cards)

    @property
    def staked(self) -> int:
        """Return all chips of the hand."""
        return self.wager + sum(self.added)


class RoundBox(msgspec.Struct, frozen=True, omit_defaults=True):
    """A box in the round.

    first: its first two cards, which the match wagers are about; named, named_second: how they match, as the dealer
    named it by card: "none", "other" or "same" suit.
    """

    number: int
    wager: Wager
    player: str = ""
    name: str = ""
    hands: tuple[BoxHand, ...] = ()
    insurance: int = 0
    first: tuple[str, ...] = ()
    named: tuple[str, str] = ("", "")
    named_second: tuple[str, str] = ("", "")

    @property
    def is_void(self) -> bool:
        """Return whether a ruling voided the box, and with it all its hands."""
        return self.hands[0].end == "void"

    @property
    def who(self) -> str:
        """Return whose box it is: boxes of one named player are one player, others are one player each."""
        return self.player or f"box {self.number}"


class Settlement(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips that the house paid or took. hand: its number in the box; row: what it was paid by."""

    box: int
    kind: SettlementKind
    paid: int = 0
    taken: int = 0
    hand: int = 0
    row: str = ""


class BoxResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a box came to in a round. wagered: all its chips, with doubles, splits, side bets and insurance."""

    box: int
    wagered: int
    paid: int = 0
    taken: int = 0
    hands: int = 1
    player: str = ""


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """The round in progress. dealer: the upcard, then the hole card ("?" face down), then drawn cards."""

    number: int
    at: int
    boxes: tuple[RoundBox, ...]
    dealer: tuple[str, ...] = ()
    is_insurance_closed: bool = False
    peek: Literal["", "blackjack", "none"] = ""
    settled: tuple[Settlement, ...] = ()
    tracking: Literal["cards", "outcomes"] = "cards"

    def box(self, number: int) -> RoundBox | None:
        return next((box for box in self.boxes if box.number == number), None)

    @property
    def playing(self) -> tuple[RoundBox, ...]:
        """Return the boxes that no ruling voided."""
        return tuple(box for box in self.boxes if not box.is_void)

    @property
    def upcard(self) -> str:
        return self.dealer[0] if self.dealer else ""

    @property
    def is_hole_known(self) -> bool:
        return len(self.dealer) > 1 and self.dealer[1] != UNSEEN

    def settlements(self, box: int, kind: str = "") -> tuple[Settlement, ...]:
        """Return the settlements of a box, of one kind or all."""
        return tuple(row for row in self.settled if row.box == box and kind in ("", row.kind))

    def results(self) -> tuple[BoxResult, ...]:
        """Return what each box came to."""
        return tuple(self._result(box) for box in self.boxes)

    def _result(self, box: RoundBox) -> BoxResult:
        rows = self.settlements(box.number)
        staked = sum(hand.staked for hand in box.hands)
        wagered = staked + box.wager.match + box.wager.second + box.insurance
        paid = sum(row.paid for row in rows)
        taken = sum(row.taken for row in rows)
        return BoxResult(box.number, wagered, paid, taken, len(box.hands), box.player)

    @property
    def paid(self) -> int:
        return sum(row.paid for row in self.settled)

    @property
    def taken(self) -> int:
        return sum(row.taken for row in self.settled)

    def is_settled(self, box: int, kind: str) -> bool:
        """Return whether a box has a settlement of this kind."""
        return any(row.box == box and row.kind == kind for row in self.settled)


class Shoe(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards of the shoe: how many there are, how many lie in the rack, and how many of each rank came out.

    seen: of the ranks that were named; a face card whose rank no one named counts under "F".
    """

    cards: int
    decks: int
    rack: int = 0
    table: int = 0
    seen: dict[str, int] = {}
    is_cover_out: bool = False

    @property
    def left(self) -> int:
        return self.cards - self.rack - self.table

    def has(self, card: str) -> bool:
        """Return whether the shoe may still hold a card of this rank."""
        rank = rank_of(card)
        most = 4 * self.decks
        faces = sum(self.seen.get(face, 0) for face in (*FACES, FACE))
        if rank in (*FACES, FACE) and faces >= most * len(FACES):
            return False
        return rank == FACE or self.seen.get(rank, 0) < most


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """What UNDO takes back, for its label."""

    name: str
    box: int = 0
    hand: int = 0
    card: str = ""
    amount: int = 0
    what: str = ""


class BankedTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """One house-banked table.

    since, why: when it was opened or closed, and why; rounds: finished and started ones; is_burn_due: the first card of
    a shoe or of a dealer is not burned yet; drop: cash of all buy-ins since the log began; last: the round before the
    bets, for corrections and for the screen.
    """

    name: str = ""
    is_open: bool = False
    plaque: BankedPlaque = BankedPlaque()
    next_plaque: BankedPlaque | None = None
    since: int = 0
    why: str = ""
    boxes: tuple[Box, ...] = ()
    shoe: Shoe | None = None
    is_burn_due: bool = False
    rounds: int = 0
    round: Round | None = None
    last: Round | None = None
    drop: int = 0
    dealer: Dealer | None = None
    floor: FloorCall | None = None
    remedy: Remedy | None = None
    called_off: CanceledCall | None = None
    done: Done | None = None

    def box(self, number: int) -> Box | None:
        return self.boxes[number - 1] if 1 <= number <= len(self.boxes) else None

    @property
    def hand(self) -> Round | None:
        """Return the round in progress, under the name that a poker table has."""
        return self.round


EMPTY = BankedTable()
