"""Events as each release wrote them. A line is never changed or removed: rooms have such entries in their logs."""
