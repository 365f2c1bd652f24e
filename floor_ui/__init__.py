"""The floor's screens: the queue of calls, the ruling, what was ruled. They compute no rule."""
