"""The floor's screens: the queue of calls, the ruling page and past rulings. No rule is computed here."""
