"""A room's waitlists as pure functions: who waits for which game, in which order, and why the order changed."""
