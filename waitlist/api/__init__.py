"""The waitlists in the API: endpoints, bodies and answers."""
