"""Words of the pages of settings."""
