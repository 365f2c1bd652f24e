"""A room's dealers as pure functions: who is on duty, who deals where next, breaks owed, supervisors' sections."""
