"""Pages of the audit log and of access: search, two-factor sign-in, access report."""
