"""Template filters of the managers' page for API clients."""
