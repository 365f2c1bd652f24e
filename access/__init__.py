"""Staff access: the admin site, sessions and their limits, the second factor, the access report."""
