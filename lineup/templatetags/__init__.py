"""Template tags of the lineup's pages."""
