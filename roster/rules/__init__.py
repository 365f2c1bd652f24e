"""Rules of the roster: pure functions on immutable values."""
