"""Decides commands about splash pots: a period is drawn once, and a splash is in one pot."""

from poker.handlers import DecideOn
from poker.logs.outcome import Draft
from poker.refusal import Refusal
from promotions.rules import fund_commands as c
from promotions.rules import fund_events as e
from promotions.rules.drawings import seed_hash
from promotions.rules.fund_state import FundState
from promotions.rules.mystery import promotion_of
from promotions.rules.splashes import Splash, SplashStatus, drawn_table

FundDraft = Draft[FundState, e.FundEvent]


def _commit_seed(draft: FundDraft, command: c.CommitSeed, now: int) -> None:
    """A day has one seed; a second hash changes nothing."""
    if draft.state.seed(command.gaming_day) is None:
        draft.record(e.SeedCommitted(command.gaming_day, command.hash, now))


def short_of(fund: FundState, amount: int) -> Refusal | None:
    """Return why a fund can't pay a splash pot now, `pool_short` or `not_deposited`; None if it can."""
    if fund.primary < amount:
        return Refusal("pool_short", "", pool="primary", amount=fund.primary)
    bank = fund.bank - fund.due
    if bank < amount and not fund.policy.pays_before_deposit:
        return Refusal("not_deposited", "", amount=amount, bank=max(0, bank))
    return None


def _draw(draft: FundDraft, command: c.DrawSplash, now: int) -> None:
    """Raises `Refusal`: `splash_no_seed`, `splash_seed`, `splash_no_table`, `splash_drawn`, `pool_short`,
    `not_deposited`.
    """
    fund = draft.state
    committed = fund.seed(command.gaming_day)
    if committed is None or committed.seed or committed.at > command.starts:
        raise Refusal("splash_no_seed", "", day=command.gaming_day)
    if seed_hash(command.seed) != committed.hash:
        raise Refusal("splash_seed", "", day=command.gaming_day)
    if not command.tables:
        raise Refusal("splash_no_table", "", title=command.title)
    if fund.splash_periods.get(promotion_of(command.promotion), -1) >= command.starts:
        raise Refusal("splash_drawn", "", title=command.title)
    short = short_of(fund, command.amount)
    if short is not None:
        raise short
    table = drawn_table(command.seed, command.promotion, command.starts, command.tables)
    draft.record(
        e.SplashDrawn(
            Splash(
                number=fund.splashed + 1,
                promotion=command.promotion,
                title=command.title,
                day=command.gaming_day,
                starts=command.starts,
                ends=command.ends,
                tables=command.tables,
                table=table,
                amount=command.amount,
                at=now,
            )
        )
    )


def _splash(draft: FundDraft, number: int, status: SplashStatus) -> Splash:
    """Return a splash pot with this status. Raises `Refusal`: `no_splash`, `splash_status`."""
    splash = draft.state.splash(number)
    if splash is None:
        raise Refusal("no_splash", "", number=number)
    if splash.status != status:
        raise Refusal("splash_status", "", number=number, table=splash.table, status=splash.status)
    return splash


def _pay(draft: FundDraft, command: c.PaySplash, now: int) -> None:
    """Raises `Refusal`: `no_splash`, `splash_status`."""
    splash = _splash(draft, command.splash, "due")
    slip = draft.state.slips + 1
    draft.record(e.SplashPaid(splash.number, command.hand, slip, command.day, now))


def _unpay(draft: FundDraft, command: c.UnpaySplash, now: int) -> None:
    """Raises `Refusal`: `no_splash`, `splash_status`."""
    splash = _splash(draft, command.splash, "paid")
    draft.record(e.SplashUnpaid(splash.number, command.day))


def _return(draft: FundDraft, command: c.ReturnSplash, now: int) -> None:
    """Raises `Refusal`: `no_splash`, `splash_status`."""
    splash = _splash(draft, command.splash, "due")
    draft.record(e.SplashReturned(splash.number, command.reason.strip()))


def _open_seed(draft: FundDraft, command: c.OpenSeed, now: int) -> None:
    """Raises `Refusal`: `splash_no_seed`, `splash_day_open` before the day is over, `splash_seed`."""
    committed = draft.state.seed(command.gaming_day)
    if committed is None:
        raise Refusal("splash_no_seed", "", day=command.gaming_day)
    if committed.seed:
        return
    if command.day <= command.gaming_day:
        raise Refusal("splash_day_open", "", day=command.gaming_day)
    if seed_hash(command.seed) != committed.hash:
        raise Refusal("splash_seed", "", day=command.gaming_day)
    draft.record(e.SeedOpened(command.gaming_day, command.seed))


SPLASHES: dict[type[c.FundCommand], DecideOn[FundDraft]] = {
    c.CommitSeed: _commit_seed,
    c.DrawSplash: _draw,
    c.PaySplash: _pay,
    c.UnpaySplash: _unpay,
    c.ReturnSplash: _return,
    c.OpenSeed: _open_seed,
}
