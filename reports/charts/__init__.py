"""Charts as SVG from plain numbers: no scripts, no style attributes, one look on screen and on paper. Pure."""
