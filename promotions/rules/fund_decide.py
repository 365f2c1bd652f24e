"""Decides commands to a fund: a command becomes events, or is refused as a whole.

A share is paid once, no pool goes below zero, and money leaves a fund only to players, to another fund or to a stated
receiver with a second manager. [R] WAC 230-15-400 and 230-15-405, 25 CFR 543.12; the amounts are house choices.
"""

from poker.handlers import DecideOn
from poker.logs.outcome import Draft, Outcome
from poker.refusal import Refusal
from promotions.rules import fund_commands as c
from promotions.rules import fund_events as e
from promotions.rules.fund_evolve import evolve
from promotions.rules.fund_shares import shares
from promotions.rules.fund_state import (
    ALL,
    MOST_DAYS,
    FundPolicy,
    FundState,
    Hit,
    HitStatus,
    QuestionAnswer,
    Share,
    ShareStatus,
)
from promotions.rules.mystery_decide import MYSTERY, award_box, check_prize
from promotions.rules.splash_decide import SPLASHES
from promotions.rules.splits import split

UNDECIDED = ("claimed", "verified")


class _Draft(Draft[FundState, e.FundEvent]):
    """A fund while a command is being decided."""

    def hit(self, number: int, *statuses: HitStatus) -> Hit:
        """Return a claim with one of these statuses. Raises `Refusal`: `no_hit`, `hit_decided`."""
        hit = self.state.hit(number)
        if hit is None:
            raise Refusal("no_hit", "", number=number)
        if hit.status not in statuses:
            raise Refusal("hit_decided", "", number=number, status=hit.status)
        return hit

    def share(self, hit: Hit, seat: int, *statuses: ShareStatus) -> Share:
        """Return a share with one of these statuses. Raises `Refusal`: `no_share`, `share_paid`, `share_held`,
        `share_open`.
        """
        share = hit.share(seat)
        if share is None:
            raise Refusal("no_share", "", seat=seat)
        if share.status not in statuses:
            if share.status == "held":
                raise Refusal("share_held", "", seat=seat)
            if share.status == "open":
                raise Refusal("share_open", "", seat=seat)
            raise Refusal("share_paid", "", seat=seat, number=share.number)
        return share


def run(fund: FundState, command: c.FundCommand, *, now: int) -> Outcome[FundState, e.FundEvent]:
    """Return the events of a command and the fund after them. `now` is in Unix milliseconds. Raises `Refusal`."""
    is_opening = isinstance(command, c.OpenFund)
    if is_opening and fund.status:
        raise Refusal("fund_open", "", title=fund.title)
    if not is_opening and fund.status != "open":
        raise Refusal("fund_closed", "", title=fund.title)
    draft = _Draft(fund, evolve)
    _DECIDE[type(command)](draft, command, now)
    return draft.outcome()


def _open(draft: _Draft, command: c.OpenFund, now: int) -> None:
    _check_policy(command.policy)
    draft.record(e.FundOpened(command.title.strip(), command.policy, command.brought))


def _set_policy(draft: _Draft, command: c.SetPolicy, now: int) -> None:
    """Raises `Refusal`: `bad_policy`, `same_manager`."""
    _check_policy(command.policy)
    _check_second(command.by, command.approved)
    if command.policy != draft.state.policy:
        draft.record(e.PolicySet(command.policy, command.reason, command.approved))


def _check_policy(policy: FundPolicy) -> None:
    """Raises `Refusal`: `bad_policy`."""
    percents = (policy.percent, policy.primary, policy.secondary)
    amounts = (policy.seed, policy.cash_limit, policy.seal_from, policy.keep_days)
    is_split = policy.primary + policy.secondary <= ALL
    if any(percent < 0 or percent > ALL for percent in percents) or not is_split:
        raise Refusal("bad_policy")
    if any(amount < 0 for amount in amounts):
        raise Refusal("bad_policy")


def _record_drop(draft: _Draft, command: c.RecordDrop, now: int) -> None:
    """Raises `Refusal`: `day_closed`."""
    _check_day(draft, command.day)
    day = draft.state.day(command.day)
    if (day.logged, day.percent) != (command.amount, command.percent):
        draft.record(e.DropLogged(command.day, command.amount, command.percent))


def _record_count(draft: _Draft, command: c.RecordCount, now: int) -> None:
    """Raises `Refusal`: `day_closed`."""
    _check_day(draft, command.day)
    day = draft.state.day(command.day)
    if (day.counted, day.boxes, day.variance) != (command.amount, command.boxes, command.variance):
        draft.record(e.BoxesCounted(command.day, command.amount, command.boxes, command.variance))


def _check_day(draft: _Draft, day: str) -> None:
    days = sorted(draft.state.days)
    if len(days) == MOST_DAYS and day < days[0]:
        raise Refusal("day_closed", "", day=day)


def _deposit(draft: _Draft, command: c.Deposit, now: int) -> None:
    """Raises `Refusal`: `deposit_nothing`, `deposit_above`, `deposit_below`."""
    fund = draft.state
    if command.amount == 0:
        raise Refusal("deposit_nothing")
    if fund.deposited + command.amount > fund.counted:
        most = max(0, fund.counted - fund.deposited)
        raise Refusal("deposit_above", "", amount=command.amount, most=most)
    if fund.deposited + command.amount < 0:
        raise Refusal("deposit_below", "", amount=-command.amount, most=fund.deposited)
    draft.record(e.Deposited(command.amount, command.receipt.strip(), command.day))


def _post(draft: _Draft, command: c.Post, now: int) -> None:
    """Raises `Refusal`: `post_above`, `pool_below`."""
    fund = draft.state
    added = command.primary + command.secondary + command.reserve
    if added > fund.available:
        raise Refusal("post_above", "", amount=added, most=fund.available, basis=fund.policy.basis)
    if fund.reserve + command.reserve < 0 or added < 0:
        raise Refusal("pool_below", "", pool="reserve", most=fund.reserve)
    draft.record(
        e.AmountPosted(
            command.primary,
            command.secondary,
            command.reserve,
            command.reason.strip(),
            command.day,
            now,
        )
    )


def _undo_post(draft: _Draft, command: c.UndoPost, now: int) -> None:
    """Raises `Refusal`: `no_posting`, `pool_below`."""
    fund = draft.state
    posting = fund.last_posting
    if posting is None or posting.day != command.day:
        raise Refusal("no_posting")
    after = {
        "primary": fund.primary - posting.primary,
        "secondary": fund.secondary - posting.secondary,
        "reserve": fund.reserve - posting.reserve,
    }
    for pool, amount in after.items():
        if amount < 0:
            raise Refusal("posting_used", "", pool=pool)
    draft.record(
        e.PostingUndone(
            posting.primary, posting.secondary, posting.reserve, command.reason, posting.day
        )
    )


def _transfer(draft: _Draft, command: c.Transfer, now: int) -> None:
    """Raises `Refusal`: `same_manager`, `pool_below`, `not_deposited`."""
    fund = draft.state
    _check_second(command.by, command.approved)
    most = fund.unposted if command.pool is None else fund.pool(command.pool)
    if command.amount > most:
        raise Refusal("pool_below", "", pool=command.pool or "unposted money", most=most)
    if command.amount > fund.bank:
        raise Refusal("not_deposited", "", amount=command.amount, bank=max(0, fund.bank))
    draft.record(
        e.Transferred(
            command.pool,
            command.amount,
            command.receiver.strip(),
            command.to_fund,
            command.reason.strip(),
            command.approved,
        )
    )


def _receive(draft: _Draft, command: c.Receive, now: int) -> None:
    draft.record(e.Received(command.amount, command.sender, command.from_fund))


def _close(draft: _Draft, command: c.Close, now: int) -> None:
    """Raises `Refusal`: `fund_not_empty`, `fund_owed`, `claims_open`, `board_open`."""
    fund = draft.state
    for board in fund.boards:
        if board.is_open:
            raise Refusal("board_open", "", title=board.title)
    if any(hit.status in UNDECIDED for hit in fund.hits):
        raise Refusal("claims_open", "", title=fund.title)
    if fund.inside:
        raise Refusal("fund_not_empty", "", title=fund.title, amount=fund.inside)
    if fund.owed:
        raise Refusal("fund_owed", "", title=fund.title, amount=fund.owed)
    draft.record(e.FundClosed(command.reason.strip()))


def _claim(draft: _Draft, command: c.Claim, now: int) -> None:
    """A second claim of the same board of a hand changes nothing."""
    facts = command.facts
    if _claim_of(draft.state, facts.promotion, facts.table, facts.hand, facts.board) is not None:
        return
    number = draft.state.claims + 1
    draft.record(e.HitClaimed(number, facts, command.terms, command.asks, command.conditions))


def _claim_of(fund: FundState, promotion: str, table: str, hand: int, board: int) -> Hit | None:
    """Return the claim of a board of a hand that was not taken back."""
    key = (promotion, table, hand, board)
    return next(
        (
            hit
            for hit in fund.hits
            if hit.status != "withdrawn"
            and (hit.facts.promotion, hit.facts.table, hit.facts.hand, hit.facts.board) == key
        ),
        None,
    )


def _withdraw(draft: _Draft, command: c.Withdraw, now: int) -> None:
    """Raises `Refusal`: `claim_in_work` once someone on the floor acted on the claim."""
    hit = _claim_of(draft.state, command.promotion, command.table, command.hand, command.board)
    if hit is None:
        return
    if hit.status != "claimed" or hit.answers or hit.watched_by:
        raise Refusal("claim_in_work", "", hand=command.hand)
    draft.record(e.HitWithdrawn(hit.number, now))


def _answer(draft: _Draft, command: c.AnswerQuestion, now: int) -> None:
    """Raises `Refusal`: `no_hit`, `hit_decided`, `claim_no_question`."""
    hit = draft.hit(command.hit, "claimed")
    if command.question not in hit.asks:
        raise Refusal("claim_no_question", "", question=command.question)
    answer = QuestionAnswer(
        command.question, command.is_clear, command.asked.strip(), command.by, now
    )
    draft.record(e.QuestionAnswered(hit.number, answer))


def _watch(draft: _Draft, command: c.Watch, now: int) -> None:
    """Raises `Refusal`: `no_hit`, `hit_decided`."""
    hit = draft.hit(command.hit, "claimed")
    draft.record(e.HitWatched(hit.number, command.by, now))


def _verify(draft: _Draft, command: c.Verify, now: int) -> None:
    """Raises `Refusal`: `no_hit`, `hit_decided`, `claim_question_open`, `answer_against`, `not_watched`,
    `same_watcher`, `earlier_claim`, `pool_short`, `no_board`.
    """
    hit = draft.hit(command.hit, "claimed")
    _check_answers(hit)
    if draft.state.policy.surveillance and not hit.watched_by:
        raise Refusal("not_watched")
    if hit.watched_by and hit.watched_by == command.by:
        raise Refusal("same_watcher")
    for other in _rivals(draft.state, hit):
        if other.facts.at < hit.facts.at:
            raise Refusal("earlier_claim", "", table=other.facts.table, hand=other.facts.hand)
    _check_pool(draft.state, hit)
    draft.record(e.HitVerified(hit.number, command.by, command.barred, now))
    if not hit.terms.boxes:
        _award_group(draft, hit)
    elif hit.box:
        award_box(draft, hit.number)


def _check_pool(fund: FundState, hit: Hit) -> None:
    """Raises `Refusal`: `pool_short`, `no_board`."""
    if hit.terms.boxes:
        check_prize(fund, hit)
        return
    pool = fund.pool(hit.terms.pool)
    if pool == 0 or hit.terms.prize > pool:
        raise Refusal("pool_short", "", pool=hit.terms.pool, amount=pool)


def _check_answers(hit: Hit) -> None:
    for question in hit.asks:
        answer = hit.answer(question)
        if answer is None:
            raise Refusal("claim_question_open", "", question=question)
        if not answer.is_clear:
            raise Refusal("answer_against", "", question=question)


def _refuse(draft: _Draft, command: c.Refuse, now: int) -> None:
    """Raises `Refusal`: `no_hit`, `hit_decided`."""
    hit = draft.hit(command.hit, "claimed")
    draft.record(e.HitRefused(hit.number, command.rule.strip(), command.by, now))
    _award_group(draft, hit)


def _rivals(fund: FundState, hit: Hit) -> list[Hit]:
    """Return the other undecided claims to the same pool."""
    return [
        other
        for other in fund.hits
        if other.number != hit.number
        and other.terms.pool == hit.terms.pool
        and other.status in UNDECIDED
    ]


def _award_group(draft: _Draft, hit: Hit) -> None:
    """Fix the shares of the verified claims of one moment, once all claims of that moment are decided."""
    group = [
        other
        for other in draft.state.hits
        if other.terms.pool == hit.terms.pool
        and other.facts.at == hit.facts.at
        and other.status in UNDECIDED
        and not other.terms.boxes
    ]
    if not group or any(other.status == "claimed" for other in group):
        return
    pool = draft.state.pool(hit.terms.pool)
    for index, member in enumerate(group):
        whole = member.terms.prize or pool * member.terms.percent // ALL
        amount = split(min(whole, pool), [1] * len(group))[index]
        rows = shares(member.facts, member.terms, amount, member.barred)
        is_last = index == len(group) - 1
        seeded = _seed(draft.state, member, amount) if is_last else 0
        draft.record(e.HitAwarded(member.number, amount, seeded, rows))


def _seed(fund: FundState, hit: Hit, amount: int) -> int:
    """Return what the reserve adds, so that the next jackpot starts at the house's amount."""
    if hit.terms.pool != "primary" or hit.terms.prize:
        return 0
    missing = fund.policy.seed - (fund.primary - amount)
    return min(fund.reserve, max(0, missing))


def _undo_verify(draft: _Draft, command: c.UndoVerify, now: int) -> None:
    """Undo a verification, and those of the hits that split with it: all of them are decided again.

    Raises `Refusal`: `no_hit`, `hit_decided`, `share_paid`, `undo_too_late`.
    """
    hit = draft.hit(command.hit, "hit", "verified")
    group = [hit, *_split_with(draft.state, hit)]
    for member in group:
        for share in member.shares:
            if share.status in ("paid", "remitted"):
                raise Refusal("share_paid", "", seat=share.seat, number=share.number)
    if draft.state.primary < sum(member.seeded for member in group):
        raise Refusal("undo_too_late", "", number=hit.number)
    for member in group:
        draft.record(e.VerificationUndone(member.number, command.reason.strip()))


def _split_with(fund: FundState, hit: Hit) -> list[Hit]:
    """Return the other hits of the same moment and pool, which divided the award."""
    if hit.status != "hit" or hit.terms.boxes:
        return []
    return [
        other
        for other in fund.hits
        if other.number != hit.number
        and other.status == "hit"
        and other.terms.pool == hit.terms.pool
        and other.facts.at == hit.facts.at
        and not other.terms.boxes
    ]


def _seal(draft: _Draft, command: c.Seal, now: int) -> None:
    """Raises `Refusal`: `no_hit`, `hit_decided`."""
    hit = draft.hit(command.hit, "claimed", "verified", "hit")
    draft.record(
        e.HitSealed(
            hit.number, command.envelope.strip(), command.deck, command.by, command.kept_until
        )
    )


def _pay(draft: _Draft, command: c.Pay, now: int) -> None:
    """Raises `Refusal`: `no_hit`, `hit_decided`, `no_share`, `share_paid`, `share_held`, `not_sealed`, `check_needed`,
    `not_deposited`, `claim_undecided`.
    """
    hit = draft.hit(command.hit, "hit")
    share = draft.share(hit, command.seat, "open")
    if not command.may_collect:
        draft.record(e.ShareHeld(hit.number, share.seat, ""))
        return
    _check_payment(draft.state, hit, share, command.form)
    draft.record(
        e.SharePaid(hit.number, share.seat, command.form, draft.state.slips + 1, command.day, now)
    )


def _check_payment(fund: FundState, hit: Hit, share: Share, form: str) -> None:
    policy = fund.policy
    for other in _rivals(fund, hit):
        if other.facts.at <= hit.facts.at:
            raise Refusal("claim_undecided", "", table=other.facts.table, hand=other.facts.hand)
    if policy.seal_from and hit.amount >= policy.seal_from and not hit.envelope:
        raise Refusal("not_sealed", "", amount=policy.seal_from)
    if policy.cash_limit and share.amount > policy.cash_limit and form != "check":
        raise Refusal("check_needed", "", amount=share.amount, most=policy.cash_limit)
    if share.amount > fund.bank and not policy.pays_before_deposit:
        raise Refusal("not_deposited", "", amount=share.amount, bank=max(0, fund.bank))


def _undo_payment(draft: _Draft, command: c.UndoPayment, now: int) -> None:
    """Raises `Refusal`: `no_hit`, `hit_decided`, `no_share`, `share_open`, `share_held`."""
    hit = draft.hit(command.hit, "hit")
    share = draft.share(hit, command.seat, "paid")
    draft.record(e.PaymentUndone(hit.number, share.seat, command.reason.strip(), command.day))


def _hold(draft: _Draft, command: c.Hold, now: int) -> None:
    """Raises `Refusal`: `no_hit`, `hit_decided`, `no_share`, `share_paid`, `share_held`."""
    hit = draft.hit(command.hit, "hit")
    share = draft.share(hit, command.seat, "open")
    draft.record(e.ShareHeld(hit.number, share.seat, command.reason.strip()))


def _release(draft: _Draft, command: c.Release, now: int) -> None:
    """Raises `Refusal`: `no_hit`, `hit_decided`, `no_share`, `share_paid`, `share_open`, `same_manager`."""
    _check_second(command.by, command.approved)
    hit = draft.hit(command.hit, "hit")
    share = draft.share(hit, command.seat, "held")
    draft.record(e.ShareReleased(hit.number, share.seat, command.reason.strip(), command.approved))


def _remit(draft: _Draft, command: c.Remit, now: int) -> None:
    """Raises `Refusal`: `no_hit`, `hit_decided`, `no_share`, `share_paid`, `share_open`, `same_manager`,
    `not_deposited`.
    """
    _check_second(command.by, command.approved)
    hit = draft.hit(command.hit, "hit")
    share = draft.share(hit, command.seat, "held")
    if share.amount > draft.state.bank:
        bank = max(0, draft.state.bank)
        raise Refusal("not_deposited", "", amount=share.amount, bank=bank)
    draft.record(
        e.ShareRemitted(
            hit.number,
            share.seat,
            command.receiver.strip(),
            command.reason.strip(),
            command.approved,
        )
    )


def _check_second(by: str, approved: str) -> None:
    """Raises `Refusal`: `same_manager`."""
    if not approved or approved == by:
        raise Refusal("same_manager")


_DECIDE: dict[type[c.FundCommand], DecideOn[_Draft]] = {
    c.OpenFund: _open,
    c.SetPolicy: _set_policy,
    c.RecordDrop: _record_drop,
    c.RecordCount: _record_count,
    c.Deposit: _deposit,
    c.Post: _post,
    c.UndoPost: _undo_post,
    c.Transfer: _transfer,
    c.Receive: _receive,
    c.Close: _close,
    c.Claim: _claim,
    c.AnswerQuestion: _answer,
    c.Watch: _watch,
    c.Verify: _verify,
    c.Refuse: _refuse,
    c.Withdraw: _withdraw,
    c.UndoVerify: _undo_verify,
    c.Seal: _seal,
    c.Pay: _pay,
    c.UndoPayment: _undo_payment,
    c.Hold: _hold,
    c.Release: _release,
    c.Remit: _remit,
    **SPLASHES,
    **MYSTERY,
}
