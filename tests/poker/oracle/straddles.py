"""Random hands of a flop game with straddles, whose sizes follow them, as pokerkit has them."""

from typing import Any

from pokerkit import Mode

from poker import commands as c
from poker.engine import run
from poker.rules import HouseRules
from poker.stakes import Straddles
from poker.state import Table
from tests.poker.oracle.duel import Duel
from tests.poker.oracle.kinds import AUTOMATIC, BIG

MOST = 3


class StraddleDuel(Duel):
    """One random hand behind up to three straddles in turn, from under the gun, the button or any seat.

    pokerkit begins left of the last straddle, which is our default (H-60), and has one smallest bet for all streets,
    which is our sizes that follow the straddle (H-61).
    """

    def check_stacks(self) -> None:
        """Choose the straddles that the stacks allow; there may be none."""
        super().check_stacks()
        self.straddles: list[tuple[int, int]] = []
        if self.count < 3:
            return
        amount = 2 * BIG
        seat = self.dice.randint(3, self.count)
        for _ in range(self.dice.randint(1, MOST)):
            if seat > self.count or self.stacks[seat - 1] < amount + self.ante:
                return
            self.straddles.append((seat, amount))
            amount *= 2
            seat += 1

    @property
    def size(self) -> int:
        """Return the smallest bet: the last straddle, or the big blind."""
        return self.straddles[-1][1] if self.straddles else BIG

    def forced(self) -> dict[str, Any]:
        offered = Straddles(kinds=("any_seat",), most=MOST)
        return super().forced() | {"straddle": True, "straddles": offered}

    def house(self) -> HouseRules:
        return HouseRules(odd_chip="all_first", straddle_sizes="follow")

    def begin(self, table: Table) -> Table:
        for seat, _ in self.straddles:
            table = run(table, c.Straddle(seat), now=0).state
        return super().begin(table)

    def their_state(self) -> Any:
        bets = (self.size, 2 * self.size) if self.split else (self.size,)
        posts = [*super().forced()["blinds"], *[0] * (self.count - 2)]
        for seat, amount in self.straddles:
            posts[seat - 1] = amount
        return self.kind.theirs.create_state(
            AUTOMATIC,
            True,
            self.ante,
            posts,
            *bets,
            self.stacks,
            self.count,
            mode=Mode.CASH_GAME,
        )
