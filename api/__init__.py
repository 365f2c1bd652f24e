"""The API for other systems: /api/v1/ with its tokens, documentation and webhooks."""
