"""Commands to a house-banked table. Their tags are the wire names.

A command names its box and hand, so that one that was sent too late is refused and never taken for another hand.
"""

from typing import Annotated, Literal

import msgspec

from banked.rules.plaque import MOST_BOXES, BankedPlaque
from banked.rules.state import MatchKind, Suits
from poker import commands as shared
from poker.calls import RemedyStep
from poker.json_types import JsonObject

BoxNumber = Annotated[int, msgspec.Meta(ge=1, le=MOST_BOXES)]
HandNumber = Annotated[int, msgspec.Meta(ge=1, le=8)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
Key = Annotated[str, msgspec.Meta(max_length=40)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Text = Annotated[str, msgspec.Meta(max_length=200)]
CardText = Annotated[str, msgspec.Meta(min_length=1, max_length=2)]


class BankedCommand(
    msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all commands."""


class CreateTable(BankedCommand, frozen=True, tag="create_table"):
    name: Name
    boxes: Annotated[int, msgspec.Meta(ge=1, le=MOST_BOXES)]


class OpenTable(BankedCommand, frozen=True, tag="open_table"):
    plaque: BankedPlaque


class CloseTable(BankedCommand, frozen=True, tag="close_table"):
    reason: Text = ""


class PostPlaque(BankedCommand, frozen=True, tag="post_plaque"):
    """Post another plaque; it is dealt from the next round on."""

    plaque: BankedPlaque


class RenameTable(BankedCommand, frozen=True, tag="rename_table"):
    name: Name


class OpenShoe(BankedCommand, frozen=True, tag="open_shoe"):
    """The decks were inspected, spread, verified, shuffled and cut, and are in the shoe.

    In a round with an empty shoe: the cards of the rack were shuffled and cut, and one of them was burned.
    """


class Burn(BankedCommand, frozen=True, tag="burn"):
    """Burn one card, face down, to the discard rack: the first of a shoe, and the first of each dealer."""


class CoverCard(BankedCommand, frozen=True, tag="cover_card"):
    """The cover card came out: this round is the last of the shoe."""


class TakeBox(BankedCommand, frozen=True, tag="take_box"):
    """A player plays a box. Adjacent boxes of one player have the same key."""

    box: BoxNumber
    player: Key = ""
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class LeaveBox(BankedCommand, frozen=True, tag="leave_box"):
    box: BoxNumber


class BuyIn(BankedCommand, frozen=True, tag="buy_in"):
    """Cash to the drop box, chips to a box."""

    box: BoxNumber
    amount: Annotated[int, msgspec.Meta(ge=1, le=10**12)]


class SetBet(BankedCommand, frozen=True, tag="set_bet"):
    """The whole wager that lies in a box; 0 takes it back."""

    box: BoxNumber
    amount: Amount
    what: Literal["bet", "match", "second"] = "bet"


class RepeatBets(BankedCommand, frozen=True, tag="repeat_bets"):
    """Every box bets as in the last round."""


class NoMoreBets(BankedCommand, frozen=True, tag="no_more_bets"):
    """Start a round with the bets that lie there. round: its number, so that a late tap starts no second one."""

    round: Annotated[int, msgspec.Meta(ge=1)]


class DealCard(BankedCommand, frozen=True, tag="card"):
    """The next card from the shoe. box 0 is the dealer."""

    card: CardText
    box: Annotated[int, msgspec.Meta(ge=0, le=MOST_BOXES)]
    hand: HandNumber = 1


class NameSuits(BankedCommand, frozen=True, tag="name_suits"):
    """The suits of a 6-7-8 or 7-7-7."""

    box: BoxNumber
    suits: Suits
    hand: HandNumber = 1


class NameMatch(BankedCommand, frozen=True, tag="name_match"):
    """Whether one of a box's first two cards matches the dealer's card. card: 1 or 2; what: the wager."""

    box: BoxNumber
    card: Literal[1, 2]
    how: MatchKind
    what: Literal["match", "second"] = "match"


class Insure(BankedCommand, frozen=True, tag="insure"):
    """Insure a box against a blackjack, up to half of its bet; 0 takes it back."""

    box: BoxNumber
    amount: Amount


class CloseInsurance(BankedCommand, frozen=True, tag="close_insurance"):
    pass


class Peek(BankedCommand, frozen=True, tag="peek"):
    """What the card reader shows under an ace or a card of ten."""

    is_blackjack: bool


class Stand(BankedCommand, frozen=True, tag="stand"):
    box: BoxNumber
    hand: HandNumber = 1


class Double(BankedCommand, frozen=True, tag="double"):
    """Add up to the wager and take one card. amount 0 adds as much as the house allows."""

    box: BoxNumber
    hand: HandNumber = 1
    amount: Amount = 0


class Rescue(BankedCommand, frozen=True, tag="rescue"):
    """Take back what a double added, and lose the wager."""

    box: BoxNumber
    hand: HandNumber = 1


class Split(BankedCommand, frozen=True, tag="split"):
    box: BoxNumber
    hand: HandNumber = 1


class Surrender(BankedCommand, frozen=True, tag="surrender"):
    box: BoxNumber
    hand: HandNumber = 1


class LogOutcome(BankedCommand, frozen=True, tag="outcome"):
    """What a hand came to, where cards are not logged. pays: odds of a 21 or a blackjack."""

    box: BoxNumber
    how: Literal["win", "lose", "push", "half"]
    hand: HandNumber = 1
    pays: Literal["1:1", "3:2", "2:1", "3:1"] = "1:1"


class LogSide(BankedCommand, frozen=True, tag="side"):
    """What a side bet came to, where cards are not logged. times: what it pays to 1, 0 if it lost."""

    box: BoxNumber
    what: Literal["match", "second", "insurance", "super"]
    times: Annotated[int, msgspec.Meta(ge=0, le=40)] = 0
    amount: Amount = 0  # of insurance


class DealerBust(BankedCommand, frozen=True, tag="dealer_bust"):
    """Every hand without an outcome wins 1 to 1, where cards are not logged."""


class Settle(BankedCommand, frozen=True, tag="settle"):
    """All hands are paid and taken from the dealer's right, and the cards are in the rack."""


class CorrectCard(BankedCommand, frozen=True, tag="correct_card"):
    """A card of this round was another one. card: its place in the hand, from 1; box 0 is the dealer."""

    box: Annotated[int, msgspec.Meta(ge=0, le=MOST_BOXES)]
    place: Annotated[int, msgspec.Meta(ge=1, le=21)]
    card: CardText
    hand: HandNumber = 1


class CorrectPayout(BankedCommand, frozen=True, tag="correct_payout"):
    """Chips of a finished round that were paid or taken otherwise than logged.

    paid: what the house paid more (negative: less) than logged. by: the supervisor, filled in by the room.
    """

    round: Annotated[int, msgspec.Meta(ge=1)]
    box: BoxNumber
    paid: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    by: Key = ""


class VoidRound(BankedCommand, frozen=True, tag="void_round"):
    """A ruling voids the round, or one box of it: its wagers go back. Sent by a supervisor."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    box: Annotated[int, msgspec.Meta(ge=0, le=MOST_BOXES)] = 0
    by: Key = ""


class DiscardCard(BankedCommand, frozen=True, tag="discard_card"):
    """A card that belongs to no hand goes to the rack: face up in the shoe, drawn past 17, two at once."""

    card: CardText = "?"


class Undo(BankedCommand, frozen=True, tag="undo"):
    """Take back the last command. target: its id, "" for the last one as of now."""

    target: Annotated[str, msgspec.Meta(max_length=64)] = ""


class MakeRuling(BankedCommand, frozen=True, tag="rule"):
    """A final ruling (S-012). Sent by the room, never by a tablet."""

    ruling: Key
    result: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    by: Name
    decision: Literal["accepted", "overridden", "dealer"]
    key: Annotated[str, msgspec.Meta(max_length=60)] = ""
    outcome: Annotated[str, msgspec.Meta(max_length=60)] = ""
    clause: Key = ""
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""
    facts: JsonObject = {}
    steps: Annotated[tuple[RemedyStep, ...], msgspec.Meta(max_length=20)] = ()


# Commands that every table has.
SHARED = (
    shared.PushDealer,
    shared.CallFloor,
    shared.Report,
    shared.ConfirmDelivery,
    shared.FloorSeen,
    shared.FloorComing,
    shared.FloorArrived,
    shared.CancelFloor,
)
Command = BankedCommand | shared.Command
OWN = (
    CreateTable,
    OpenTable,
    CloseTable,
    PostPlaque,
    RenameTable,
    OpenShoe,
    Burn,
    CoverCard,
    TakeBox,
    LeaveBox,
    BuyIn,
    SetBet,
    RepeatBets,
    NoMoreBets,
    DealCard,
    NameSuits,
    NameMatch,
    Insure,
    CloseInsurance,
    Peek,
    Stand,
    Double,
    Rescue,
    Split,
    Surrender,
    LogOutcome,
    LogSide,
    DealerBust,
    Settle,
    CorrectCard,
    CorrectPayout,
    VoidRound,
    DiscardCard,
    Undo,
    MakeRuling,
)
COMMANDS = (*OWN, *SHARED)
