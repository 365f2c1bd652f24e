"""The school on the tablet: plays an exercise on the tablet's engine and judges each tap. Pure, like the engine."""
