"""Drop boxes: pulled from tables, counted blind by two agents, compared with the log."""
