"""Views with several pots."""

from typing import Any

from tests.support.stage import fixture


def view_with_pots(count: int, turn: int) -> dict[str, Any]:
    """Return an award of `count` pots, with those before `turn` already pushed, with rake and jackpot."""
    view = fixture("award")
    main = view["award"]["pots"][2]
    view["award"]["pots"] = [
        main | {"pot": count - 1 - i, "out": [], "winners": [9] if i < turn else []}
        for i in range(count)
    ]
    units = [[seat] for seat in main["seats"]]
    shares = {"shares": dict.fromkeys(map(str, main["seats"])), "odd": []}
    splits = {"+".join(map(str, sorted(main["seats"]))): shares}
    view["award"] |= {"turn": turn, "jackpot": 100, "units": units, "splits": splits}
    return view
