"""Laws of funds: every cent is in one place, no share is paid twice, nothing goes below zero."""

from hypothesis import given, settings
from hypothesis import strategies as st

from poker.refusal import Refusal
from promotions.rules import fund_commands as c
from promotions.rules import fund_events as e
from promotions.rules.drawings import seed_hash
from promotions.rules.fund_codec import FUND
from promotions.rules.fund_decide import run
from promotions.rules.fund_evolve import evolve
from promotions.rules.fund_shares import shares
from promotions.rules.fund_state import AwardTerms, ClaimFacts, FundPolicy, FundState
from promotions.rules.splits import part_of_percents, split

PLACES = ("unposted", "primary", "secondary", "reserve", "due", "held", "paid", "sent", "owed")
DAYS = ("2026-11-28", "2026-11-29")
amounts = st.integers(0, 3000)
seats = st.integers(1, 4)
hits = st.sampled_from([1, 1, 1, 2, 3])


def claim_of(table: str, at: int, terms: AwardTerms) -> c.Claim:
    dealt = ((1, "p1"), (2, "p2"), (3, "p3"), (4, "p4"))
    facts = ClaimFacts("bbj.1", "Bad beat", "primary", table, 7, 0, (2,), (3,), dealt, at)
    return c.Claim(facts, terms)


terms = st.sampled_from(
    [
        AwardTerms(percent=100, losing=50, winning=25, others=25),
        AwardTerms(pool="secondary", percent=50, losing=40, winning=30, others=30),
        AwardTerms(prize=500),
        AwardTerms(boxes=True),
    ]
)
SEED = "5a" * 32
numbers = st.integers(1, 3)
commands: st.SearchStrategy[c.FundCommand] = st.one_of(
    st.builds(c.RecordDrop, st.sampled_from(DAYS), amounts, st.just(100)),
    st.builds(c.RecordCount, st.sampled_from(DAYS), amounts, st.just(1), st.just(0)),
    st.builds(c.Deposit, st.integers(-500, 3000), st.just("slip"), st.sampled_from(DAYS)),
    st.builds(
        c.Post, amounts, amounts, st.integers(-500, 500), st.just("day"), st.sampled_from(DAYS)
    ),
    st.builds(c.UndoPost, st.just("typed wrong"), st.sampled_from(DAYS)),
    st.builds(
        c.Transfer,
        st.sampled_from([None, "primary", "secondary", "reserve"]),
        st.integers(1, 900),
        st.just("High hand"),
        st.just("reason"),
        st.just(2),
        st.just("staff.2"),
        st.just("staff.1"),
    ),
    st.builds(c.Receive, st.integers(1, 900), st.just("High hand"), st.just(2)),
    st.builds(claim_of, st.sampled_from(["T1", "T2"]), st.integers(1, 2), terms),
    st.builds(c.Verify, hits, st.just("staff.1"), st.sampled_from([(), ("p1",), ("p2", "p3")])),
    st.builds(c.Refuse, hits, st.just("rule 4"), st.just("staff.1")),
    st.builds(c.UndoVerify, hits, st.just("wrong hand")),
    st.builds(
        c.Pay, hits, seats, st.just("cash"), st.sampled_from([True, True, False]), st.just(DAYS[1])
    ),
    st.builds(c.UndoPayment, hits, seats, st.just("not handed out"), st.just(DAYS[1])),
    st.builds(c.Hold, hits, seats, st.just("staff")),
    st.builds(c.Release, hits, seats, st.just("ended"), st.just("staff.2"), st.just("staff.1")),
    st.builds(
        c.Remit,
        hits,
        seats,
        st.just("Problem gambling fund"),
        st.just("law"),
        st.just("staff.2"),
        st.just("staff.1"),
    ),
    st.builds(c.Close, st.just("over")),
)
draws: st.SearchStrategy[c.FundCommand] = st.one_of(
    st.builds(c.CommitSeed, st.sampled_from(DAYS), st.just(seed_hash(SEED))),
    st.builds(
        c.DrawSplash,
        st.sampled_from(["splash.1", "splash.2", "other.1"]),
        st.just("Splash"),
        st.sampled_from(DAYS),
        st.integers(5, 60),
        st.just(90),
        st.just(("T1", "T2")),
        st.integers(1, 900),
        st.just(SEED),
    ),
    st.builds(c.PaySplash, numbers, st.just(7), st.just(DAYS[1])),
    st.builds(c.UnpaySplash, numbers, st.just(DAYS[1])),
    st.builds(c.ReturnSplash, numbers, st.just("the table closed")),
    st.builds(c.OpenSeed, st.sampled_from(DAYS), st.just(SEED), st.just("2026-11-30")),
    st.builds(
        c.LayBoard,
        st.just("bbj.1"),
        st.just("Boxes"),
        st.sampled_from([(500, 100), (300, 200, 100)]),
        st.just(seed_hash(SEED)),
    ),
    st.builds(c.PickBox, hits, numbers, st.just("staff.4"), st.just(SEED)),
    st.builds(c.RetireBoard, numbers, st.just("over"), st.just(SEED)),
)
policies = st.builds(
    FundPolicy,
    seed=st.sampled_from([0, 400]),
    basis=st.sampled_from(["counted", "deposited"]),
    pays_before_deposit=st.booleans(),
    cash_limit=st.just(0),
    seal_from=st.just(0),
    surveillance=st.just(False),
)


SETUP: tuple[c.FundCommand, ...] = (
    c.RecordCount(DAYS[0], 2500, 1),
    c.Deposit(2500, "slip", DAYS[0]),
    c.Post(1500, 500, 500, "daily", DAYS[0]),
    c.CommitSeed(DAYS[0], seed_hash(SEED)),
    c.LayBoard("bbj.1", "Boxes", (300, 200, 100), seed_hash(SEED)),
    claim_of("T1", 1, AwardTerms(percent=100, losing=50, winning=25, others=25)),
    c.Verify(1, "staff.1", ("p4",)),
)


def check(fund: FundState) -> None:
    assert fund.difference == 0
    assert all(getattr(fund, place) >= 0 for place in PLACES)
    shares_of_hits = [share for hit in fund.hits for share in hit.shares]
    open_shares = sum(share.amount for share in shares_of_hits if share.status == "open")
    assert fund.due == open_shares + sum(splash.amount for splash in fund.due_splashes)
    assert fund.held == sum(share.amount for share in shares_of_hits if share.status == "held")
    for hit in fund.hits:
        if hit.box:
            assert fund.board(hit.board) is not None
        if hit.shares:
            assert sum(share.amount for share in hit.shares) == hit.amount
    if fund.status == "closed":
        assert fund.inside == 0


@settings(max_examples=300, deadline=None)
@given(policies, st.integers(0, 2000), st.booleans(), st.lists(commands | draws, max_size=40))
def test_every_cent_is_in_one_place(
    policy: FundPolicy, brought: int, starts_with_hit: bool, sent: list[c.FundCommand]
) -> None:
    fund = run(FundState(), c.OpenFund("Bad beat", policy, brought), now=1).state
    for command in SETUP if starts_with_hit else ():
        fund = run(fund, command, now=5).state
    replayed = fund
    paid: dict[tuple[int, int], int] = {}
    for index, command in enumerate(sent):
        try:
            outcome = run(fund, command, now=index + 10)
        except Refusal:
            continue
        for event in outcome.events:
            name, version, data = FUND.encode_event(event)
            replayed = evolve(replayed, FUND.decode_event(name, version, data))
            check(replayed)
            if isinstance(event, e.SharePaid):
                key = (event.hit, event.seat)
                paid[key] = paid.get(key, 0) + 1
            elif isinstance(event, e.PaymentUndone):
                paid[event.hit, event.seat] -= 1
            assert all(0 <= count <= 1 for count in paid.values())
        fund = outcome.state
        assert replayed == fund
        assert FUND.decode_state(FUND.encode_state(fund)) == fund
        if not policy.pays_before_deposit:
            assert fund.paid + fund.sent <= fund.brought + fund.received + max(
                fund.deposited, fund.counted
            )


@given(st.integers(0, 10**9), st.lists(st.integers(0, 100), min_size=1, max_size=9))
def test_splits_add_up(amount: int, weights: list[int]) -> None:
    parts = split(amount, weights)
    assert sum(parts) == (amount if sum(weights) else 0)
    assert all(part >= 0 for part in parts)
    exact = [amount * weight / (sum(weights) or 1) for weight in weights]
    assert all(abs(part - share) < 1.01 for part, share in zip(parts, exact, strict=True))


@given(st.integers(-5000, 10**7), st.lists(st.integers(0, 50), min_size=2, max_size=4))
def test_funds_of_a_room_divide_its_drop_without_a_rest(amount: int, percents: list[int]) -> None:
    percents = [*percents, 0]
    rest = 100 - sum(percents)
    if rest < 0:
        return
    percents[-1] = rest
    parts = [part_of_percents(amount, percents, index) for index in range(len(percents))]
    assert sum(parts) == amount


@given(
    st.integers(1, 10**8),
    st.lists(st.integers(1, 10), min_size=2, max_size=10, unique=True),
    st.integers(1, 3),
)
def test_shares_add_up_and_are_equal_to_a_cent(amount: int, dealt: list[int], losers: int) -> None:
    losing = tuple(dealt[: min(losers, len(dealt) - 1)])
    winning = (dealt[len(losing)],)
    facts = ClaimFacts(
        "bbj.1",
        "Bad beat",
        "primary",
        "T1",
        1,
        0,
        losing,
        winning,
        tuple((seat, f"p{seat}") for seat in dealt),
        1,
    )
    rows = shares(facts, AwardTerms(percent=100, losing=50, winning=25, others=25), amount, ())
    assert sum(share.amount for share in rows) == amount
    others = [share.amount for share in rows if share.part == "other"]
    assert not others or max(others) - min(others) <= 1


def accepted(
    sent_commands: st.SearchStrategy[c.FundCommand], begin: tuple[c.FundCommand, ...] = SETUP
) -> set[type[e.FundEvent]]:
    """Return the kinds of events of random commands. A law is worth nothing if its commands are all refused."""
    kinds: set[type[e.FundEvent]] = set()

    @settings(max_examples=500, deadline=None, derandomize=True, database=None)
    @given(policies, st.lists(sent_commands, min_size=10, max_size=40))
    def collect(policy: FundPolicy, sent: list[c.FundCommand]) -> None:
        fund = run(FundState(), c.OpenFund("Bad beat", policy, 500), now=1).state
        for command in (*begin, *sent):
            try:
                outcome = run(fund, command, now=5)
            except Refusal:
                continue
            kinds.update(type(event) for event in outcome.events)
            fund = outcome.state

    collect()
    return kinds


def test_payments_holds_and_undos_are_among_the_commands_of_the_law() -> None:
    assert {
        e.SharePaid,
        e.PaymentUndone,
        e.ShareHeld,
        e.ShareReleased,
        e.ShareRemitted,
        e.VerificationUndone,
        e.HitAwarded,
        e.Transferred,
        e.PostingUndone,
    } <= accepted(commands)


def test_splashes_and_boxes_are_among_the_commands_of_the_law() -> None:
    claim = claim_of("T1", 1, AwardTerms(boxes=True))
    begin = (*SETUP[:5], claim, c.Verify(1, "staff.1"))
    assert {
        e.SplashDrawn,
        e.SplashPaid,
        e.SplashUnpaid,
        e.SplashReturned,
        e.SeedOpened,
        e.BoardLaid,
        e.BoxTaken,
        e.BoardOpened,
    } <= accepted(draws, begin)
