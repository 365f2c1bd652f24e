"""The dealer school on the tablet: plays an exercise through the engine and judges each tap. Pure, like the engine."""
