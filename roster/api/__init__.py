"""The roster in the API: endpoints and responses."""
