"""Events of a house-banked table. Names in the log are the tags and never change."""

from typing import Literal

from banked.rules.plaque import BankedPlaque
from banked.rules.state import BankedTable, Done, MatchKind, Round, Settlement, Suits, Wager
from banked.rules.state import BoxResult as BoxResult
from poker.events import (
    DealerPushed as DealerPushed,
)
from poker.events import (
    FloorAnswered as FloorAnswered,
)
from poker.events import (
    FloorCalled as FloorCalled,
)
from poker.events import (
    FloorCanceled as FloorCanceled,
)
from poker.events import (
    FloorDelivered as FloorDelivered,
)
from poker.events import (
    FloorReported as FloorReported,
)
from poker.events import (
    RulingMade as RulingMade,
)
from poker.events import (
    TableRenamed as TableRenamed,
)
from poker.events.base import Event


class BankedTableCreated(Event, frozen=True, tag="banked.created"):
    name: str
    boxes: int


class BankedTableOpened(Event, frozen=True, tag="banked.opened"):
    plaque: BankedPlaque
    at: int


class BankedTableClosed(Event, frozen=True, tag="banked.closed"):
    at: int
    reason: str = ""


class BankedPlaquePosted(Event, frozen=True, tag="banked.plaque_posted"):
    """Another plaque was posted; during a round it is dealt from the next one on."""

    plaque: BankedPlaque
    at: int


class ShoeOpened(Event, frozen=True, tag="shoe.opened"):
    decks: int
    cards: int
    at: int


class ShoeReshuffled(Event, frozen=True, tag="shoe.reshuffled"):
    """The shoe was empty in a round: the cards of the rack are in it again, and one of them is burned."""

    at: int


class CardBurned(Event, frozen=True, tag="shoe.burned"):
    pass


class CoverCardOut(Event, frozen=True, tag="shoe.cover_out"):
    """The cover card came out: this round is the shoe's last."""


class BoxTaken(Event, frozen=True, tag="box.taken"):
    box: int
    player: str = ""
    name: str = ""


class BoxLeft(Event, frozen=True, tag="box.left"):
    box: int


class BoughtIn(Event, frozen=True, tag="box.bought_in"):
    """Cash went into the drop box, chips to the box."""

    box: int
    amount: int


class BetsSet(Event, frozen=True, tag="box.bets_set"):
    """What lies in the boxes now, by number."""

    wagers: tuple[tuple[int, Wager], ...]


class RoundStarted(Event, frozen=True, tag="round.started"):
    """A checkpoint: table is the whole table before the round."""

    number: int
    table: BankedTable
    at: int


class CardDealt(Event, frozen=True, tag="round.card"):
    """A card to a hand of a box, or to the dealer (box 0)."""

    card: str
    box: int = 0
    hand: int = 1


class HoleDealt(Event, frozen=True, tag="round.hole_dealt"):
    """The dealer's second card lies face down."""


class HoleShown(Event, frozen=True, tag="round.hole_shown"):
    card: str


class SuitsNamed(Event, frozen=True, tag="round.suits_named"):
    box: int
    hand: int
    suits: Suits


class MatchNamed(Event, frozen=True, tag="round.match_named"):
    """Whether a card (1 or 2) of a box matches the dealer's."""

    box: int
    card: Literal[1, 2]
    how: MatchKind
    what: Literal["match", "second"] = "match"


class Insured(Event, frozen=True, tag="round.insured"):
    box: int
    amount: int


class InsuranceClosed(Event, frozen=True, tag="round.insurance_closed"):
    pass


class Peeked(Event, frozen=True, tag="round.peeked"):
    is_blackjack: bool


class Stood(Event, frozen=True, tag="round.stood"):
    box: int
    hand: int = 1


class Doubled(Event, frozen=True, tag="round.doubled"):
    box: int
    hand: int
    amount: int


class Rescued(Event, frozen=True, tag="round.rescued"):
    box: int
    hand: int


class HandSplit(Event, frozen=True, tag="round.split"):
    """A hand became two; the new one is the next hand of the box."""

    box: int
    hand: int


class Surrendered(Event, frozen=True, tag="round.surrendered"):
    box: int
    hand: int


class HandEndLogged(Event, frozen=True, tag="round.outcome"):
    """How a hand ended, where cards are not logged. pays: odds of a win."""

    box: int
    hand: int
    how: str
    pays: tuple[int, int] = (1, 1)


class ChipsSettled(Event, frozen=True, tag="round.settled"):
    """Chips that the house paid and took."""

    rows: tuple[Settlement, ...]


class BoxesVoided(Event, frozen=True, tag="round.boxes_voided"):
    """A ruling voided boxes of the round: they play no further, and their wagers go back."""

    boxes: tuple[int, ...]
    reason: str
    by: str = ""


class RoundEnded(Event, frozen=True, tag="round.ended"):
    """The cards are in the rack. results: what each box came to; reason: of a void round, "" for a settled one."""

    number: int
    at: int
    results: tuple[BoxResult, ...] = ()
    hands: int = 0
    reason: str = ""


class CardCorrected(Event, frozen=True, tag="round.card_corrected"):
    """A card was another one. round: the round as it is with the right card."""

    box: int
    hand: int
    place: int
    was: str
    card: str
    round: Round


class PayoutCorrected(Event, frozen=True, tag="round.payout_corrected"):
    """A box of a finished round got this much more (negative: less) than logged."""

    round: int
    box: int
    paid: int
    reason: str
    by: str
    at: int


class CardDiscarded(Event, frozen=True, tag="round.card_discarded"):
    """A card that belongs to no hand went to the rack."""

    card: str


class BankedUndone(Event, frozen=True, tag="round.undone"):
    """The command with this id was undone as a whole."""

    command: str
    done: Done


SHARED: tuple[type[Event], ...] = (
    DealerPushed,
    FloorCalled,
    FloorReported,
    FloorDelivered,
    FloorAnswered,
    FloorCanceled,
    RulingMade,
    TableRenamed,
)
OWN: tuple[type[Event], ...] = (
    BankedTableCreated,
    BankedTableOpened,
    BankedTableClosed,
    BankedPlaquePosted,
    ShoeOpened,
    ShoeReshuffled,
    CardBurned,
    CoverCardOut,
    BoxTaken,
    BoxLeft,
    BoughtIn,
    BetsSet,
    RoundStarted,
    CardDealt,
    HoleDealt,
    HoleShown,
    SuitsNamed,
    MatchNamed,
    Insured,
    InsuranceClosed,
    Peeked,
    Stood,
    Doubled,
    Rescued,
    HandSplit,
    Surrendered,
    HandEndLogged,
    ChipsSettled,
    BoxesVoided,
    RoundEnded,
    CardCorrected,
    PayoutCorrected,
    CardDiscarded,
    BankedUndone,
)
EVENTS = (*OWN, *SHARED)
