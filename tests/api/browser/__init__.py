"""The API's pages in Chromium."""
