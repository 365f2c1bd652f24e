"""Commands to a fund: each rule of payment with its refusal."""

import pytest

from poker.refusal import Refusal
from promotions.rules import fund_commands as c
from promotions.rules.fund_decide import run
from promotions.rules.fund_shares import shares
from promotions.rules.fund_state import AwardTerms, ClaimFacts, FundPolicy, FundState

DAY = "2026-11-29"
BAD_BEAT = AwardTerms(percent=100, losing=50, winning=25, others=25)
DEALT = tuple((seat, f"p{seat}") for seat in range(1, 10))
ASKS = ("Nothing said about the jackpot?",)


class Ledger:
    """A fund that commands change."""

    def __init__(self, **policy: object) -> None:
        self.now = 1000
        self.fund = FundState()
        self.send(c.OpenFund("Bad beat", FundPolicy(**policy)))  # type: ignore[arg-type]

    def send(self, command: c.FundCommand) -> FundState:
        self.now += 1
        self.fund = run(self.fund, command, now=self.now).state
        return self.fund

    def refused(self, command: c.FundCommand) -> Refusal:
        with pytest.raises(Refusal) as refused:
            self.send(command)
        return refused.value

    def fill(self, amount: int, deposited: int | None = None) -> None:
        self.send(c.RecordCount(DAY, self.fund.day(DAY).counted + amount, 1))
        if deposited != 0:
            self.send(c.Deposit(deposited or amount, "3307", DAY))
        self.send(c.Post(amount, 0, 0, "daily", DAY))

    def claim(
        self,
        table: str = "T26",
        at: int = 500,
        terms: AwardTerms = BAD_BEAT,
        asks: tuple[str, ...] = (),
    ) -> int:
        facts = ClaimFacts(
            "bad-beat.7", "Bad beat jackpot", "primary", table, 118, 0, (3,), (8,), DEALT, at
        )
        return self.send(c.Claim(facts, terms, asks)).claims

    def hit(self, **options: object) -> int:
        number = self.claim(**options)  # type: ignore[arg-type]
        self.send(c.Watch(number, "staff.9"))
        self.send(c.Verify(number, "staff.1"))
        self.send(c.Seal(number, "0412", 52, "staff.1", "2026-12-06"))
        return number


def test_shares_of_the_reference_picture() -> None:
    ledger = Ledger()
    ledger.fill(5_548_000)
    number = ledger.hit()
    hit = ledger.fund.hit(number)
    assert hit is not None
    amounts = {share.seat: share.amount for share in hit.shares}
    assert (amounts[3], amounts[8]) == (2_774_000, 1_387_000)
    assert [amounts[seat] for seat in (1, 2, 4, 5, 6, 7)] == [198_143] * 6
    assert amounts[9] == 198_142
    assert ledger.fund.primary == 0
    assert ledger.fund.due == 5_548_000


def test_equal_losing_hands_share_their_part() -> None:
    facts = ClaimFacts("k.1", "t", "primary", "T1", 1, 0, (2, 5), (8,), DEALT, 1)
    rows = {share.seat: share for share in shares(facts, BAD_BEAT, 1001, ())}
    assert (rows[2].amount, rows[5].amount) == (251, 250)
    assert rows[8].amount == 250


def test_heads_up_the_losing_hand_gets_the_part_of_the_others() -> None:
    facts = ClaimFacts("k.1", "t", "primary", "T1", 1, 0, (2,), (8,), ((2, "a"), (8, "b")), 1)
    rows = {share.seat: share.amount for share in shares(facts, BAD_BEAT, 1000, ())}
    assert rows == {2: 750, 8: 250}


def test_share_is_paid_once_and_an_undone_payment_can_be_paid_again() -> None:
    ledger = Ledger()
    ledger.fill(100_000)
    number = ledger.hit()
    ledger.send(c.Pay(number, 1, "cash", True, DAY))
    assert ledger.refused(c.Pay(number, 1, "cash", True, DAY)).code == "share_paid"
    ledger.send(c.UndoPayment(number, 1, "not handed out", DAY))
    ledger.send(c.Pay(number, 1, "check", True, DAY))
    hit = ledger.fund.hit(number)
    assert hit is not None
    share = hit.share(1)
    assert share is not None
    assert (share.status, share.form, share.number) == ("paid", "check", 2)
    assert ledger.refused(c.UndoVerify(number, "x")).code == "share_paid"


def test_undone_verification_returns_the_money_and_the_seed() -> None:
    ledger = Ledger(seed=20_000)
    ledger.fill(100_000)
    ledger.send(c.RecordCount(DAY, 130_000, 2))
    ledger.send(c.Post(0, 0, 30_000, "daily", DAY))
    number = ledger.hit()
    assert (ledger.fund.primary, ledger.fund.reserve) == (20_000, 10_000)
    ledger.send(c.UndoVerify(number, "second deck"))
    assert (ledger.fund.primary, ledger.fund.reserve) == (100_000, 30_000)
    assert ledger.refused(c.Pay(number, 1, "cash", True, DAY)).code == "hit_decided"


def test_player_who_may_not_collect_is_held_and_no_one_else_gets_it() -> None:
    ledger = Ledger()
    ledger.fill(100_000)
    number = ledger.claim()
    ledger.send(c.Watch(number, "staff.9"))
    ledger.send(c.Verify(number, "staff.1", ("p5",)))
    ledger.send(c.Seal(number, "0412", 52, "staff.1", "2026-12-06"))
    hit = ledger.fund.hit(number)
    assert hit is not None
    assert {share.seat for share in hit.shares if share.status == "held"} == {5}
    assert sum(share.amount for share in hit.shares) == 100_000
    assert ledger.refused(c.Pay(number, 5, "cash", True, DAY)).code == "share_held"
    # Barred between verification and payment.
    ledger.send(c.Pay(number, 6, "cash", False, DAY))
    assert ledger.fund.paid == 0
    assert ledger.fund.held == 2 * 3571
    by_one = c.Release(number, 5, "ended", "staff.1", "staff.1")
    assert ledger.refused(by_one).code == "same_manager"
    ledger.send(c.Release(number, 5, "ended", "staff.2", "staff.1"))
    ledger.send(c.Pay(number, 5, "cash", True, DAY))
    ledger.send(c.Remit(number, 6, "State fund", "law", "staff.2", "staff.1"))
    assert (ledger.fund.held, ledger.fund.sent) == (0, 3571)


def test_questions_surveillance_and_two_people_come_before_verification() -> None:
    ledger = Ledger()
    ledger.fill(100_000)
    number = ledger.claim(asks=ASKS)
    verify = c.Verify(number, "staff.1")
    assert ledger.refused(verify).code == "claim_question_open"
    ledger.send(c.AnswerQuestion(number, ASKS[0], False, "dealer", "staff.1"))
    assert ledger.refused(verify).code == "answer_against"
    ledger.send(c.AnswerQuestion(number, ASKS[0], True, "dealer", "staff.1"))
    assert ledger.refused(verify).code == "not_watched"
    ledger.send(c.Watch(number, "staff.1"))
    assert ledger.refused(verify).code == "same_watcher"
    ledger.send(c.Watch(number, "staff.9"))
    ledger.send(verify)
    assert ledger.refused(verify).code == "hit_decided"


def test_payment_needs_seal_check_and_deposit() -> None:
    ledger = Ledger()
    ledger.fill(2_000_000, deposited=600_000)
    number = ledger.claim()
    ledger.send(c.Watch(number, "staff.9"))
    ledger.send(c.Verify(number, "staff.1"))
    assert ledger.refused(c.Pay(number, 1, "cash", True, DAY)).code == "not_sealed"
    ledger.send(c.Seal(number, "0412", 52, "staff.1", "2026-12-06"))
    assert ledger.refused(c.Pay(number, 3, "check", True, DAY)).code == "not_deposited"
    ledger.send(c.Deposit(1_400_000, "3308", DAY))
    assert ledger.refused(c.Pay(number, 3, "cash", True, DAY)).code == "check_needed"
    ledger.send(c.Pay(number, 3, "check", True, DAY))


def test_earlier_tap_is_decided_first_and_equal_taps_split() -> None:
    ledger = Ledger()
    ledger.fill(100_000)
    late = ledger.claim("T2", at=700)
    early = ledger.claim("T1", at=600)
    twin = ledger.claim("T3", at=600)
    for number in (late, early, twin):
        ledger.send(c.Watch(number, "staff.9"))
    assert ledger.refused(c.Verify(late, "staff.1")).code == "earlier_claim"
    ledger.send(c.Verify(early, "staff.1"))
    assert ledger.fund.due == 0, "the other claim of that moment is undecided"
    ledger.send(c.Verify(twin, "staff.1"))
    halves = [hit.amount for hit in ledger.fund.hits if hit.status == "hit"]
    assert halves == [50_000, 50_000]
    assert ledger.refused(c.Verify(late, "staff.1")).code == "pool_short"


def test_undone_verification_undoes_the_split_and_both_are_decided_again() -> None:
    ledger = Ledger()
    ledger.fill(100_000)
    half = AwardTerms(percent=50, losing=50, winning=25, others=25)
    first = ledger.claim("T1", at=600, terms=half)
    twin = ledger.claim("T3", at=600, terms=half)
    for number in (first, twin):
        ledger.send(c.Watch(number, "staff.9"))
        ledger.send(c.Verify(number, "staff.1"))
    assert ledger.fund.due == 50_000
    ledger.send(c.UndoVerify(first, "wrong hand"))
    assert [hit.status for hit in ledger.fund.hits] == ["claimed", "claimed"]
    assert (ledger.fund.primary, ledger.fund.due) == (100_000, 0)
    ledger.send(c.Refuse(first, "rule 3: three dealt in", "staff.1"))
    ledger.send(c.Verify(twin, "staff.1"))
    hit = ledger.fund.hit(twin)
    assert hit is not None
    assert hit.amount == 50_000, "the whole half is for the only hit"


def test_split_with_a_paid_share_is_not_undone() -> None:
    ledger = Ledger(seal_from=0)
    ledger.fill(100_000)
    first = ledger.hit(table="T1", at=600)
    second_claim = ledger.claim("T3", at=600)
    ledger.send(c.Watch(second_claim, "staff.9"))
    ledger.send(c.UndoVerify(first, "another claim of that moment"))
    for number in (first, second_claim):
        ledger.send(c.Verify(number, "staff.1"))
    ledger.send(c.Pay(second_claim, 1, "cash", True, DAY))
    assert ledger.refused(c.UndoVerify(first, "wrong hand")).code == "share_paid"


def test_refused_twin_leaves_the_whole_amount_to_the_other() -> None:
    ledger = Ledger()
    ledger.fill(100_000)
    first = ledger.claim("T1", at=600)
    twin = ledger.claim("T3", at=600)
    ledger.send(c.Watch(first, "staff.9"))
    ledger.send(c.Verify(first, "staff.1"))
    ledger.send(c.Refuse(twin, "rule 3: three dealt in", "staff.1"))
    hit = ledger.fund.hit(first)
    assert hit is not None
    assert hit.amount == 100_000


def test_claim_from_a_table_that_was_offline_stops_payment() -> None:
    ledger = Ledger()
    ledger.fill(100_000)
    number = ledger.hit(at=700)
    ledger.claim("T9", at=650)
    assert ledger.refused(c.Pay(number, 1, "cash", True, DAY)).code == "claim_undecided"


def test_same_board_is_claimed_once() -> None:
    ledger = Ledger()
    ledger.claim()
    assert ledger.claim() == 1
    assert len(ledger.fund.hits) == 1


def test_posting_is_bound_by_what_was_counted_or_deposited() -> None:
    ledger = Ledger()
    ledger.send(c.RecordCount(DAY, 1000, 1))
    assert ledger.refused(c.Post(901, 0, 100, "daily", DAY)).code == "post_above"
    strict = Ledger(basis="deposited")
    strict.send(c.RecordCount(DAY, 1000, 1))
    assert strict.refused(c.Post(1, 0, 0, "daily", DAY)).code == "post_above"
    strict.send(c.Deposit(600, "1", DAY))
    strict.send(c.Post(600, 0, 0, "daily", DAY))
    assert strict.refused(c.Deposit(401, "2", DAY)).code == "deposit_above"


def test_corrected_count_below_what_was_posted_is_owed_by_the_house() -> None:
    ledger = Ledger()
    ledger.fill(1000)
    ledger.send(c.RecordCount(DAY, 940, 1))
    assert (ledger.fund.owed, ledger.fund.primary, ledger.fund.difference) == (60, 1000, 0)
    ledger.send(c.RecordCount("2026-11-30", 100, 1))
    assert (ledger.fund.owed, ledger.fund.unposted) == (0, 40)


def test_fund_closes_only_empty() -> None:
    ledger = Ledger()
    ledger.fill(1000)
    refusal = ledger.refused(c.Close("season over"))
    assert (refusal.code, refusal.facts["amount"]) == ("fund_not_empty", 1000)
    ledger.send(c.Transfer("primary", 1000, "High hand", "season over", 2, "staff.2", "staff.1"))
    ledger.send(c.Close("season over"))
    assert ledger.refused(c.Deposit(1, "9", DAY)).code == "fund_closed"


def test_undone_posting_returns_to_what_was_counted() -> None:
    ledger = Ledger()
    ledger.fill(1000)
    assert ledger.refused(c.UndoPost("typed wrong", "2026-11-30")).code == "no_posting"
    ledger.send(c.UndoPost("typed wrong", DAY))
    assert (ledger.fund.primary, ledger.fund.unposted) == (0, 1000)
    assert ledger.refused(c.UndoPost("again", DAY)).code == "no_posting"


def test_undone_drop_lowers_the_day() -> None:
    ledger = Ledger()
    ledger.send(c.RecordDrop(DAY, 41, 100))
    ledger.send(c.RecordDrop(DAY, 40, 100))
    assert (ledger.fund.logged, ledger.fund.day(DAY).logged) == (40, 40)
