"""Records of trainees: the log of each, what is derived from it, and what a tablet sends."""
