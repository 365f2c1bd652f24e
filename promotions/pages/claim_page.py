"""The claim page of the floor: what the log has, what people answered, the shares."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.utils import timezone

from journal.unix_time import from_milliseconds
from players.models import Player
from players.roster import player_known
from poker.formatting import money
from poker.refusal import Refusal
from promotions.funds import load_fund, reason_not_to_collect
from promotions.models import Fund
from promotions.rules.fund_shares import shares
from promotions.rules.fund_state import ALL, Hit, QuestionAnswer, Share
from promotions.settled_hits import settled_hit
from staff.models import Staff
from staff.permissions import may

CHECK_WITHIN = timedelta(hours=24)  # [R] WAC 230-15-405
VERDICTS = {
    "refused": "Refused",
    "withdrawn": "Taken back",
    "hit": "Hit",
    "verified": "Verified, waits for a claim of the same moment",
}
PARTS = {"losing": "losing", "winning": "winning", "other": "dealt in"}


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A question to people with its answer. is_next: the first one without an answer."""

    question: str
    answer: QuestionAnswer | None
    by: str
    at: datetime | None
    is_next: bool


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A share by name. needs_check: above what is paid in cash or chips; why: it is held, for managers only."""

    share: Share
    name: str
    part: str
    needs_check: bool
    check_by: datetime | None
    paid_at: datetime | None
    why: str


class ClaimPage:
    """A claim on a fund. Raises `Refusal`: `no_hit`."""

    def __init__(self, fund: Fund, number: int, staff: Staff) -> None:
        self.fund = fund
        self.seq, self.state = load_fund(fund.pk)
        kept = self.state.hit(number)
        hit = kept or settled_hit(fund.pk, self.seq, number)
        if hit is None:
            raise Refusal("no_hit", "", number=number)
        self.hit: Hit = hit
        # A settled claim that the state no longer keeps can be read and printed, and not changed.
        self.may_verify = kept is not None and may(staff, "promotions.verify_hit")
        self.may_pay = kept is not None and may(staff, "promotions.pay_share")
        self.may_keep = kept is not None and may(staff, "promotions.keep_fund")

    @property
    def claimed_at(self) -> datetime:
        return from_milliseconds(self.hit.facts.at)

    @cached_property
    def decided_at(self) -> datetime | None:
        return from_milliseconds(self.hit.decided_at) if self.hit.decided_at else None

    @cached_property
    def watched_at(self) -> datetime | None:
        return from_milliseconds(self.hit.watched_at) if self.hit.watched_at else None

    @property
    def decided_by(self) -> str:
        return staff_alias(self.hit.decided_by)

    @property
    def watched_by(self) -> str:
        return staff_alias(self.hit.watched_by)

    @property
    def amount(self) -> int:
        """Return what the hit pays, or would pay now."""
        if self.hit.status == "hit":
            return self.hit.amount
        terms = self.hit.terms
        pool = self.state.pool(terms.pool)
        return min(pool, terms.prize or pool * terms.percent // ALL)

    @cached_property
    def questions(self) -> list[QuestionRow]:
        rows = []
        is_open_before = False
        for question in self.hit.asks:
            answer = self.hit.answer(question)
            is_next = answer is None and not is_open_before
            is_open_before = is_open_before or answer is None
            by = staff_alias(answer.by) if answer else ""
            at = from_milliseconds(answer.at) if answer else None
            rows.append(QuestionRow(question, answer, by, at, is_next))
        return rows

    @property
    def answered(self) -> int:
        return sum(row.answer is not None for row in self.questions)

    @property
    def missing(self) -> int:
        """Return how many answers are missing, surveillance included."""
        watch = self.state.policy.surveillance and not self.hit.watched_by
        return len(self.questions) - self.answered + watch

    @property
    def is_against(self) -> bool:
        return any(row.answer is not None and not row.answer.is_clear for row in self.questions)

    @cached_property
    def shares(self) -> list[ShareRow]:
        """Return the shares, before verification those of all players alike: no one is marked at the table."""
        hit = self.hit
        rows = hit.shares or shares(hit.facts, hit.terms, self.amount, ())
        return [self._row(share) for share in rows]

    def _row(self, share: Share) -> ShareRow:
        limit = self.state.policy.cash_limit
        needs_check = bool(limit) and share.amount > limit
        check_by = self.decided_at + CHECK_WITHIN if needs_check and self.decided_at else None
        paid_at = from_milliseconds(share.at) if share.at else None
        percent = {"losing": self.hit.terms.losing, "winning": self.hit.terms.winning}
        part = PARTS[share.part]
        if share.part in percent and self.hit.terms.percent:
            part = f"{part} {percent[share.part]}%"
        why = self._why_held(share) if self.may_keep and share.status == "held" else ""
        return ShareRow(share, player_name(share), part, needs_check, check_by, paid_at, why)

    def _why_held(self, share: Share) -> str:
        if share.reason:
            return share.reason
        reason = reason_not_to_collect(share.player, self.fund.room_id, timezone.now())
        return reason or "nothing in the registry is against it now"

    def sum_of(self, status: str) -> int:
        return sum(share.amount for share in self.hit.shares if share.status == status)

    @property
    def paid(self) -> int:
        return self.sum_of("paid") + self.sum_of("remitted")

    @property
    def held(self) -> int:
        return self.sum_of("held")

    @property
    def open(self) -> int:
        return self.sum_of("open")

    @property
    def open_count(self) -> int:
        return sum(share.status == "open" for share in self.hit.shares)

    @property
    def paid_count(self) -> int:
        return sum(share.status == "paid" for share in self.hit.shares)

    @property
    def held_rows(self) -> list[ShareRow]:
        return [row for row in self.shares if row.share.status == "held"]

    @property
    def needs_seal(self) -> bool:
        limit = self.state.policy.seal_from
        return bool(limit) and self.amount >= limit and not self.hit.envelope

    @property
    def unmet(self) -> str:
        """Return the first condition that the log is against, "" if there is none."""
        return next((item.title for item in self.hit.conditions if item.met is False), "")

    @property
    def verdict(self) -> str:
        """Return the state of the claim in a few words."""
        if self.hit.status == "verified" and self.hit.terms.boxes:
            return "Verified: the player picks a box"
        if self.hit.status in VERDICTS:
            return VERDICTS[self.hit.status]
        if self.is_against:
            return "An answer is against it"
        if self.unmet:
            return f"The log is against it: {self.unmet}"
        if self.missing:
            return (
                f"Eligible so far, {self.missing} answer{'' if self.missing == 1 else 's'} missing"
            )
        return "Eligible"

    @property
    def total_text(self) -> str:
        return f"{money(self.paid)} paid, {money(self.held)} held, {money(self.open)} to pay"


def player_name(share: Share) -> str:
    """Return the alias of a share's player, or the seat of an unnamed one."""
    player: Player | None = player_known(share.player) if share.player else None
    return player.alias if player else f"Seat {share.seat}"


def staff_alias(key: str) -> str:
    """Return the alias of a staff member by the key in a log."""
    number = key.removeprefix("staff.")
    if number == key or not number.isdecimal():
        return key
    return Staff.objects.filter(pk=int(number)).values_list("alias", flat=True).first() or key


def local(moment: datetime) -> str:
    """Return the time of a slip."""
    shown = timezone.localtime(moment)
    return f"{shown:%b} {shown.day}, {shown:%Y, %H:%M}"
