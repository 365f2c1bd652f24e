"""Drop boxes: pulling them, counting them blind, and comparing the counts with the log."""
