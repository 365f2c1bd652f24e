"""The manager's ledger of a fund: where the money is, its gaming days, what is to do and what can't be done."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property

from django.utils import timezone

from journal.unix_time import from_milliseconds
from poker.formatting import money, smart_quotes
from promotions.funds import funds_of, load_fund
from promotions.gaming_days import gaming_day
from promotions.models import Fund, FundDay, Hit
from promotions.rules.fund_state import FundState
from promotions.rules.splits import split
from staff.models import Room, Staff
from staff.permissions import may

SHOWN_DAYS = 9
ONE_DAY = timedelta(days=1)
POOLS = (
    ("primary", "Jackpot"),
    ("secondary", "Secondary jackpot"),
    ("reserve", "Reserve"),
)


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum on top of the ledger. mark: a check mark or a warning with its note."""

    title: str
    amount: int
    note: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do: what, and why."""

    title: str
    note: str


class LedgerPage:
    """The ledger of a fund."""

    def __init__(self, fund: Fund, staff: Staff, now: datetime, *, shows_all: bool = False) -> None:
        self.fund = fund
        self.room: Room = fund.room
        self.now = now
        self.today = gaming_day(self.room, now)
        self.seq, self.state = load_fund(fund.pk)
        self.may_keep = may(staff, "promotions.keep_fund")
        self.shows_all = shows_all

    @cached_property
    def all_days(self) -> list[FundDay]:
        return list(FundDay.objects.filter(fund=self.fund).order_by("-day"))

    @property
    def days(self) -> list[FundDay]:
        return self.all_days if self.shows_all else self.all_days[:SHOWN_DAYS]

    @property
    def day_today(self) -> date:
        return date.fromisoformat(self.today)

    @property
    def hits(self) -> list[Hit]:
        return list(Hit.objects.filter(fund=self.fund).order_by("-number")[:20])

    @property
    def sums(self) -> list[Sum]:
        """Return the sums that add up to what the bank must have."""
        state = self.state
        held = sum(share.status == "held" for hit in state.hits for share in hit.shares)
        rows = [Sum(posted_title(state, self.today), state.primary)]
        if state.secondary or state.policy.secondary:
            rows.append(Sum("Secondary jackpot", state.secondary))
        rows.append(Sum("Reserve", state.reserve))
        if state.due:
            title = "Shares and splashes to pay" if state.due_splashes else "Shares to pay"
            rows.append(Sum(title, state.due))
        rows.append(Sum(f"Held, {held} share{'' if held == 1 else 's'}", state.held))
        rows.append(Sum("Not posted", state.unposted))
        rows.append(self._bank)
        rows.append(Sum("Counted against log", state.counted - state.logged, self._logged_note))
        return rows

    @property
    def _bank(self) -> Sum:
        missing = self.state.inside - self.state.bank
        if missing > 0:
            note = smart_quotes(f"{money(missing)} isn't deposited yet")
            return Sum("In the bank", self.state.bank, note, "warning")
        return Sum("In the bank", self.state.bank, "equals the ledger", "check")

    @property
    def _logged_note(self) -> str:
        return f"of {money(self.state.logged)}"

    @property
    def tasks(self) -> Iterator[Task]:
        """Yield what is to do."""
        yield from self._money_tasks()
        for hit in self.state.hits:
            if hit.status in ("claimed", "verified"):
                facts = hit.facts
                title = f"Claim {hit.number} isn't decided"
                yield Task(smart_quotes(title), f"{facts.table}, hand {facts.hand}")
            amount = sum(share.amount for share in hit.shares if share.status == "held")
            if amount:
                yield Task(f"{money(amount)} held", f"Hit {hit.number}: a player may not collect.")

    def _money_tasks(self) -> Iterator[Task]:
        state = self.state
        if state.owed:
            note = "A count was corrected below what was posted. The next counts make it up."
            yield Task(f"{money(state.owed)} is owed to the fund", note)
        if state.inside > state.bank:
            missing = state.inside - state.bank
            yield Task(f"Deposit {money(missing)}", "Counted, and not in the bank.")
        if state.available:
            note = "It is in the fund, and players don't see it yet."
            yield Task(f"Post {money(state.available)}", smart_quotes(note))
        if is_stale(state, self.now):
            yield Task("Post the amount of today", "The public page shows the amount as old.")

    @property
    def cannot(self) -> str:
        """Return why the fund can't close, "" if it can."""
        if not self.state.inside:
            return ""
        return smart_quotes(
            f"The fund can't close with {money(self.state.inside)} in it. A transfer needs a reason and a second "
            "manager, and shows on the public page."
        )

    @property
    def proposal(self) -> dict[str, int]:
        """Return what a posting adds by the policy of the fund."""
        policy = self.state.policy
        rest = 100 - policy.primary - policy.secondary
        parts = split(self.state.available, (policy.primary, policy.secondary, rest))
        return dict(zip(("primary", "secondary", "reserve"), parts, strict=True))

    @property
    def others(self) -> list[tuple[Fund, FundState]]:
        """Return the other open funds of the room, to which money can go."""
        return [
            (fund, state)
            for fund, state in funds_of(self.room)
            if fund.pk != self.fund.pk and state.status == "open"
        ]

    @property
    def can_undo_post(self) -> bool:
        posting = self.state.last_posting
        return posting is not None and posting.day == self.today


def is_stale(state: FundState, now: datetime) -> bool:
    """Return whether the posted amount is older than a day."""
    return bool(state.posted_at) and now - from_milliseconds(state.posted_at) > ONE_DAY


def posted_title(state: FundState, today: str) -> str:
    """Return when the amount was posted."""
    return f"Jackpot, {posted_text(state, today)}"


def posted_text(state: FundState, today: str) -> str:
    """Return "posted today 10:00", or another day; "not posted yet" before the first posting."""
    if not state.posted_at:
        return "not posted yet"
    local = timezone.localtime(from_milliseconds(state.posted_at))
    yesterday = (date.fromisoformat(today) - timedelta(days=1)).isoformat()
    if state.posted_day == today:
        return f"posted today {local:%H:%M}"
    if state.posted_day == yesterday:
        return f"posted yesterday {local:%H:%M}"
    return f"posted {local:%b} {local.day}, {local:%H:%M}"
