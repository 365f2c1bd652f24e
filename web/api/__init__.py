"""The base of every API endpoint: tokens, rates, pages, problems, OpenAPI. The slices define the routes."""
