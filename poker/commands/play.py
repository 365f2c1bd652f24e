"""What dealers and the room ask in the ordinary run of a table. Wire names are the tags."""

from typing import Annotated, Literal

import msgspec

from poker.commands.base import (
    Amount,
    Card,
    Cards,
    Chips,
    Command,
    Count,
    Name,
    SeatNumber,
    Text,
    What,
)
from poker.games import MOST_SEATS
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import Tracking, Transfer


class SeatPlayer(Command, frozen=True, tag="seat_player"):
    """A player takes a chair (S-013); `stack` when the tablet shall count it.

    buy_in: what was bought where the stack is not counted. reason: why the house brings the player and the stake
    here (S-003, S-004), `by` whose decision it was; `said` in words, for a reason that is only `related`. above: from a
    broken game more than the most comes along too, which no guide says and a room may have.
    """

    seat: SeatNumber
    player: Name
    name: Name
    stack: Amount | None = None
    buy_in: Amount | None = None
    reason: Transfer = ""
    said: Text = ""
    by: Text = ""
    above: bool = False


class LeaveSeat(Command, frozen=True, tag="leave_seat"):
    """A player quits the game, between hands or after folding (S-008, S-038)."""

    seat: SeatNumber


class ChangeSeat(Command, frozen=True, tag="change_seat"):
    """A player takes another chair of the same table, between hands, with all chips and marks.

    owes: whether the change costs a way in as for a new player: of whom it takes away from the blinds, of everybody,
    of nobody. No guide has it; the room chooses.
    """

    seat: SeatNumber
    to: SeatNumber
    owes: Literal["away", "always", "never"] = "away"


class SitOut(Command, frozen=True, tag="sit_out"):
    """A player is away from the next hand on (S-064); `long`: the floor is told of it (S-037), also later on."""

    seat: SeatNumber
    long: bool = False


class SitIn(Command, frozen=True, tag="sit_in"):
    """A player is back or new and says how to come in (S-062, S-064)."""

    seat: SeatNumber
    choice: Literal["", "wait", "post", "after_button"] = ""


class AddChips(Command, frozen=True, tag="add_chips"):
    """Chips are bought. During a hand they wait until it is over (S-010)."""

    seat: SeatNumber
    amount: Amount


class TakeChips(Command, frozen=True, tag="take_chips"):
    """A small amount leaves the stake for incidentals (S-009). `cap` is the house's (H-06), `by` who agreed."""

    seat: SeatNumber
    amount: Amount
    cap: Chips
    by: Name
    reason: Text = ""


class OpenTable(Command, frozen=True, tag="open_table"):
    """The table opens under a plaque (S-005)."""

    stakes: Stakes
    rules: HouseRules = HouseRules()
    tracking: Tracking = "actions"


class CloseTable(Command, frozen=True, tag="close_table"):
    """The game breaks; seats stay until their players leave. `reason` in the closer's words."""

    reason: Text = ""


class ChangePlaque(Command, frozen=True, tag="change_plaque"):
    """Other stakes or rules, from the next hand on; a hand in progress keeps those it began with."""

    stakes: Stakes
    rules: HouseRules = HouseRules()


class ChangeRules(Command, frozen=True, tag="change_rules"):
    """Other house rules, from the next hand on; the room gives it, no tablet."""

    rules: HouseRules


class SetTracking(Command, frozen=True, tag="set_tracking"):
    """Streets or actions, between hands."""

    tracking: Tracking


class DrawButton(Command, frozen=True, tag="draw_button"):
    """One card face up to each player; the highest takes the button (S-048, H-25).

    system: the room drew the cards and no dealer dealt them; again: what tied seats drew after that, where the house
    has them draw again.
    """

    cards: dict[SeatNumber, Card]
    system: bool = False
    again: Annotated[tuple[dict[SeatNumber, Card], ...], msgspec.Meta(max_length=12)] = ()


class SetButton(Command, frozen=True, tag="set_button"):
    """The button is placed by hand between hands."""

    seat: SeatNumber


class PushDealer(Command, frozen=True, tag="push_dealer"):
    """The next dealer sits down, between hands."""

    dealer: Name
    name: Name


class CollectTime(Command, frozen=True, tag="collect_time"):
    """The time charge is taken from everybody at the table who owes it, or from the seats that are named (S-005)."""

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()


class Straddle(Command, frozen=True, tag="straddle"):
    """The seat left of the big blind posts twice the big blind before the deal."""

    seat: SeatNumber


class PostShort(Command, frozen=True, tag="post_short"):
    """A player has only this much for the blind of the next hand (S-059, S-060)."""

    seat: SeatNumber
    amount: Amount


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One forced bet: live chips are the seat's bet, dead chips go to the centre (S-056, S-057)."""

    seat: SeatNumber
    kind: Literal["ante", "small", "big", "blind", "straddle", "entry", "kill"]
    live: Chips = 0
    dead: Chips = 0
    contested: Chips = 0  # an ante that is matched by others' antes


class Deal(Command, frozen=True, tag="deal"):
    """The hand begins: posts and hole cards. Implied by the first act or count of a hand.

    `posts` records forced bets that were other than the plaque's, such as those of a recorded hand.
    """

    posts: tuple[Post, ...] | None = None


class Act(Command, frozen=True, tag="act"):
    """A seat acts; `to` is the total in front of it. Seats due before it are inferred to check or call.

    `stood` records an amount outside the limits that was let stand.
    """

    seat: SeatNumber
    what: What
    to: Amount | None = None
    declared: Text = ""
    stood: bool = False


class FirstIn(Command, frozen=True, tag="first_in"):
    """The first to come in: the seats due before it are inferred to fold."""

    seat: SeatNumber
    what: Literal["call", "bet", "raise", "all_in"] = "call"
    to: Amount | None = None


class Declare(Command, frozen=True, tag="declare"):
    """Words before chips; kept for a ruling, changes no bet (S-104)."""

    seat: SeatNumber
    what: Text
    amount: Amount | None = None


class CloseStreet(Command, frozen=True, tag="close_street"):
    """The number of players still in: the round is over, the next street is dealt.

    lit: the number that the tablet expected when the key was tapped; where it is no longer the room's, a tap that
    followed it is refused.
    """

    count: Count
    cards: Cards = ()
    lit: Count | None = None


class NameOpener(Command, frozen=True, tag="opener"):
    """The seat that acts first in stud: on the first street it brings in (S-145), later it is high (S-150)."""

    seat: SeatNumber


class Tie(Command, frozen=True, tag="tie"):
    """A seat whose upcard is as low (in razz as high) as another's; twice takes it back (S-146)."""

    seat: SeatNumber


class NameSuit(Command, frozen=True, tag="suit"):
    """The suit of a tied seat's upcard: c, d, h or s (S-146, S-159)."""

    seat: SeatNumber
    suit: Annotated[str, msgspec.Meta(min_length=1, max_length=1)]


class ShowUp(Command, frozen=True, tag="show_up"):
    """Which upcards a seat has, in the order dealt; "??" for one that nobody said (S-042)."""

    seat: SeatNumber
    cards: Cards


class CorrectCounts(Command, frozen=True, tag="correct_counts"):
    """Stub and burns as counted by hand, and the players in; stud's last street follows them (H-14)."""

    stub: Annotated[int, msgspec.Meta(ge=0, le=52)]
    burns: Annotated[int, msgspec.Meta(ge=0, le=52)]
    players: Count


class BuyCard(Command, frozen=True, tag="buy_card"):
    """The extra card that a 4 dealt up brings in baseball (S-180)."""

    seat: SeatNumber


class Draw(Command, frozen=True, tag="draw"):
    """A seat draws: stated, discarded and delivered are one number, 0 is pat (S-176)."""

    seat: SeatNumber
    count: Annotated[int, msgspec.Meta(ge=0, le=52)]


class RebuildDeck(Command, frozen=True, tag="rebuild_deck"):
    """Discards join a deck that runs short on the draw; a supervisor confirms the piles (H-45)."""


class ChooseGame(Command, frozen=True, tag="choose_game"):
    """The game of the next hands, where a rotation leaves it to a player; also moves any rotation on."""

    game: Name


class SkipTo(Command, frozen=True, tag="skip_to"):
    """Catch up to a street, or "showdown", in one tap; the hand is marked partial."""

    street: Name
    count: Count


class ShowBoard(Command, frozen=True, tag="show_board"):
    """Faces of the board, for the record or a reading."""

    cards: Cards


class ShowHand(Command, frozen=True, tag="show_hand"):
    """A hand turned up at the showdown (S-136: every card)."""

    seat: SeatNumber
    cards: Cards


class Muck(Command, frozen=True, tag="muck"):
    """A hand given up at the showdown (S-142, H-18)."""

    seat: SeatNumber


class Unfold(Command, frozen=True, tag="unfold"):
    """A fold that was logged and did not happen: the hand is live again."""

    seat: SeatNumber


class KillHand(Command, frozen=True, tag="kill_hand"):
    """A hand is dead; its chips stay in the pot (S-138, macro KILL)."""

    seat: SeatNumber


class Misdeal(Command, frozen=True, tag="misdeal"):
    """Cards back, bets after the deal back, forced bets stay (macro MISDEAL)."""

    reason: Text = ""
    confirmed: bool = False


class CountPot(Command, frozen=True, tag="count_pot"):
    """The dealer counted the pot, bets in front of the seats with it, where not all bets were followed."""

    amount: Amount


class AgreeAnyAmount(Command, frozen=True, tag="agree_any_amount"):
    """Two-handed pot limit: any amount for this hand by agreement (S-111, H-30)."""


class AwardPot(Command, frozen=True, tag="award"):
    """A pot is pushed to one seat or split; without `pot` the next one in order (S-181).

    In a game of two halves `seats` take the first one and `low` the other; None: who takes the first takes all, no
    hand makes the other (S-164). `odd`: who gets the odd chip first, where cards decide and were not entered (H-10).
    """

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    pot: Count | None = None
    low: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] | None = None
    odd: SeatNumber | None = None


class NextHand(Command, frozen=True, tag="next_hand"):
    """A hand that was not logged to its end is over."""


class Undo(Command, frozen=True, tag="undo"):
    """Take back the last command, whole."""
