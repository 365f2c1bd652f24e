// A check ride: the parts of its lesson in their order, in one run, and the result of all of them together.

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** A surprise is at another table, so it is none of the ride's hands. `school/check_rides.py` names both. */
const isSurprise = (lesson, { id }) => id.startsWith(`${lesson.key}.`);

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

  /** The number of a hand among those of the ride; a surprise has that of the hand before it. hand: of the part, from 1. */
  handAt(part, hand) {
    const { exercises } = this.lesson;
    const before = exercises.slice(0, exercises.indexOf(part)).filter((one) => !isSurprise(this.lesson, one));
    const dealt = sum(before.map(({ hands = 1 }) => hands));
    return isSurprise(this.lesson, part) ? Math.max(1, dealt) : dealt + hand;
  }

  /** All parts as one score. */
  get score() {
    const { scores } = this;
    const { exercises } = this.lesson;
    const mistakes = scores.flatMap((score, i) => score.mistakes.map((one) => ({ ...one, hand: this.handAt(exercises[i], one.hand) })));
    return {
      taps: sum(scores.map(({ taps }) => taps)),
      undone: sum(scores.map(({ undone }) => undone)),
      mistakes,
      hands: scores.flatMap(({ hands }) => hands),
      is_finished: !this.part && scores.every((score) => score.is_finished),
    };
  }

  /** Whether its limits were kept, as the room decides it (`poker/training/decide.py`); average: ms for a hand. */
  get outcome() {
    const { hands, mistakes, is_finished } = this.score;
    const { mistakes: most, seconds } = this.lesson.ride;
    const average = Math.floor(sum(hands) / Math.max(1, hands.length));
    return { wrong: mistakes.length, most, average, target: seconds * 1000, isPassed: is_finished && mistakes.length <= most && average <= seconds * 1000 };
  }
}
