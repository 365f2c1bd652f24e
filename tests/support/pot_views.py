"""Views with several pots."""

from typing import Any

from tests.support.stage import fixture


def view_with_pots(count: int, turn: int) -> dict[str, Any]:
    """Return an award of `count` pots, those before `turn` already pushed, with rake and jackpot."""
    view = fixture("award")
    main = view["award"]["pots"][2]
    view["award"]["pots"] = [
        main | {"pot": count - 1 - i, "out": [], "winners": [9] if i < turn else []}
        for i in range(count)
    ]
    view["award"] |= {"turn": turn, "jackpot": 100}
    return view
