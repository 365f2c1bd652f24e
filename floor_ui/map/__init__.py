"""The map: every table of a room at a glance."""
