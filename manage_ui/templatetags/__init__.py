"""Template filters of the settings pages."""
