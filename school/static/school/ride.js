// A check ride: the parts of its lesson in their order, in one run. The engine says what they come to (`school_ride`).

export class Ride {
  /** tempo: as chosen at its start; it is the same for all parts. Mistakes are always told at the end. */
  constructor(lesson, tempo) {
    Object.assign(this, { lesson, tempo });
    this.telling = "at_the_end";
    this.scores = []; // of the parts that are over, in their order
  }

  /** The part that is due; undefined after the last one. */
  get part() {
    return this.lesson.exercises[this.scores.length];
  }

  get hands() {
    return this.lesson.ride.hands;
  }
}
