"""Pages of the school on the floor: trainees of a room, one trainee's record, files."""
