"""House-banked games: the room is the opponent, the cards come from a shoe, players bet in boxes."""
