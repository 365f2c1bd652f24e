"""Drop boxes: pulling them, blind counts, and their agreement with the log."""
