"""Sheets as text on a page, and as files: CSV, XLSX, PDF."""
