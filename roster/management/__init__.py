"""Management of the roster."""
