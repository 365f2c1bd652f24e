"""The room's tables: their current state, and the supervisors' actions on them."""
