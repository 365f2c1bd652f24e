"""A room's waitlists: command execution, and the queries of the screens."""
