"""No step of an exercise waits for the deal, which has no key."""

from school.lessons.prepare import with_implied_deals
from school.tablet.model import Move, Step

DEAL = Move("deal")
FOLD = Move("act", {"seat": 3, "what": "fold"})
CALL = Move("call_floor")
ARRIVES = Move("supervisor_arrives")


def steps(*written_steps: Step) -> list[Step]:
    """Return the steps as they are dealt."""
    return list(with_implied_deals(written_steps))


def test_deal_goes_with_the_tap_after_it() -> None:
    assert steps(Step("Ready.", (DEAL,)), Step("Seat 3 folds.", (FOLD,), why="It did.")) == [
        Step("Ready. Seat 3 folds.", (DEAL, FOLD), why="It did.")
    ]


def test_deal_at_the_end_of_a_step_goes_with_the_next_tap() -> None:
    button = Move("set_button", {"seat": 1})
    assert steps(Step("The button.", (button, DEAL)), Step("Fold.", (FOLD,))) == [
        Step("The button.", (button,)),
        Step("Fold.", (DEAL, FOLD)),
    ]


def test_deal_before_what_others_do_happens_by_itself() -> None:
    assert steps(Step("Ready.", (DEAL,)), Step("A card is out.", (CALL,), room=(ARRIVES,))) == [
        Step("Ready. A card is out.", (DEAL, CALL), room=(ARRIVES,))
    ]
    assert steps(Step("Ready.", (DEAL,), room=(ARRIVES,))) == [
        Step("Ready.", (), room=(DEAL, ARRIVES))
    ]


def test_last_deal_happens_by_itself() -> None:
    assert steps(Step("Fold.", (FOLD,)), Step("Ready.", (DEAL,))) == [
        Step("Fold.", (FOLD,)),
        Step("Ready.", (), room=(DEAL,)),
    ]
