"""What the room prints: plaques and slips as PDF."""
