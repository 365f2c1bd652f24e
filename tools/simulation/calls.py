"""Something goes wrong: the dealer calls and reports; a supervisor comes, listens and rules."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, TypeVar

from poker.calls import RemedyStep
from poker.irregularities.evaluate import FactNeeded
from poker.irregularities.load import catalogue
from poker.irregularities.model import FactDefinition
from poker.irregularities.propose import possible_irregularities
from poker.state import Table as State
from rulings.calls.assessment import assess_call
from rulings.calls.call_assessment import CallAssessment, dealer_may_carry_out
from rulings.calls.final_rulings import (
    dealer_carry_out,
    pot_hold,
    ruling_accept,
    ruling_override,
)
from rulings.calls.follow_ups import pot_release
from rulings.calls.models import Call, Ruling
from rulings.calls.responses import call_answer, call_cancel, call_escalate, call_report
from school.hands.play import TapRequest, Taps, Trouble, View
from tools.simulation.clock import Process
from tools.simulation.night import Night, SimulatedTable
from tools.simulation.room_setup import StaffMember

T = TypeVar("T")
ESCALATED = 0.08  # share of calls a manager decides
WORDS = "The facts are in dispute. Play on; the cards stay as they are."
ACCEPTED = 0.88  # the share of proposals that supervisors accept
# A proposal that rolls back past the moment in which a player changed tables is refused.
BEFORE_A_MOVE = ("ruling_before_a_move",)
HELD = 0.05  # the share for which they hold the pot


class FloorCalls:
    """Floor calls from all tables and the supervisors who answer them."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("calls")

    def at(self, seats: SimulatedTable) -> Trouble:
        """Return the trouble that `Dealing` triggers at some point of a hand."""

        def trouble(view: View) -> Taps:
            return self._called(seats)

        return trouble

    def _called(self, seats: SimulatedTable) -> Taps:
        """Tap FLOOR, the kind, what happened, and a requested fact."""
        view = yield TapRequest("call_floor", seconds=3)
        self.night.book.sums["calls"] += 1
        rows = possible_irregularities(seats.state())
        row = self.rng.choices(rows, [4**irregularity.often for irregularity in rows])[0]
        reportable = [
            name for name in row.facts if name in catalogue().facts and self.rng.random() < 0.4
        ]
        facts = {name: self._answer(catalogue().facts[name], seats.state()) for name in reportable}
        view = yield TapRequest("report", {"key": row.key, "facts": facts}, 8)
        assessment = assess_call(seats.fresh())
        for _ in range(2):
            if (
                not isinstance(assessment.verdict, FactNeeded)
                or assessment.verdict.fact not in catalogue().facts
            ):
                break
            fact_name = assessment.verdict.fact
            data = {fact_name: self._answer(catalogue().facts[fact_name], assessment.state)}
            view = yield TapRequest("report", {"key": row.key, "facts": data}, 5)
            assessment = assess_call(seats.fresh())
        if dealer_may_carry_out(assessment) and self.rng.random() < 0.6:
            self._carries_out(seats)
            return (yield TapRequest())
        self.night.clock.start(self._comes(seats, self.night.supervisor(seats)))
        while view.floor:
            view = yield TapRequest(seconds=10)
        return view

    def _carries_out(self, seats: SimulatedTable) -> None:
        """Carry out the standard remedy that the house leaves to the dealer."""
        self.night.reload_device(seats)
        night = self.night
        staff = seats.device.dealer
        assert staff is not None
        night.do(
            f"{seats.table.name} carry out",
            lambda: dealer_carry_out(
                device=seats.device,
                staff=staff,
                command_id=night.id(),
                seen=seats.seq,
                now=night.now,
            ),
        )
        seats.behind = True
        night.book.sums["rulings"] += 1

    def _comes(self, seats: SimulatedTable, member: StaffMember) -> Process:
        """Let a supervisor acknowledge the call, come, listen and decide."""
        call = Call.objects.select_related("table", "room").get(
            table=seats.table, status=Call.Status.OPEN
        )
        # A supervisor at another table acknowledges immediately and comes late.
        slow = self.rng.choice((1, 1, 1, 1, 2, 3.5))
        for how, least, most in (("seen", 4, 30), ("coming", 2, 15 * slow), ("arrived", 15, 80)):
            yield self.rng.uniform(least, most * slow if how == "arrived" else most)
            self._does(seats, f"is {how}", call_answer, call=call, staff=member.staff, how=how)
        if self.rng.random() < 0.04:
            yield 30
            why = "Settled before anyone came over."
            self._does(seats, "cancels", call_cancel, call=call, staff=member.staff, reason=why)
            return
        assessment = assess_call(seats.fresh())
        for _ in range(10):
            if (
                not isinstance(assessment.verdict, FactNeeded)
                or assessment.verdict.fact not in catalogue().facts
            ):
                break
            yield self.rng.uniform(6, 20)
            data = {
                "key": assessment.row.key if assessment.row else "",
                "facts": self._answered(assessment),
            }
            self._does(seats, "reports", call_report, call=call, staff=member.staff, **data)
            assessment = assess_call(seats.fresh())
        yield self.rng.uniform(5, 25)
        if self.rng.random() < ESCALATED:
            self._escalates(call, member)
            yield self.rng.uniform(30, 120)
            member = self.night.house.managers[0]
        ruling = self._rules(seats, call, member, assess_call(seats.fresh()))
        if ruling is not None and self._held(seats, ruling):
            yield 60 * self.rng.uniform(6, 15)
            self._pays(seats, ruling, member)

    def _escalates(self, call: Call, member: StaffMember) -> None:
        """Escalate: a manager comes and decides."""
        night = self.night
        night.do(
            f"{call.table.name} call: escalates",
            lambda: call_escalate(call=call, staff=member.staff, now=night.now),
        )
        night.book.sums["calls escalated"] += 1

    def _answered(self, assessment: CallAssessment) -> dict[str, object]:
        assert isinstance(assessment.verdict, FactNeeded)
        name = assessment.verdict.fact
        return {name: self._answer(catalogue().facts[name], assessment.state)}

    def _does(
        self,
        seats: SimulatedTable,
        what: str,
        work: Callable[..., T],
        may: Collection[str] = (),
        **arguments: object,
    ) -> T | None:
        """Run an action on the table's call now; return None if it was refused with an expected code (`may`)."""
        bound = partial(work, now=self.night.now, **arguments)
        result = self.night.do(f"{seats.table.name} call: {what}", bound, may=may)
        seats.behind = True
        return result

    def _rules(
        self, seats: SimulatedTable, call: Call, member: StaffMember, assessment: CallAssessment
    ) -> Ruling | None:
        """Usually rule as proposed, occasionally differently, and always differently if no rule fits or the log can't
        roll back.
        """
        seats.look()
        by: dict[str, Any] = {"badge": member.staff.badge, "pin": member.pin, "call": call}
        by["seen"] = seats.seq
        luck = self.rng.random()
        self.night.book.sums["rulings"] += 1
        if assessment.acceptable and luck < ACCEPTED:
            ruling = self._does(seats, "accepts", ruling_accept, may=BEFORE_A_MOVE, **by)
            if ruling is not None:
                self.night.book.sums["accepted"] += 1
                return ruling
        elif (
            assessment.acceptable
            and luck < ACCEPTED + HELD
            and assessment.state.hand is not None
            and assessment.state.pot
        ):
            self.night.book.sums["pots held"] += 1
            why = "Surveillance is reviewing it."
            return self._does(seats, "holds the pot", pot_hold, reason=why, **by)
        self.night.book.sums["overridden"] += 1
        by |= {"reason": WORDS, "result": "Play on; the cards stay as they are.", "back": ""}
        steps = (RemedyStep(say="Play on. Leave the cards as they are."),)
        return self._does(seats, "overrides", ruling_override, steps=steps, **by)

    def _held(self, seats: SimulatedTable, ruling: Ruling) -> bool:
        return any(pot.hand == ruling.hand for pot in seats.look().impounded)

    def _pays(self, seats: SimulatedTable, ruling: Ruling, member: StaffMember) -> None:
        """Pay the held pot to a player who could win it and is still in the same seat."""
        seats.behind = True
        pot = next(p for p in seats.look().impounded if p.hand == ruling.hand)
        seats_there = [
            seat
            for seat, player in zip(pot.seats, pot.players, strict=False)
            if seats.view.seats[seat - 1].player == player
        ]
        if not pot.amount or not seats_there:
            return
        shares = {self.rng.choice(seats_there): pot.amount}
        self.night.do(
            f"{seats.table.name} held pot {shares}",
            lambda: pot_release(
                ruling=ruling,
                badge=member.staff.badge,
                pin=member.pin,
                shares=shares,
                reason="Surveillance shows who won it.",
                now=self.night.now,
            ),
        )
        seats.behind = True

    def _answer(self, fact: FactDefinition, state: State) -> object:
        hand = state.hand
        rng = self.rng
        numbers = [part.seat for part in hand.live()] if hand else []
        numbers = numbers or [seat.number for seat in state.seats if seat.taken]
        bet = state.plaque.small_bet if state.stakes else 100
        answers: Mapping[str, Any] = {
            "bool": lambda: rng.random() < 0.4,
            "int": lambda: rng.choice((1, 1, 1, 2, 2, 3)),
            "seat": lambda: rng.choice(numbers),
            "seats": lambda: sorted(rng.sample(numbers, min(len(numbers), rng.choice((1, 1, 2))))),
            "choice": lambda: rng.choice([value for value, _ in fact.options]),
            "card": lambda: "??",
            "money": lambda: bet * rng.choice((1, 1, 2, 2, 3, 4)),
        }
        return answers[fact.type]() if fact.type in answers else "as told at the table"
