"""Stud's last street, and short decks on it (S-155 to S-157, H-14, table 1D)."""

import msgspec

from poker import events as e
from poker.draft import Draft
from poker.games import Street
from poker.ledger import Ledger
from poker.state import Hand, Table
from poker.stud_shortage import Policy, ShortagePlan, plan


def is_last(table: Table, index: int) -> bool:
    """Return whether the rules for a short deck apply to a street: the last street of stud, with one card each."""
    game = table.game
    if game.family != "stud" or index != len(game.streets) - 1:
        return False
    return game.streets[index].each == 1


def deal_last(draft: Draft, street: Street) -> None:
    """Deal the last card, by house rule if the stub is short; only stub and burns are used."""
    planned = coming(draft.table, draft.hand.still_in())
    draft.record(e.LastCardPlanned(planned, up=bool(street.up)))
    dealt = False
    for step in planned.steps:
        match step.do:
            case "gather":
                draft.record(e.BurnsGathered(step.cards))
            case "burn":
                draft.record(e.CardBurned(street.name))
            case "deal":
                down = street.hole
                up = street.up
                draft.record(e.StreetDealt(street.name, step.cards, down, up, more=dealt))
                dealt = True
            case "common":
                draft.record(e.CommonCardDealt(street.name))


def coming(table: Table, players: int) -> ShortagePlan:
    """Return the plan for this many players with the current stub and burns."""
    return by_policy(table, players, table.rules.stud_shortage)


def by_policy(
    table: Table, players: int, policy: Policy, pile: Ledger | None = None
) -> ShortagePlan:
    """Return the plan by one of the house's policies; if a ruling found the burn already out, there is no second
    burn.

    pile: the deck before the street; by default the current one.
    """
    hand = table.hand
    assert hand is not None
    pile = pile or hand.ledger
    held = _held(table)
    if pile.burns and table.game.streets[-1].name in hand.waived:
        without_burn = plan(players, pile.stub + 1, policy, burns=pile.burns - 1, held=held)
        if without_burn.kind == "normal":
            return msgspec.structs.replace(without_burn, steps=without_burn.steps[1:])
    return plan(players, pile.stub, policy, burns=pile.burns, held=held)


def _held(table: Table) -> int:
    return sum(street.each for street in table.game.streets[:-1])


def may_correct(hand: Hand) -> bool:
    """Return whether the last street can still be redealt, because no one has acted on it."""
    return hand.last_card is not None and hand.acts == hand.last_card.acts
