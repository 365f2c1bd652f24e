"""The data of a house-banked table's page: a `Screen` whose seats are boxes, with a strip and the felt's ranks."""

import msgspec

from dealer_ui.messages.texts import Sentence
from dealer_ui.screen.model import Key, PushRow, Screen


class CardFace(msgspec.Struct, frozen=True):
    """A card: text as on its tile, "" for a card face down, "-" for an empty place; is_next: it is dealt next."""

    text: str
    is_next: bool = False


class StripHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand in the strip above the felt: the dealer's, or a hand of the box in turn. look: "dealer", "turn" or ""."""

    title: str
    note: str
    cards: list[CardFace]
    total: str
    look: str
    big: str = ""  # instead of cards: an amount
    small: str = ""


class BoxCards(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of a box, several hands with a gap; totals, and what happens to its chips.

    outcome: "pay $25", "take $50" or "push"; look: of the outcome, "pay", "take" or "push".
    """

    hands: list[list[CardFace]]
    state: str
    total: str
    outcome: str
    look: str


class BoxPod(msgspec.Struct, frozen=True, kw_only=True):
    """A box around the felt. place: its slot; keys: one or two; cards: beside or instead of its keys."""

    box: int
    place: str
    name: str
    front: str
    keys: list[Key]
    cards: BoxCards | None
    is_turn: bool
    is_open: bool  # no one plays it


class SettleRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the settlement, from the dealer's right. look: "pay", "take" or "push"."""

    box: str
    text: str
    note: str
    look: str
    is_next: bool


class Editor(msgspec.Struct, frozen=True, kw_only=True):
    """The count row and the strip while a wager is changed."""

    caption: str
    note: str
    title: str
    range: str
    amount: str
    other: str
    keys: list[Key]


class BankedSheet(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    help: str
    keys: list[Key]


class FixCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card that can be corrected, with the sentence while its right rank is chosen."""

    text: str
    name: str
    box: int
    hand: int
    place: int
    step: Sentence


class FixRow(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    cards: list[FixCard]


class BankedScreen(Screen, frozen=True, kw_only=True):
    """The whole page. `stage` is the felt unless `ranks` or `settle` take it.

    editors: by box and wager, "3.bet"; sheets: by name; fixes: the cards of the round; fix_ranks: the cards they may
    be; totals: what the last round paid, by box and chips, until the next bets.
    """

    boxes: list[BoxPod]
    strip: list[StripHand]
    ranks: list[Key]
    settle: list[SettleRow]
    editors: dict[str, Editor]
    sheets: dict[str, BankedSheet]
    fixes: list[FixRow]
    fix_ranks: list[str]
    totals: list[PushRow]
