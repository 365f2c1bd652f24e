"""The endpoints of /api/v1/: parse, call one action, respond."""
