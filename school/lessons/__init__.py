"""Lessons: reading, preparing, checking and storing them. Floorbook's own are TOML files in `toml/`."""
