"""Promotions of a night: two funds, a bad beat, an hourly high hand and splash pots, up to the last payment."""

from datetime import timedelta
from functools import partial

from msgspec.structs import replace

from poker.logs.codec import tag
from poker.promotion_terms import HandFloor
from poker.view.model import present
from promotions.fund_ledger import record_days
from promotions.funds import fund_create, fund_execute, load_fund, signer
from promotions.models import Fund
from promotions.pages.promotion_form import first_terms
from promotions.publishing import promotion_create, version_publish
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import ALL, FundPolicy, Hit, PaymentForm
from promotions.rules.terms import PromotionTerms, Schedule
from promotions.splash_pots import open_seeds
from promotions.table_sync import sync_room
from rulings.calls.models import Call
from rulings.calls.responses import call_answer
from school.hands.play import TapRequest, Taps, View, take_promotions
from staff.permissions import Permission
from tools.simulation.clock import Process
from tools.simulation.night import Night, SimulatedTable
from tools.simulation.room_setup import StaffMember

JACKPOT = 2_000_000  # what the funds bring along
HIGH_HANDS = 500_000
PRIZE = 10_000
SPLASH = 5_000  # of a period, at a table of four
EVERY = 600.0  # seconds between two comparisons of the tables with their promotions
BANKED = 0.95  # part of the night after which the day's money is deposited and posted
FORMS: tuple[PaymentForm, ...] = ("cash", "chips")  # of a share that needs no check
DEALT_IN = 5  # players at the table of the bad beat
# The hands of the bad beat: quad tens beaten by a straight flush.
BOARD = ("Td", "Ts", "Js", "Qs", "4h")
LOSING = ("Th", "Tc")
WINNING = ("9s", "8s")


class Promotions:
    """The managers, the floor and the desk as they keep funds, decide claims and pay shares."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("promotions")
        self.room = night.house.room
        self.funds: list[Fund] = []
        self.decided: set[tuple[int, int]] = set()  # claims that someone of the floor has taken
        self.beat_at = night.seconds * self.rng.uniform(0.2, 0.35)
        self.is_beaten = False

    def begin(self) -> None:
        """Open the funds with their money, and publish the promotions; tables get them when they open."""
        jackpot = self._open("Bad beat jackpot", FundPolicy(percent=75), JACKPOT)
        self._publish(jackpot, first_terms("bad_beat", "Bad beat jackpot"))
        policy = FundPolicy(percent=25, surveillance=False)
        high_hands = self._open("High hand", policy, HIGH_HANDS)
        terms = replace(
            first_terms("high_hand", "Hourly high hand"),
            floor=HandFloor("full_house"),
            prize=PRIZE,
            schedule=Schedule(every=60),
        )
        self._publish(high_hands, terms)
        splash = replace(
            first_terms("splash", "Splash pot"), games=(), prize=SPLASH, schedule=Schedule(every=60)
        )
        self._publish(high_hands, splash)

    def _open(self, title: str, policy: FundPolicy, amount: int) -> Fund:
        night = self.night
        manager = night.house.managers[0]
        fund = night.do(
            f"fund {title}",
            lambda: fund_create(
                room=self.room,
                title=title,
                policy=policy,
                brought=amount,
                actor=manager.staff.key,
                now=night.now,
            ),
        )
        assert fund is not None
        self.funds.append(fund)
        self._send(fund, c.Post(amount, 0, 0, "opening"), manager)
        return fund

    def _publish(self, fund: Fund, terms: PromotionTerms) -> None:
        """Draft a promotion as a manager, and publish it as another one."""
        night = self.night
        manager, second = night.house.managers
        promotion = night.do(
            f"draft of {terms.title}",
            lambda: promotion_create(
                room=self.room, terms=terms, fund=fund, staff=manager.staff, now=night.now
            ),
        )
        assert promotion is not None
        night.do(
            f"publication of {terms.title}",
            lambda: version_publish(
                promotion=promotion,
                badge=second.staff.badge,
                pin=second.pin,
                seen=1,
                now=night.now,
            ),
        )

    def _send(self, fund: Fund, command: c.FundCommand, member: StaffMember) -> None:
        night = self.night
        night.do(
            f"{fund} {command!r}",
            lambda: fund_execute(
                fund_id=fund.pk,
                command_id=night.id(),
                command=command,
                actor=member.staff.key,
                now=night.now,
            ),
        )
        night.book.sums[f"promotions: {tag(type(command))}"] += 1

    def _sign(
        self, fund: Fund, command: c.FundCommand, member: StaffMember, permission: Permission
    ) -> None:
        """Send a command that badge and PIN sign."""
        night = self.night
        night.do(
            f"{fund} badge and PIN of {member.staff.alias}",
            lambda: signer(self.room.pk, member.staff.badge, member.pin, permission, night.now),
        )
        self._send(fund, command, member)

    def comparisons(self) -> Process:
        """Compare the tables with their promotions, as the scheduled task does."""
        while True:
            yield EVERY
            self._compare()

    def _compare(self) -> None:
        night = self.night
        night.do("promotions of the tables", lambda: sync_room(self.room, night.now))
        for seats in night.tables.values():
            seats.behind = True
        self.take_claims()

    def take_claims(self) -> None:
        """Let someone of the floor take each new claim."""
        for fund in self.funds:
            _, state = load_fund(fund.pk)
            for hit in state.hits:
                if hit.status == "claimed" and (fund.pk, hit.number) not in self.decided:
                    self.decided.add((fund.pk, hit.number))
                    self.night.clock.start(self._decide(fund, hit))

    def _decide(self, fund: Fund, hit: Hit) -> Process:
        """Come to the table of a bad beat, ask what no log has, verify, seal and pay."""
        seats = self.night.tables[hit.facts.table]
        member = self.night.supervisor(seats)
        if hit.facts.losing:
            yield from self._come(seats, member)
        for question in hit.asks:
            yield self.rng.uniform(6, 20)
            self._send(fund, c.AnswerQuestion(hit.number, question, True, "dealer"), member)
        yield self.rng.uniform(60, 240)
        if load_fund(fund.pk)[1].policy.surveillance:
            watcher = self.night.house.managers[1]
            self._sign(fund, c.Watch(hit.number), watcher, "promotions.watch_hit")
        self._sign(fund, c.Verify(hit.number), member, "promotions.verify_hit")
        seats.behind = True
        yield from self._pay(fund, hit.number, member)

    def _come(self, seats: SimulatedTable, member: StaffMember) -> Process:
        """Answer the call that the claim opened."""
        night = self.night
        call = Call.objects.select_related("table", "room").get(
            table=seats.table, status=Call.Status.OPEN
        )
        for how, least, most in (("seen", 2, 10), ("coming", 2, 10), ("arrived", 15, 60)):
            yield self.rng.uniform(least, most)
            night.do(
                f"{seats.table.name} claim: is {how}",
                lambda how=how: call_answer(  # type: ignore[misc]
                    call=call, staff=member.staff, how=how, now=night.now
                ),
            )
            seats.behind = True

    def _pay(self, fund: Fund, number: int, member: StaffMember) -> Process:
        """Seal hand and deck if the house seals this amount, and pay every share that is not held."""
        _, state = load_fund(fund.pk)
        hit = present(state.hit(number))
        policy = state.policy
        if policy.seal_from and hit.amount >= policy.seal_from:
            yield self.rng.uniform(120, 300)
            envelope = f"{self.rng.randrange(10_000):04d}"
            self._send(fund, c.Seal(number, envelope, 52), member)
        for share in hit.shares:
            if share.status != "open":
                continue
            yield self.rng.uniform(15, 60)
            is_large = bool(policy.cash_limit) and share.amount > policy.cash_limit
            form = "check" if is_large else self.rng.choice(FORMS)
            self._send(fund, c.Pay(number, share.seat, form), self.night.desk())

    def bank(self) -> Process:
        """Deposit what was counted, and post it, once."""
        yield BANKED * self.night.seconds
        self.record()
        for fund in self.funds:
            self._deposit(fund)
            self._post(fund)
        self._compare()

    def _deposit(self, fund: Fund) -> None:
        _, state = load_fund(fund.pk)
        amount = state.counted - state.deposited
        if amount > 0:
            receipt = str(self.rng.randrange(1000, 10_000))
            self._send(fund, c.Deposit(amount, receipt), self.night.house.managers[0])

    def _post(self, fund: Fund) -> None:
        _, state = load_fund(fund.pk)
        amount = state.available
        primary = amount * state.policy.primary // ALL
        if amount > 0:
            command = c.Post(primary, 0, amount - primary, "daily")
            self._send(fund, command, self.night.house.managers[0])

    def open_seeds(self) -> None:
        """Publish the seed of the night as on the next day, so that its draws are computed again."""
        night = self.night
        tomorrow = night.now + timedelta(days=1)
        for fund in self.funds:
            night.do("seeds of the funds", partial(open_seeds, self.room, fund.pk, tomorrow))
            _, state = load_fund(fund.pk)
            night.book.sums["splash pots"] += sum(item.status == "paid" for item in state.splashes)

    def record(self) -> None:
        """Record what tables dropped and what was counted, as the scheduled task does."""
        night = self.night
        night.do("drop of the funds", lambda: record_days(self.room, night.now))

    def hand(self, seats: SimulatedTable) -> Taps | None:
        """Return the hand of the bad beat if it is due and fits this table, once a night."""
        view = seats.look()
        playing = [seat for seat in view.seats if seat.player and not seat.away]
        if self.is_beaten or self.night.clock.seconds < self.beat_at or view.paused:
            return None
        is_actions = view.tracking == "actions" and present(view.game).key == "holdem"
        if not is_actions or len(playing) < DEALT_IN or view.step.kind == "remedy":
            return None
        self.is_beaten = True
        self.night.book.sums["bad beats"] += 1
        return self._beat(view)

    def _beat(self, view: View) -> Taps:
        """Deal a hand in which everyone calls and a straight flush beats quad tens."""
        number = view.hand.number
        while view.hand.number == number and view.hand.stage in ("posts", "betting", "complete"):
            if view.paused:
                view = yield TapRequest(seconds=15)
            elif view.hand.stage == "posts":
                view = yield TapRequest("deal", seconds=self.rng.uniform(14, 24))
            else:
                count = view.count.still_in
                args = {"count": count, "lit": count}
                view = yield TapRequest("close_street", args, self.rng.uniform(15, 30))
        losing, winning = [seat.seat for seat in view.seats if seat.state == "in"][:2]
        view = yield TapRequest("show_board", {"cards": BOARD}, 8)
        view = yield TapRequest("show_hand", {"seat": losing, "cards": LOSING}, 5)
        view = yield TapRequest("show_hand", {"seat": winning, "cards": WINNING}, 4)
        view = yield from take_promotions(view)
        while view.hand.number == number and view.hand.stage in ("showdown", "award"):
            view = yield TapRequest("award", {"seats": _winners(view, winning)}, 10)
        return view


def _winners(view: View, winning: int) -> list[int]:
    """Return the seats that get the current pot: the winner, if it may win it."""
    units = present(view.award).units
    return next((unit for unit in units if winning in unit), units[0])
