"""Browser tests of the roster."""
