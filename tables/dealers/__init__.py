"""A room's dealers: clocked in, pushed, on a break; supervisors' sections. One log per room."""
