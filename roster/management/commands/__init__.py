"""Commands of the roster."""
