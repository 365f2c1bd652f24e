"""Final rulings for the calls of a year of report rows, as input of the consistency report."""

from collections import Counter
from datetime import date
from random import Random

from poker.irregularities.load import catalogue
from reports.models import CallFact
from rulings.models import Call, Ruling
from staff.models import Room, Staff

BATCH_SIZE = 2000
SAID = {
    "accepted": ("usual", "The hand goes on."),
    "overridden": ("other", "The action goes back."),
}


def rulings_make(room: Room) -> int:
    """Create a ruling for each call with facts of its decision table; return how many."""
    dice = Random(1)
    by = Staff.objects.filter(user__groups__name="supervisor")[0]
    facts = list(CallFact.objects.filter(room=room))
    calls = [
        Call(
            table_id=call_fact.table_id,
            room=room,
            seq=call_fact.seq,
            hand=1,
            status="ruled",
            called_at=call_fact.at,
        )
        for call_fact in facts
    ]
    Call.objects.bulk_create(calls, batch_size=BATCH_SIZE)
    numbers = Counter[date]()
    rulings = []
    for call_fact, call in zip(facts, calls, strict=True):
        numbers[call_fact.day] += 1
        outcome, result = SAID[call_fact.decision]
        rulings.append(
            Ruling(
                number=f"F-{numbers[call_fact.day]}",
                room=room,
                table_id=call_fact.table_id,
                call=call,
                hand=1,
                key=call_fact.key,
                facts=_facts(call_fact.key, dice),
                outcome=outcome,
                result=result,
                decision=call_fact.decision,
                reason=call_fact.reason,
                by=by,
                at=call_fact.at,
                day=call_fact.day,
            )
        )
    Ruling.objects.bulk_create(rulings, batch_size=BATCH_SIZE)
    return len(rulings)


def _facts(key: str, dice: Random) -> dict[str, object]:
    """Return a seat, which is not a deciding fact, and up to three deciding facts."""
    catalog = catalogue()
    condition_facts = {name for rule in catalog.rows[key].rule for name in rule.condition}
    plain = sorted(
        name
        for name in condition_facts
        if name in catalog.facts and catalog.facts[name].type == "bool"
    )
    return {"seat": dice.randrange(1, 10), **{name: dice.random() < 0.5 for name in plain[:3]}}
