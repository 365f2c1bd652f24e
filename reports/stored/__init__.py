"""Reports of shifts and days that are over: stored once, corrected by new editions, closed by a supervisor, mailed."""
