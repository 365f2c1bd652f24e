"""Forms of the policies, filled in."""

LISTS = {
    "call_minutes": "5",
    "hold_minutes": "10",
    "call_in_minutes": "60",
    "passes": "2",
    "most_lists": "4",
    "order__0": "seat_change",
    "order__1": "table_change",
    "order__2": "must_move",
    "order__3": "list",
    "seat_change_owes": "away",
    "above_most": "on",
}
DEALERS = {"down_minutes": "30", "most_downs": "3", "break_minutes": "30", "section_tables": "8"}
ABSENCES = {
    **dict.fromkeys(("minutes", "reported_minutes", "big_blinds", "walkers"), "0"),
    "walker_minutes": "10",
    "walkers_if_waiting": "on",
}
SIGN_INS = {f"longest__{i}": "480" for i in range(5)} | {f"idle__{i}": "120" for i in range(5)}
