"""Absent players: who is away for how long, the room's limits, and stacks that the floor picked up."""
