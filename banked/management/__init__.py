"""The commands of house-banked games."""
