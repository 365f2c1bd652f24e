"""The management commands of house-banked games."""
