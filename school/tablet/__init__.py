"""What the tablet runs: plays an exercise on the tablet's engine and judges each tap. Pure, like the engine."""
