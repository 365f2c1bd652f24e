"""The home page: one area for each role, at the server's address."""
