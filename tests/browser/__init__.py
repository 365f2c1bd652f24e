"""What concerns the pages and screens of every package, in Chromium."""
