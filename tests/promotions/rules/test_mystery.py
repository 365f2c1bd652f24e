"""Mystery boards by the rules: a box is picked once, its prize is what the hit pays, and it stays taken."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poker.refusal import Refusal
from promotions.rules import fund_commands as c
from promotions.rules.drawings import seed_hash
from promotions.rules.fund_decide import run
from promotions.rules.fund_state import AwardTerms, ClaimFacts, FundPolicy, FundState, Hit
from promotions.rules.mystery import Board, arrangement

DAY = "2026-11-29"
SEED = "5a" * 32
PRIZES = (50_000, 10_000, 10_000)
DEALT = tuple((seat, f"p{seat}") for seat in range(1, 5))


class Fund:
    """A fund with a board of three boxes."""

    def __init__(self, primary: int = 200_000) -> None:
        self.now = 1000
        self.state = FundState()
        policy = FundPolicy(surveillance=False, seal_from=0)
        self.send(c.OpenFund("Mystery", policy, primary))
        self.send(c.Post(primary, 0, 0, "opening", DAY))
        self.send(c.LayBoard("mystery.1", "Mystery", PRIZES, seed_hash(SEED)))

    def send(self, command: c.FundCommand) -> None:
        self.now += 1
        self.state = run(self.state, command, now=self.now).state
        assert self.state.difference == 0

    def code(self, command: c.FundCommand) -> str:
        with pytest.raises(Refusal) as refused:
            self.send(command)
        return refused.value.code

    def verified(self, hand: int = 7, winning: tuple[int, ...] = (3,)) -> int:
        facts = ClaimFacts("mystery.1", "Mystery", "", "T1", hand, 0, (), winning, DEALT, hand)
        self.send(c.Claim(facts, AwardTerms(boxes=True)))
        self.send(c.Verify(self.state.claims, "staff.1"))
        return self.state.claims

    def hit(self, number: int) -> Hit:
        hit = self.state.hit(number)
        assert hit is not None
        return hit

    @property
    def board(self) -> Board:
        board = self.state.board(1)
        assert board is not None
        return board


def pick(hit: int, box: int) -> c.PickBox:
    return c.PickBox(hit, box, "staff.4", SEED)


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=100), st.integers(0, 255))
def test_an_arrangement_has_exactly_the_prizes(prizes: list[int], byte: int) -> None:
    seed = f"{byte:02x}" * 32
    assert Counter(arrangement(seed, 1, "mystery.1", prizes)) == Counter(prizes)


def test_the_first_box_gets_each_prize_equally_often() -> None:
    counts = Counter(
        arrangement(SEED, board, "mystery.1", (1, 2, 3, 4))[0] for board in range(4000)
    )
    assert all(900 < counts[prize] < 1100 for prize in (1, 2, 3, 4))


def test_a_box_pays_its_prize_once() -> None:
    fund = Fund()
    number = fund.verified()
    assert fund.hit(number).status == "verified"
    fund.send(pick(number, 2))
    prize = arrangement(SEED, 1, "mystery.1", PRIZES)[1]
    assert (fund.hit(number).status, fund.hit(number).amount) == ("hit", prize)
    assert [share.amount for share in fund.hit(number).shares] == [prize]
    assert fund.code(pick(number, 1)) == "hit_decided"
    other = fund.verified(hand=8)
    assert fund.code(pick(other, 2)) == "mystery_box_taken"
    assert fund.code(pick(other, 4)) == "no_mystery_box"
    assert sum(fund.board.left.values()) == 2


def test_equal_hands_share_a_box() -> None:
    fund = Fund()
    number = fund.verified(winning=(2, 3))
    fund.send(pick(number, 1))
    shares = fund.hit(number).shares
    assert {share.seat for share in shares} == {2, 3}
    assert sum(share.amount for share in shares) == fund.hit(number).box_prize


def test_an_undone_verification_keeps_the_box_with_the_hit() -> None:
    fund = Fund()
    number = fund.verified()
    fund.send(pick(number, 3))
    prize = fund.hit(number).box_prize
    fund.send(c.UndoVerify(number, "wrong hand"))
    assert (fund.hit(number).status, fund.hit(number).box) == ("claimed", 3)
    assert (fund.state.primary, fund.state.due) == (200_000, 0)
    assert fund.board.box(3) is not None
    other = fund.verified(hand=6)
    assert fund.code(pick(other, 3)) == "mystery_box_taken"
    fund.send(pick(other, 1))
    fund.send(c.Verify(number, "staff.1"))
    assert (fund.hit(number).status, fund.hit(number).amount) == ("hit", prize)


def test_the_last_box_opens_the_seed() -> None:
    fund = Fund()
    for box in (1, 2, 3):
        fund.send(pick(fund.verified(hand=box), box))
    assert (fund.board.seed, fund.board.reason) == (SEED, "all boxes are taken")
    claim = ClaimFacts("mystery.1", "Mystery", "", "T1", 9, 0, (), (3,), DEALT, 9)
    fund.send(c.Claim(claim, AwardTerms(boxes=True)))
    assert fund.code(c.Verify(4, "staff.1")) == "no_board"
    fund.send(c.LayBoard("mystery.1", "Mystery", PRIZES, seed_hash("6b" * 32)))
    fund.send(c.Verify(4, "staff.1"))


def test_a_fund_that_could_not_pay_the_highest_prize_verifies_nothing() -> None:
    fund = Fund(primary=40_000)
    claim = ClaimFacts("mystery.1", "Mystery", "", "T1", 7, 0, (), (3,), DEALT, 7)
    fund.send(c.Claim(claim, AwardTerms(boxes=True)))
    assert fund.code(c.Verify(1, "staff.1")) == "pool_short"


def test_a_board_is_not_retired_while_a_player_picks() -> None:
    fund = Fund()
    number = fund.verified()
    assert fund.code(c.RetireBoard(1, "new prizes", SEED)) == "pick_open"
    fund.send(pick(number, 1))
    assert fund.code(c.RetireBoard(1, "new prizes", "6b" * 32)) == "board_seed"
    fund.send(c.RetireBoard(1, "new prizes", SEED))
    assert fund.code(c.RetireBoard(1, "again", SEED)) == "no_board"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.LayBoard("mystery.2", "Mystery", PRIZES, "00"), "board_open"),
        (c.LayBoard("other.1", "Other", (500,), "00"), "board_prizes"),
        (c.LayBoard("other.1", "Other", (500,) * 101, "00"), "board_prizes"),
        (c.PickBox(9, 1, "staff.4", SEED), "no_hit"),
        (c.Close("over"), "board_open"),
    ],
)
def test_refused(command: c.FundCommand, code: str) -> None:
    assert Fund().code(command) == code


def test_only_a_mystery_claim_has_boxes() -> None:
    fund = Fund()
    facts = ClaimFacts("royal.1", "Royal", "", "T1", 7, 0, (), (3,), DEALT, 7)
    fund.send(c.Claim(facts, AwardTerms(prize=500)))
    assert fund.code(pick(1, 1)) == "not_mystery"
