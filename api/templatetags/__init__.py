"""Template filters of the managers' page for other programs."""
