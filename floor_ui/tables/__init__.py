"""The room's tables: their present state, and the supervisors' actions on them."""
