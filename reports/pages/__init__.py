"""The reports' pages and files, under /reports/."""
