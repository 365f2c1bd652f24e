"""The room for other programs: /api/v1/, its tokens, its documentation and its webhooks."""
