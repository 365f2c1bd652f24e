"""Forms of the settings pages."""
