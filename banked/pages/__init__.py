"""The floor's and the managers' pages of house-banked games."""
