"""The public pages of a room's funds, without sign-in, and the board."""

from dataclasses import dataclass
from datetime import date, datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from journal.unix_time import milliseconds
from promotions.at_tables import key_of, period_of
from promotions.fund_statement import Movement, movements, statement_text
from promotions.funds import funds_of, load_fund
from promotions.gaming_days import gaming_day
from promotions.high_hands import leading_hand
from promotions.models import Fund, FundDay, Hit, Promotion, PromotionVersion
from promotions.pages.draw_panels import DrawPanel
from promotions.pages.fund_page import is_stale, posted_text
from promotions.pages.public_hours import hour_offers
from promotions.publishing import read_terms, version_at
from promotions.rule_texts import voiding_rules, winning_rules
from promotions.rules.fund_state import FundState
from promotions.rules.splits import split
from promotions.rules.terms import PromotionTerms
from staff.models import Room

SHOWN_HITS = 5
BARS = 31
BAR_WIDTH = 12
BAR_HEIGHT = 90


@dataclass(frozen=True, slots=True)
class Bar:
    """The drop of a day as a bar."""

    day: date
    amount: int
    x: int
    y: int
    height: int
    is_hit: bool


@dataclass(frozen=True, slots=True)
class Month:
    """Money in and out of a fund since the first of the month."""

    since: date
    before: int
    logged: int
    counted: int
    other_in: int
    paid: int
    sent: int
    after: int


@dataclass(frozen=True, slots=True)
class PublicPromotion:
    """A promotion in effect with its rules; following: the version after it."""

    promotion: Promotion
    version: PromotionVersion
    terms: PromotionTerms
    wins: list[str]
    voids: list[str]
    parts: list[tuple[str, int]]
    following: PromotionVersion | None


class PublicFund:
    """A fund as players see it."""

    def __init__(self, fund: Fund, state: FundState, now: datetime) -> None:
        self.fund = fund
        self.state = state
        self.now = now
        self.today = gaming_day(fund.room, now)
        self.movements = movements(fund)

    @property
    def draws(self) -> DrawPanel:
        return DrawPanel(self.fund, self.state, self.now)

    @property
    def posted(self) -> str:
        return posted_text(self.state, self.today)

    @property
    def is_stale(self) -> bool:
        return is_stale(self.state, self.now)

    @property
    def is_checked(self) -> bool:
        """Return whether a hit is being checked."""
        return any(hit.status in ("claimed", "verified") for hit in self.state.hits)

    @property
    def promotions(self) -> list[PublicPromotion]:
        rows = Promotion.objects.filter(fund=self.fund).order_by("pk")
        shown = (public_promotion(row, self.state, self.now) for row in rows)
        return [row for row in shown if row is not None]

    @property
    def parts(self) -> list[tuple[str, int]]:
        return next((row.parts for row in self.promotions if row.parts), [])

    @property
    def adds_up(self) -> bool:
        """Return whether all parts are in the bank."""
        return self.state.inside == self.state.bank

    @property
    def hits(self) -> list[Hit]:
        rows = Hit.objects.filter(fund=self.fund, status="hit")
        return list(rows.order_by("-at")[:SHOWN_HITS])

    @property
    def month(self) -> Month:
        today = date.fromisoformat(self.today)
        first = today.replace(day=1)
        rows = [row for row in self.movements if row.day >= first.isoformat()]
        before = [row for row in self.movements if row.day < first.isoformat()]
        counted = _sum([row for row in rows if row.event == "counted"], "came_in")
        return Month(
            since=first,
            before=before[-1].balance if before else 0,
            logged=_sum(rows, "logged"),
            counted=counted,
            other_in=_sum(rows, "came_in") - counted,
            paid=_sum(rows, "paid"),
            sent=_sum(rows, "sent"),
            after=self.state.inside,
        )

    @property
    def transfers(self) -> list[Movement]:
        return [row for row in self.movements if row.event in ("sent", "held share sent")][-5:]

    @property
    def bars(self) -> list[Bar]:
        days = list(FundDay.objects.filter(fund=self.fund).order_by("-day")[:BARS])[::-1]
        most = max((day.logged for day in days), default=0) or 1
        hit_days = {gaming_day(self.fund.room, hit.at) for hit in self.hits}
        bars = []
        for index, day in enumerate(days):
            height = max(1, max(0, day.logged) * BAR_HEIGHT // most)
            is_hit = day.day.isoformat() in hit_days
            x = index * BAR_WIDTH
            bars.append(Bar(day.day, day.logged, x, BAR_HEIGHT - height, height, is_hit))
        return bars


def public_promotion(
    promotion: Promotion, state: FundState | None, now: datetime
) -> PublicPromotion | None:
    """Return a promotion in effect; None before its first version and after its withdrawal."""
    version = version_at(promotion, now)
    if version is None:
        return None
    terms = read_terms(version.terms)
    following = promotion.versions.filter(effective_from__gt=now).order_by("number").first()
    parts = _parts(terms, state) if state is not None else []
    return PublicPromotion(
        promotion, version, terms, winning_rules(terms), voiding_rules(terms), parts, following
    )


def _parts(terms: PromotionTerms, state: FundState) -> list[tuple[str, int]]:
    if not terms.tiers:
        return []
    tier = terms.tiers[0]
    amount = state.pool(tier.pool) * tier.percent // 100
    names = [
        f"Losing hand {terms.split[0]}%",
        f"Winning hand {terms.split[1]}%",
        f"Others dealt in {terms.split[2]}%, shared",
    ]
    return list(zip(names, split(amount, terms.split), strict=True))


def _sum(rows: list[Movement], name: str) -> int:
    return sum(row.moves[name] for row in rows)


@require_GET
@never_cache
def room_funds(request: HttpRequest, room: int) -> HttpResponse:
    """Show the first fund of a room."""
    selected = get_object_or_404(Room, pk=room)
    first = Fund.objects.filter(room=selected).order_by("number").first()
    if first is not None:
        return redirect("funds:public-fund", selected.pk, first.number)
    now = timezone.now()
    return render(request, "promotions/public_fund.html", _context(selected, None, now))


@require_GET
@never_cache
def fund_page(request: HttpRequest, room: int, number: int) -> HttpResponse:
    """Show a fund: the amount first, its rules, its hits without names, its money in and out."""
    selected = get_object_or_404(Room, pk=room)
    fund = get_object_or_404(Fund, room=selected, number=number)
    now = timezone.now()
    return render(request, "promotions/public_fund.html", _context(selected, fund, now))


@require_GET
@never_cache
def ledger_file(request: HttpRequest, room: int, number: int) -> HttpResponse:
    """Return the ledger of a fund as CSV. It names no player."""
    fund = get_object_or_404(Fund.objects.select_related("room"), room=room, number=number)
    headers = {"Content-Disposition": f'attachment; filename="fund-{room}-{number}.csv"'}
    text = statement_text(movements(fund))
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


@require_GET
@never_cache
def board(request: HttpRequest, room: int) -> HttpResponse:
    """Show the amounts of a room's promotions on a screen. It loads itself again every half minute."""
    selected = get_object_or_404(Room, pk=room)
    now = timezone.now()
    today = gaming_day(selected, now)
    context = {
        "room": selected,
        "now": timezone.localtime(now),
        "funds": [
            {
                "state": state,
                "posted": posted_text(state, today),
                "is_stale": is_stale(state, now),
            }
            for _, state in funds_of(selected)
            if state.status == "open"
        ],
        "running": _running(selected, now),
    }
    return render(request, "promotions/board.html", context)


def _running(room: Room, now: datetime) -> list[dict[str, object]]:
    """Return the promotions with a period or a prize, and the minutes that are left."""
    rows = []
    for promotion in Promotion.objects.filter(room=room).order_by("pk"):
        shown = public_promotion(promotion, None, now)
        if shown is None or shown.terms.tiers:
            continue
        running = period_of(shown.terms, now)
        left = (int((running[1] - now).total_seconds()) + 59) // 60 if running else 0
        ends = timezone.localtime(running[1]) if running else None
        period_ends = milliseconds(running[1]) if running else 0
        fund = load_fund(promotion.fund_id)[1] if promotion.fund_id else FundState()
        drawn = [item for item in fund.splashes if item.ends == period_ends]
        rows.append(
            {
                "promotion": promotion,
                "terms": shown.terms,
                "left": left,
                "ends": ends,
                "drawn": [item.table for item in drawn if item.promotion == key_of(shown.version)],
                "board": fund.open_board(promotion.key),
                "leader": leading_hand(room.pk, key_of(shown.version), period_ends),
            }
        )
    return rows


def _context(room: Room, fund: Fund | None, now: datetime) -> dict[str, object]:
    funds = funds_of(room)
    state = next((state for row, state in funds if fund and row.pk == fund.pk), None)
    return {
        "room": room,
        "funds": [(row, state) for row, state in funds if state.status == "open" or row == fund],
        "fund": fund,
        "offers": hour_offers(room),
        "page": PublicFund(fund, state, now) if fund and state else None,
        "now": f"{timezone.localtime(now):%H:%M}",
    }
