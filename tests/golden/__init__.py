"""Events and snapshots as each release wrote them. A line is never changed or removed: rooms have such rows."""
