"""Short decks on stud's last street: the dealer's steps, as a value (S-155 to S-157, H-14, table 1D)."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from poker.cards import DECK_SIZE
from poker.refusal import Refusal

Policy = Literal["guide", "guide_literal", "tda", "hrh", "rrop"]
# normal: the stub is enough; shuffle: it is enough with the burns; two_passes: deal the stub, then
# shuffle; common: one card for everyone.
Kind = Literal["normal", "shuffle", "two_passes", "common"]
# Who acts after it: the best upcards as usual; sixth street's opener (the next high if that hand is
# gone); the best upcards including the common card.
First = Literal["upcards", "sixth", "with_common"]


class ShortageStep(msgspec.Struct, frozen=True):
    """One thing the dealer does with `cards` cards, and the stub and burns after it.

    gather: burns go to the stub; shuffle and cut: that many cards; burn; deal: one down to each of that
    many seats; common: face up in the center.
    """

    do: Literal["gather", "shuffle", "cut", "burn", "deal", "common"]
    cards: int
    stub: int
    burns: int


class ShortagePlan(msgspec.Struct, frozen=True):
    """Steps up to the last betting round. Only the stub and the burns are used, never a folded hand (S-157).

    `pool`: cards in the stub and burns together; `need`: cards it takes to deal everyone in under the policy; `rule`
    and `clause`: the authority; `row`: the ruling of the catalogue, "" if the deck is not short. `share`: seats that
    play the common card, 0 if there is no common card; `betting`: whether the round has betting.
    """

    kind: Kind
    players: int
    pool: int
    need: int
    steps: tuple[ShortageStep, ...]
    first: First
    rule: str
    clause: str = ""
    row: str = ""
    share: int = 0
    betting: bool = True


class Forecast(msgspec.Struct, frozen=True):
    """The last street if everyone stays, and the first smaller count that changes it."""

    players: int
    stub: int  # cards left before the last street
    plan: ShortagePlan | None
    changes_at: int = 0
    then: ShortagePlan | None = None
    # How many streets from now the deck runs short before the last one, which no policy covers
    # (`plan` is None then).
    short_on: int = 0


class _Deck:
    """Stub and burns in the dealer's hands. Raises `Refusal` for a move of more cards than there are."""

    def __init__(self, stub: int, burns: int) -> None:
        self.stub = stub
        self.burns = burns
        self.steps: list[ShortageStep] = []

    def burn(self) -> None:
        self._move("burn", 1, stub=-1, burns=1)

    def deal(self, cards: int) -> None:
        if cards:
            self._move("deal", cards, stub=-cards)

    def common(self) -> None:
        self._move("common", 1, stub=-1)

    def remake(self) -> None:
        """Collect the burns, shuffle and cut; the bottom card is then a new one."""
        self._move("gather", self.burns, stub=self.burns, burns=-self.burns)
        self._move("shuffle", self.stub)
        self._move("cut", self.stub)

    def _move(
        self,
        do: Literal["gather", "shuffle", "cut", "burn", "deal", "common"],
        cards: int,
        stub: int = 0,
        burns: int = 0,
    ) -> None:
        if self.stub + stub < 0:
            raise Refusal("deck_too_short", "H-14", stub=self.stub, burns=self.burns)
        self.stub += stub
        self.burns += burns
        self.steps.append(ShortageStep(do, cards, self.stub, self.burns))


_CLAUSES = {
    ("guide", "shuffle"): ("S-155", ""),
    ("guide", "common"): ("S-156", ""),
    ("guide_literal", "shuffle"): ("S-155", ""),
    ("guide_literal", "common"): ("S-156", ""),
    ("tda", "shuffle"): ("H-14", "TDA RP-10H(A)"),
    ("hrh", "shuffle"): ("H-14", "HRH stud 5a-c"),
    ("hrh", "common"): ("H-14", "HRH stud 5d"),
    ("rrop", "shuffle"): ("H-14", "RRoP, CA-DOJ"),
    ("rrop", "two_passes"): ("H-14", "RRoP, CA-DOJ"),
    ("rrop", "common"): ("H-14", "RRoP, CA-DOJ"),
}
_ROWS = {
    "normal": "",
    "shuffle": "stud_deck_shortage_burns_enough",
    "two_passes": "stud_deck_shortage_burns_enough",
    "common": "stud_deck_shortage_common",
}


def stub_before_last(dealt: Sequence[int]) -> int:
    """Return the cards left before seventh street, given the seats dealt in on third to sixth street (table 1D)."""
    third, *later = dealt
    return DECK_SIZE - 3 * third - sum(1 + seats for seats in later)


def plan(players: int, stub: int, policy: Policy, *, burns: int = 3, held: int = 6) -> ShortagePlan:
    """Return the plan of the last street for these counts, even if they differ from the ledger.

    `held`: cards each player already has. Raises `Refusal` for counts no deck can have.
    """
    _check(players, stub, burns, held)
    deck = _Deck(stub, burns)
    need = players + 1 + _kept(policy)
    pool = stub + burns
    if stub >= need:
        deck.burn()
        deck.deal(players)
        return _plan("normal", players, pool, need, deck, policy)
    if policy == "rrop":
        return _two_passes(players, pool, need, deck)
    if pool >= need:
        deck.remake()
        deck.burn()
        deck.deal(players)
        return _plan("shuffle", players, pool, need, deck, policy)
    return _common(players, pool, need, deck, policy)


def mid_deal(
    players: int, served: int, stub: int, policy: Policy, *, burns: int = 4, held: int = 6
) -> ShortagePlan:
    """Return the plan for a shortage found after some seats got their last card (row stud_shortage_found_mid_deal).

    Deal down to the last card, mix it with the burns, burn unless every card is owed, and finish; or deal one common
    card to the seats without a last card, with no betting under HRH 5d.
    """
    _check(players, stub, burns, held, served)
    if not 0 <= served < players:
        raise Refusal("deck_count", "H-14", stub=stub, burns=burns, players=players)
    deck = _Deck(stub, burns)
    owed = players - served
    pool = stub + burns
    need = owed + _kept(policy)
    row = "stud_shortage_found_mid_deal"
    if stub >= need:
        deck.deal(owed)
        return _plan("normal", players, pool, need, deck, policy)
    remainder = owed - max(stub - 1, 0)
    if _second_pass(owed, remainder, deck):
        plan = _plan("two_passes", players, pool, need, deck, "rrop")
        return msgspec.structs.replace(plan, row=row)
    deck.deal(owed - remainder)
    deck.remake()
    deck.burn()
    deck.common()
    plan = _plan("common", players, pool, need, deck, policy)
    betting = policy != "hrh" or remainder == players
    return msgspec.structs.replace(plan, row=row, share=remainder, betting=betting)


def forecast(
    players: int,
    stub: int,
    policy: Policy,
    *,
    burns: int,
    ahead: Sequence[int] = (),
    held: int = 6,
) -> Forecast:
    """Return the outlook for the last street with this many players, from third street on.

    `ahead`: cards each player gets on each street before the last, (1, 1, 1) on third street and () on sixth; `held`:
    cards each player has before the last street.
    """
    now = _outlook(players, stub, policy, burns, ahead, held)
    for fewer in range(players - 1, 1, -1):
        then = _outlook(fewer, stub, policy, burns, ahead, held)
        if then.plan and (now.plan is None or then.plan.kind != now.plan.kind):
            return msgspec.structs.replace(now, changes_at=fewer, then=then.plan)
    return now


def _outlook(
    players: int, stub: int, policy: Policy, burns: int, ahead: Sequence[int], held: int
) -> Forecast:
    for number, cards in enumerate(ahead, 1):
        if stub < 1 + players * cards + _kept(policy):
            return Forecast(players, stub, None, short_on=number)
        stub -= 1 + players * cards
    shortage_plan = plan(players, stub, policy, burns=burns + len(ahead), held=held)
    return Forecast(players, stub, shortage_plan)


def _kept(policy: Policy) -> int:
    """Return the number of cards kept back: the last card is dealt only under the guide's literal text (H-14)."""
    return 0 if policy == "guide_literal" else 1


def _two_passes(players: int, pool: int, need: int, deck: _Deck) -> ShortagePlan:
    """Burn and deal all but the last card, mix it with the burns, burn unless every card is owed, and finish."""
    first = max(deck.stub - 2, 0)  # without the burn and the last card
    burn = deck.stub >= 2
    remainder = players - first
    mixed = deck.burns + deck.stub - first
    if remainder > mixed:
        return _common(players, pool, need, deck, "rrop")
    if burn:
        deck.burn()
    _second_pass(players, remainder, deck)
    return _plan("two_passes" if first else "shuffle", players, pool, need, deck, "rrop")


def _second_pass(owed: int, remainder: int, deck: _Deck) -> bool:
    """Deal all but the last card and finish from the mixed pile; return False and do nothing if it is too small."""
    mixed = deck.stub - (owed - remainder) + deck.burns
    if remainder > mixed:
        return False
    deck.deal(owed - remainder)
    deck.remake()
    if remainder < mixed:
        deck.burn()
    deck.deal(remainder)
    return True


def _common(players: int, pool: int, need: int, deck: _Deck, policy: Policy) -> ShortagePlan:
    """Burn and turn one card for everyone: off the stub if it has enough cards, otherwise off stub and burns mixed."""
    enough = 2 + _kept(policy)
    direct = deck.stub >= enough
    if not direct:
        if pool < enough:
            raise Refusal("deck_too_short", "H-14", stub=deck.stub, burns=deck.burns)
        deck.remake()
    deck.burn()
    deck.common()
    plan = _plan("common", players, pool, need, deck, policy)
    if policy == "tda":
        plan = msgspec.structs.replace(plan, clause=f"TDA RP-10H({'B' if direct else 'C'})")
    return msgspec.structs.replace(plan, share=players)


def _plan(
    kind: Kind, players: int, pool: int, need: int, deck: _Deck, policy: Policy
) -> ShortagePlan:
    rule, clause = _CLAUSES.get((policy, kind), ("S-153" if kind == "normal" else "H-14", ""))
    first: First = "upcards"
    if kind == "common":
        first = "with_common" if policy == "rrop" else "sixth"
    steps = tuple(deck.steps)
    return ShortagePlan(kind, players, pool, need, steps, first, rule, clause, _ROWS[kind])


def _check(players: int, stub: int, burns: int, held: int, served: int = 0) -> None:
    if players == 1:
        raise Refusal("count_one", "S-153", players=players)
    if min(stub, burns, players) < 0 or stub + burns + held * players + served > DECK_SIZE:
        raise Refusal("deck_count", "H-14", stub=stub, burns=burns, players=players)
