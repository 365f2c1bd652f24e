"""A room's waiting lists as pure functions: who waits for which game, in which order, and why the order changed."""
