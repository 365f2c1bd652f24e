"""The shares of a hit: parts by percentage, and within a part equally to the cent, odd cents from the lowest seat."""

from collections.abc import Collection

from promotions.rules.fund_state import AwardTerms, ClaimFacts, Part, Share, ShareStatus
from promotions.rules.splits import split

PARTS: tuple[Part, ...] = ("losing", "winning", "other")


def shares(
    facts: ClaimFacts, terms: AwardTerms, amount: int, barred: Collection[str]
) -> tuple[Share, ...]:
    """Return a share for each player of a claim by seat. Those of players who may not collect are held.

    The percentage of a part without players goes to the first part that has some: without others dealt in, the losing
    hand gets theirs.
    """
    seats = _seats_of_parts(facts)
    weights = [terms.losing, terms.winning, terms.others]
    filled = [index for index, part in enumerate(PARTS) if seats[part]]
    for index in range(len(PARTS)):
        if index not in filled and filled:
            weights[filled[0]] += weights[index]
            weights[index] = 0
    players = dict(facts.dealt)
    rows = []
    for part, part_amount in zip(PARTS, split(amount, weights), strict=True):
        amounts = split(part_amount, [1] * len(seats[part]))
        for seat, share_amount in zip(seats[part], amounts, strict=True):
            player = players.get(seat, "")
            if share_amount:
                status: ShareStatus = "held" if player in barred else "open"
                rows.append(Share(seat, player, part, share_amount, status))
    return tuple(sorted(rows, key=lambda share: share.seat))


def _seats_of_parts(facts: ClaimFacts) -> dict[Part, list[int]]:
    named = {*facts.losing, *facts.winning}
    others = sorted(seat for seat, _ in facts.dealt if seat not in named)
    return {"losing": sorted(facts.losing), "winning": sorted(facts.winning), "other": others}
