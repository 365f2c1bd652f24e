"""What every endpoint of the API stands on: tokens, rates, pages, problems, OpenAPI. Its routes are the slices'."""
