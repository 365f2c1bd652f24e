"""Pages of the school: trainees and their records on the floor, lessons, and the school on the tablet."""
