"""Pages of who did what, and of who may get in: search, second factor, access report."""
