"""Pages of the roster: the manager's week, the crew, the day, and a dealer's own week."""
