"""Stud's last street, and the deck that runs short there (S-155 to S-157, H-14, table 1D)."""

import msgspec

from poker import events as e
from poker.draft import Draft
from poker.games import Street
from poker.ledger import Ledger
from poker.shortage import Plan, Policy, plan
from poker.state import Hand, Table


def is_last(table: Table, index: int) -> bool:
    """Whether a street is the one that a short deck is mended on: stud's last, of one card each."""
    streets = table.game.streets
    return table.game.family == "stud" and index == len(streets) - 1 and streets[index].each == 1


def deal_last(draft: Draft, street: Street) -> None:
    """Deal the last card as the house does when the stub does not serve; only stub and burns are touched."""
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
                down, up = street.hole, street.up
                draft.record(e.StreetDealt(street.name, step.cards, down, up, more=dealt))
                dealt = True
            case "common":
                draft.record(e.CommonCardDealt(street.name))


def coming(table: Table, players: int) -> Plan:
    """The plan for so many players with the stub and the burns as they lie now."""
    return by_policy(table, players, table.rules.stud_shortage)


def by_policy(table: Table, players: int, policy: Policy, pile: Ledger | None = None) -> Plan:
    """The plan by one of the house's choices; where a ruling says that the burn is out, nothing is burned again.

    pile: the deck before the street, as it lies now unless another one is given.
    """
    hand = table.hand
    assert hand is not None
    pile, held = pile or hand.ledger, _held(table)
    if pile.burns and table.game.streets[-1].name in hand.waived:
        found = plan(players, pile.stub + 1, policy, burns=pile.burns - 1, held=held)
        if found.kind == "normal":
            return msgspec.structs.replace(found, steps=found.steps[1:])
    return plan(players, pile.stub, policy, burns=pile.burns, held=held)


def _held(table: Table) -> int:
    return sum(street.each for street in table.game.streets[:-1])


def may_correct(hand: Hand) -> bool:
    """Whether the last street can still be dealt anew: nobody acted on it."""
    return hand.last_card is not None and hand.acts == hand.last_card.acts
