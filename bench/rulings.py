"""Final rulings for the calls of a simulated year, which has none of its own: they are what is compared."""

from collections import Counter
from datetime import date
from random import Random
from typing import Any

from poker.irregular.load import catalogue
from reports.models import CallFact
from rulings.models import Call, Ruling
from tables.models import Room, Staff

AT_ONCE = 2000
SAID = {
    "accepted": ("usual", "The hand goes on."),
    "overridden": ("other", "The action goes back."),
}


def rulings_make(room: Room) -> int:
    """A ruling for each call, with facts that its decision table asks for; how many."""
    dice, by = Random(1), Staff.objects.filter(user__groups__name="supervisor")[0]
    facts = list(CallFact.objects.filter(room=room))
    calls = [
        Call(table_id=one.table_id, room=room, seq=one.seq, hand=1, status="ruled", called_at=one.at)
        for one in facts
    ]  # fmt: skip
    Call.objects.bulk_create(calls, batch_size=AT_ONCE)
    numbers = Counter[date]()
    made = []
    for one, call in zip(facts, calls, strict=True):
        numbers[one.day] += 1
        outcome, result = SAID[one.decision]
        made.append(
            Ruling(
                number=f"F-{numbers[one.day]}", room=room, table_id=one.table_id, call=call, hand=1,
                key=one.key, facts=_facts(one.key, dice), outcome=outcome, result=result,
                decision=one.decision, reason=one.reason, by=by, at=one.at, day=one.day,
            )
        )  # fmt: skip
    Ruling.objects.bulk_create(made, batch_size=AT_ONCE)
    return len(made)


def _facts(key: str, dice: Random) -> dict[str, Any]:
    """A seat, which decides nothing, and up to three answers, which do."""
    known = catalogue()
    asked = {name for rule in known.rows[key].rule for name in rule.condition}
    plain = sorted(
        name for name in asked if name in known.facts and known.facts[name].type == "bool"
    )
    return {"seat": dice.randrange(1, 10), **{name: dice.random() < 0.5 for name in plain[:3]}}
