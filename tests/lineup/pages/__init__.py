"""The pages of dealers and sections."""
