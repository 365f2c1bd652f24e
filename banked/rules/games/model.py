"""The model of a house-banked game. A game is data: what it pays, and which decisions its players have."""

import msgspec

Odds = tuple[int, int]  # 3 to 2 is (3, 2)
SourceKind = str  # "stated", "read", "excerpt", "memory" or "derived", as in the rulebook


class BonusRow(msgspec.Struct, frozen=True):
    """What a 21 that was not doubled pays.

    key: its stable name; title: as printed; ranks: of exactly these cards, "" for any; size: the number of cards, 0
    for any; is_more: that many or more cards; suits: "spades", "suited" for one suit, "" for any.
    """

    key: str
    title: str
    pays: Odds
    ranks: str = ""
    size: int = 0
    is_more: bool = False
    suits: str = ""


class SuperBonus(msgspec.Struct, frozen=True):
    """A fixed amount for three cards of this rank and one suit, if the dealer's upcard has the rank too.

    tiers: the least wager and the amount, lowest wager first; envy: what each other player with a wager gets. All are
    in the smallest unit.
    """

    rank: str
    tiers: tuple[tuple[int, int], ...]
    envy: int


class BankedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A house-banked game.

    missing: ranks that were removed from each deck; natural: what a blackjack pays; natural_wins: it is paid at once,
    also against a blackjack of the dealer; wins_at_once: a 21 of a player is paid before the dealer draws; rows: what a
    21 pays that is not a blackjack, the most exact row first; match: what a match of rank pays by number of decks:
    (decks, another suit to 1, the same suit to 1); has_surrender, has_rescue, any_double: decisions of its players;
    any_double allows a double on any number of cards; most_hands: of a box after splits.
    """

    key: str
    title: str
    missing: tuple[str, ...] = ()
    natural: Odds = (3, 2)
    natural_wins: bool = False
    wins_at_once: bool = False
    rows: tuple[BonusRow, ...] = ()
    super_bonus: SuperBonus | None = None
    match: tuple[tuple[int, int, int], ...] = ()
    insurance: Odds = (2, 1)
    has_surrender: bool = True
    has_rescue: bool = False
    any_double: bool = False
    most_hands: int = 4

    @property
    def deck_size(self) -> int:
        return 4 * (13 - len(self.missing))

    def match_odds(self, decks: int) -> tuple[int, int]:
        """Return what a match pays to 1: of another suit, of the same suit. Raises `LookupError` for a number of decks
        without a pay table.
        """
        for of_decks, other, same in self.match:
            if of_decks == decks:
                return other, same
        raise LookupError(f"{self.title} has no match wager with {decks} decks.")
