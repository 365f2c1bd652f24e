"""The tablet of a house-banked table: what its engine decides and shows. Pure; it runs in the browser too."""
