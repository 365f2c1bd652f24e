"""Sheets as text on a page, and as CSV, XLSX and PDF files."""
