"""Forms of the settings pages; validation comes from the forms and models they extend."""
