"""Cases of a stud deck that runs short."""

from poker.stud_shortage import (
    ShortagePlan,
)


def shortage_text(shortage: ShortagePlan, stub: int) -> str:
    """Return a plan in the notation of the data file."""
    pool_size = stub if shortage.kind == "normal" else shortage.pool
    sign = ">=" if pool_size >= shortage.need else "<"
    last = shortage.steps[-1]
    return f"{shortage.kind} {pool_size}{sign}{shortage.need}: {steps_text(shortage)} -> {last.stub}+{last.burns}"


def steps_text(shortage: ShortagePlan) -> str:
    text = [
        f"mix {step.stub - step.cards}+{step.cards}"
        if step.do == "gather"
        else f"deal {step.cards}"
        if step.do == "deal"
        else step.do
        for step in shortage.steps
        if step.do not in ("shuffle", "cut")
    ]
    return ", ".join(text)
