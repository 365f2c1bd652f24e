"""A recorded hand of stud, and its crowded screens."""

from typing import Any

from tests.support.stud_views import Room, table_on_sixth_street

STUD = """
variant = "F7S"
ante_trimming_status = true
antes = [1, 1, 1]
bring_in = 2
small_bet = 5
big_bet = 10
starting_stacks = [200, 200, 200]
actions = ["d dh p1 ????2c", "d dh p2 AhAd9c", "d dh p3 ????Kd", "p1 pb", "p2 cbr 5", "p3 cc", "p1 f",
  "d dh p2 4h", "d dh p3 Ks", "p3 cbr 5", "p2 cc", "d dh p2 7s", "d dh p3 3d", "p3 cbr 10", "p2 cbr 20", "p3 cc",
  "d dh p2 Ac", "d dh p3 2h", "p3 cc", "p2 cbr 10", "p3 f"]
"""


def crowded_stud() -> dict[str, dict[str, Any]]:
    """Return views of eight seats at stud whose screens have the least space: a common card, and COMPLETE."""
    brought_in = Room().execute("opener", seat=4)
    views = {
        "complete": brought_in.view,
        "completed": Room()
        .execute("opener", seat=4)
        .execute("act", seat=6, what="complete", to=1000)
        .view,
        "plan": table_on_sixth_street().bet_and_call(5, 6, 7, 8, 1, 2, 3, 4).view,
    }
    for policy in ("tda", "hrh", "rrop"):
        for is_named in (True, False):
            room = table_on_sixth_street(stud_shortage=policy)
            name = f"{policy} {'named' if is_named else 'not named'}"
            if is_named:
                room.bet_and_call(5, 6, 7, 8, 1, 2, 3, 4)
            views[f"{name}, sixth"] = room.view
            views[f"{name}, seventh"] = room.count(8).view
            views[f"{name}, bet"] = room.bet_and_call(5).view
    return views
