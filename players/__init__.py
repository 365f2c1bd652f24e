"""Players, their names and visits."""
