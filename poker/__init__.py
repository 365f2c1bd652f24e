"""The rules of the room as pure functions: no framework, no clock, no dice, no environment."""
