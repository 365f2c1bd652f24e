"""A simulated night: people, desk, dealers, supervisors, all through the room's own actions."""
