"""The desk and the players' own pages."""
