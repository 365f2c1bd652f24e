"""Template filters of the floor."""
