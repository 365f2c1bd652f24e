"""Charts as SVG from plain numbers: no scripts, no style attributes, the same on screen and on paper. Pure."""
