"""A manager's input in the form of a plaque."""

TYPED = {
    "name": "Limit 4/8",
    "game": "holdem",
    "limit": "split",
    "tracking": "actions",
    "small_bet": "4",
    "big_bet": "$8.00",
    "blinds": "2, 4",
    "ante_by": "all",
    "chips": "1, 5, 25",
    "buy_in_max": "400",
    "charge": "percent",
    "basis_points": "10",
    "cap": "5",
    "time_minutes": "30",
}
