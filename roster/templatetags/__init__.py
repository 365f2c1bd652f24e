"""Template tags of the roster."""
