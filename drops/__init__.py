"""Drop boxes: taken from tables, counted blind by two agents, compared with what the log says."""
