"""Something goes wrong: the dealer calls, reports what happened, waits; a supervisor comes, hears and rules."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from poker.calls import Todo
from poker.irregular.evaluate import Asks
from poker.irregular.load import catalogue
from poker.irregular.model import Fact
from poker.irregular.propose import possible
from poker.state import Table as State
from rulings.calls.answering import call_answer, call_cancel, call_escalate, call_report
from rulings.calls.deciding import (
    dealer_carry_out,
    pot_impound,
    ruling_accept,
    ruling_override,
)
from rulings.calls.models import Call, Ruling
from rulings.calls.records import pot_release
from rulings.calls.weighing import Weighed, dealer_may, weighed
from simulation.clock import Process
from simulation.house import Signs
from simulation.night import Chairs, Night
from simulation.playing import Say, Taps, Trouble, View

T = TypeVar("T")
ESCALATED = 0.08  # of all calls a manager decides
WORDS = "The facts are in dispute. Play goes on as the cards lie."


class Calls:
    """Calls from all tables and the supervisors who answer them."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("calls")

    def at(self, chairs: Chairs) -> Trouble:
        """What `Dealing` lets happen at some moment of a hand."""

        def trouble(view: View) -> Taps:
            return self._called(chairs)

        return trouble

    def _called(self, chairs: Chairs) -> Taps:
        """The dealer taps FLOOR, the kind, what happened, and a fact that is asked."""
        view = yield Say("call_floor", seconds=3)
        self.night.book.sums["calls"] += 1
        rows = possible(chairs.state())
        row = self.rng.choices(rows, [4**one.often for one in rows])[0]
        known = [
            name for name in row.facts if name in catalogue().facts and self.rng.random() < 0.4
        ]
        facts = {name: self._answer(catalogue().facts[name], chairs.state()) for name in known}
        view = yield Say("report", {"key": row.key, "facts": facts}, 8)
        found = weighed(chairs.fresh())
        for _ in range(2):
            if not isinstance(found.verdict, Asks) or found.verdict.fact not in catalogue().facts:
                break
            asked = found.verdict.fact
            told = {asked: self._answer(catalogue().facts[asked], found.state)}
            view = yield Say("report", {"key": row.key, "facts": told}, 5)
            found = weighed(chairs.fresh())
        if dealer_may(found) and self.rng.random() < 0.6:
            self._carries_out(chairs)
            return (yield Say())
        self.night.clock.start(self._comes(chairs, self.night.supervisor(chairs)))
        while view["floor"]:
            view = yield Say(seconds=10)
        return view

    def _carries_out(self, chairs: Chairs) -> None:
        """The standard remedy that house and row leave to the dealer."""
        self.night.signed_in(chairs)
        night, staff = self.night, chairs.device.dealer
        assert staff is not None
        night.do(
            f"{chairs.table.name} carry out",
            lambda: dealer_carry_out(
                device=chairs.device,
                staff=staff,
                command_id=night.id(),
                seen=chairs.seq,
                now=night.now,
            ),
        )
        chairs.behind = True
        night.book.sums["rulings"] += 1

    def _comes(self, chairs: Chairs, who: Signs) -> Process:
        """A supervisor sees the call, comes, hears what happened, and decides."""
        call = Call.objects.select_related("table", "room").get(
            table=chairs.table, status=Call.Status.OPEN
        )
        # A supervisor who stands at another table sees it at once and comes late.
        slow = self.rng.choice((1, 1, 1, 1, 2, 3.5))
        for how, least, most in (("seen", 4, 30), ("coming", 2, 15 * slow), ("arrived", 15, 80)):
            yield self.rng.uniform(least, most * slow if how == "arrived" else most)
            self._does(chairs, f"is {how}", call_answer, call=call, staff=who.staff, how=how)
        if self.rng.random() < 0.04:
            yield 30
            why = "It was solved before anybody came."
            self._does(chairs, "cancels", call_cancel, call=call, staff=who.staff, reason=why)
            return
        found = weighed(chairs.fresh())
        for _ in range(10):
            if not isinstance(found.verdict, Asks) or found.verdict.fact not in catalogue().facts:
                break
            yield self.rng.uniform(6, 20)
            said = {"key": found.row.key if found.row else "", "facts": self._answered(found)}
            self._does(chairs, "reports", call_report, call=call, staff=who.staff, **said)
            found = weighed(chairs.fresh())
        yield self.rng.uniform(5, 25)
        if self.rng.random() < ESCALATED:
            self._escalates(call, who)
            yield self.rng.uniform(30, 120)
            who = self.night.house.managers[0]
        ruling = self._rules(chairs, call, who, weighed(chairs.fresh()))
        if ruling is not None and self._held(chairs, ruling):
            yield 60 * self.rng.uniform(6, 15)
            self._pays(chairs, ruling, who)

    def _escalates(self, call: Call, who: Signs) -> None:
        """Somebody above is asked: a manager comes and decides."""
        night = self.night
        night.do(
            f"{call.table.name} call: escalates",
            lambda: call_escalate(call=call, staff=who.staff, now=night.now),
        )
        night.book.sums["calls escalated"] += 1

    def _answered(self, found: Weighed) -> dict[str, Any]:
        assert isinstance(found.verdict, Asks)
        name = found.verdict.fact
        return {name: self._answer(catalogue().facts[name], found.state)}

    def _does(self, chairs: Chairs, what: str, work: Callable[..., T], **said: Any) -> T | None:
        """An answer to the call of a table, at this moment."""
        bound = partial(work, now=self.night.now, **said)
        done = self.night.do(f"{chairs.table.name} call: {what}", bound)
        chairs.behind = True
        return done

    def _rules(self, chairs: Chairs, call: Call, who: Signs, found: Weighed) -> Ruling | None:
        """As proposed; now and then otherwise, and otherwise always where the house's rule says nothing."""
        chairs.look()
        by: dict[str, Any] = {"badge": who.staff.badge, "pin": who.pin, "call": call}
        by["seen"] = chairs.seq
        luck = self.rng.random()
        self.night.book.sums["rulings"] += 1
        if found.acceptable and luck < 0.88:
            self.night.book.sums["accepted"] += 1
            return self._does(chairs, "accepts", ruling_accept, **by)
        if found.acceptable and luck < 0.93 and found.state.hand is not None and found.state.pot:
            self.night.book.sums["pots held"] += 1
            why = "The pictures are looked at."
            return self._does(chairs, "holds the pot", pot_impound, reason=why, **by)
        self.night.book.sums["overridden"] += 1
        by |= {"reason": WORDS, "result": "Play goes on as the cards lie.", "back": ""}
        steps = (Todo(say="Go on as the cards lie."),)
        return self._does(chairs, "overrides", ruling_override, steps=steps, **by)

    def _held(self, chairs: Chairs, ruling: Ruling) -> bool:
        return any(pot["hand"] == ruling.hand for pot in chairs.look()["impounded"])

    def _pays(self, chairs: Chairs, ruling: Ruling, who: Signs) -> None:
        """The held pot goes to somebody who could win it and still sits where he sat."""
        chairs.behind = True
        pot = next(p for p in chairs.look()["impounded"] if p["hand"] == ruling.hand)
        there = [seat for seat, player in zip(pot["seats"], pot["players"], strict=False)
                 if chairs.view["seats"][seat - 1]["player"] == player]  # fmt: skip
        if not pot["amount"] or not there:
            return
        shares = {self.rng.choice(there): pot["amount"]}
        self.night.do(
            f"{chairs.table.name} held pot {shares}",
            lambda: pot_release(
                ruling=ruling,
                badge=who.staff.badge,
                pin=who.pin,
                shares=shares,
                reason="The pictures show whose it is.",
                now=self.night.now,
            ),
        )
        chairs.behind = True

    def _answer(self, fact: Fact, state: State) -> Any:
        """What somebody at the table may say."""
        hand, rng = state.hand, self.rng
        there = [part.seat for part in hand.live()] if hand else []
        there = there or [seat.number for seat in state.seats if seat.taken]
        bet = state.plaque.small_bet if state.stakes else 100
        answers: Mapping[str, Any] = {
            "bool": lambda: rng.random() < 0.4,
            "int": lambda: rng.choice((1, 1, 1, 2, 2, 3)),
            "seat": lambda: rng.choice(there),
            "seats": lambda: sorted(rng.sample(there, min(len(there), rng.choice((1, 1, 2))))),
            "choice": lambda: rng.choice([value for value, _ in fact.options]),
            "card": lambda: "??",
            "money": lambda: bet * rng.choice((1, 1, 2, 2, 3, 4)),
        }
        return answers[fact.type]() if fact.type in answers else "as it was told"
