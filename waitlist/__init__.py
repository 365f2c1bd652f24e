"""Waitlists of a room: lists, calls, must-moves, and the seats filled at the desk, the kiosk and by phone."""
