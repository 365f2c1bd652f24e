"""The waitlists of the room."""
