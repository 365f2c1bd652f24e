"""The bounty game of a table: what runs, who stands, and what may be paid now (H-76, H-77)."""

from poker import bounties
from poker.state import Bounty, Table
from poker.view.model import BountyClaimView, BountyView


def bounty(table: Table) -> BountyView | None:
    """Return the bounty game, or those that may be started; None if the plaque offers none."""
    if bounties.offer(table) is None:
        return None
    game = table.bounty or bounties.NO_GAME
    enough = len(bounties.players(table)) >= bounties.LEAST_PLAYERS
    may_start = table.hand is None and not game.kind and enough
    return BountyView(
        amount=game.amount if game.kind else bounties.usual_amount(table),
        kind=game.kind,
        kinds=list(bounties.playable(table)) if may_start else [],
        players=list(game.players),
        standing=list(game.standing),
        left=list(game.left),
        claims=_claims(table, game) if table.hand is None else [],
        paid=list(game.paid),
    )


def _claims(table: Table, game: Bounty) -> list[BountyClaimView]:
    if payments := bounties.stand_up_payments(game):
        return [BountyClaimView(payments[0].payer, known=True, payments=list(payments))]
    shown = dict(game.hand.shown) if game.hand else {}
    claims = [
        BountyClaimView(
            seat,
            known=seat in shown,
            payments=list(bounties.seven_deuce_payments(table, game, seat)),
        )
        for seat in bounties.claimants(game)
    ]
    return [claim for claim in claims if claim.payments]
