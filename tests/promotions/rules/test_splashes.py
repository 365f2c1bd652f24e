"""Splash pots by the rules: the draw follows from the committed seed, and each cent is in one place."""

from hashlib import sha256
from hmac import digest

import pytest

from poker.refusal import Refusal
from promotions.rules import fund_commands as c
from promotions.rules import fund_events as e
from promotions.rules.drawings import seed_hash
from promotions.rules.fund_decide import run
from promotions.rules.fund_state import FundPolicy, FundState
from promotions.rules.splashes import drawn_table

DAY = "2026-11-29"
NEXT = "2026-11-30"
SEED = "5a" * 32
TABLES = ("T1", "T2", "T3")


class Fund:
    """A fund that commands change, with the seed of its day committed."""

    def __init__(self, primary: int = 50_000, **policy: object) -> None:
        self.now = 1000
        self.state = FundState()
        self.events: list[e.FundEvent] = []
        self.send(c.OpenFund("Splash", FundPolicy(**policy), primary))  # type: ignore[arg-type]
        self.send(c.Post(primary, 0, 0, "opening", DAY))
        self.send(c.CommitSeed(DAY, seed_hash(SEED)))

    def send(self, command: c.FundCommand) -> None:
        self.now += 1
        outcome = run(self.state, command, now=self.now)
        self.state = outcome.state
        self.events.extend(outcome.events)
        assert self.state.difference == 0

    def code(self, command: c.FundCommand) -> str:
        with pytest.raises(Refusal) as refused:
            self.send(command)
        return refused.value.code

    @property
    def money(self) -> tuple[int, int, int]:
        return self.state.primary, self.state.due, self.state.paid


def draw(starts: int = 2000, amount: int = 10_000, **changes: object) -> c.DrawSplash:
    fields: dict[str, object] = {
        "promotion": "splash.1",
        "title": "Splash",
        "gaming_day": DAY,
        "starts": starts,
        "ends": starts + 60,
        "tables": TABLES,
        "amount": amount,
        "seed": SEED,
    }
    return c.DrawSplash(**(fields | changes))  # type: ignore[arg-type]


def test_the_published_method_gives_the_table() -> None:
    """Computed as the public page explains it, without the slice's own functions."""
    entries = sha256("".join(f"{table}\t1\n" for table in TABLES).encode()).hexdigest()
    message = f"splash.1 2000\n{entries}\n0\n0"
    value = int.from_bytes(digest(bytes.fromhex(SEED), message.encode(), "sha256"), "big")
    assert drawn_table(SEED, "splash.1", 2000, TABLES) == TABLES[value % 3]


def test_every_table_has_the_same_chance() -> None:
    counts = dict.fromkeys(TABLES, 0)
    for starts in range(3000):
        counts[drawn_table(SEED, "splash.1", starts, TABLES)] += 1
    assert all(900 < count < 1100 for count in counts.values())


def test_money_goes_from_the_jackpot_to_due_to_paid_and_back() -> None:
    fund = Fund()
    fund.send(draw())
    assert fund.money == (40_000, 10_000, 0)
    fund.send(c.PaySplash(1, 118, DAY))
    assert fund.money == (40_000, 0, 10_000)
    assert fund.state.day(DAY).paid == 10_000
    splash = fund.state.splash(1)
    assert splash is not None
    assert (splash.status, splash.hand, splash.slip) == ("paid", 118, 1)
    fund.send(c.UnpaySplash(1, DAY))
    assert fund.money == (40_000, 10_000, 0)
    fund.send(c.PaySplash(1, 118, DAY))
    assert fund.code(c.PaySplash(1, 118, DAY)) == "splash_status"
    fund.send(draw(starts=2060))
    fund.send(c.ReturnSplash(2, "the table closed"))
    assert fund.money == (40_000, 0, 10_000)
    assert fund.code(c.ReturnSplash(2, "again")) == "splash_status"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (draw(starts=500), "splash_no_seed"),  # the seed came after the period began
        (draw(gaming_day=NEXT), "splash_no_seed"),
        (draw(seed="6b" * 32), "splash_seed"),
        (draw(tables=()), "splash_no_table"),
        (draw(amount=60_000), "pool_short"),
        (c.PaySplash(7, 1, DAY), "no_splash"),
        (c.OpenSeed(DAY, SEED, DAY), "splash_day_open"),
        (c.OpenSeed(DAY, "6b" * 32, NEXT), "splash_seed"),
    ],
)
def test_refused(command: c.FundCommand, code: str) -> None:
    assert Fund().code(command) == code


def test_a_period_is_drawn_once_also_by_a_new_version() -> None:
    fund = Fund()
    fund.send(draw())
    assert fund.code(draw()) == "splash_drawn"
    assert fund.code(draw(promotion="splash.2")) == "splash_drawn"
    fund.send(draw(promotion="other.1"))


def test_money_that_is_not_in_the_bank_is_not_drawn() -> None:
    fund = Fund(primary=15_000)
    fund.send(c.RecordCount(DAY, 30_000, 1))
    fund.send(c.Post(30_000, 0, 0, "daily", DAY))
    fund.send(draw())
    assert fund.code(draw(starts=2060)) == "not_deposited"


def test_an_opened_seed_draws_nothing_any_longer() -> None:
    fund = Fund()
    fund.send(c.OpenSeed(DAY, SEED, NEXT))
    assert fund.code(draw()) == "splash_no_seed"
    committed = fund.state.seed(DAY)
    assert committed is not None
    assert committed.seed == SEED
