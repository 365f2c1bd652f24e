"""The home page at the server's address, with one area for each role."""
