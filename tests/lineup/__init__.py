"""The lineup: rules, log, pages."""
