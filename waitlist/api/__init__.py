"""The waitlists in the API: endpoints, request bodies and responses."""
