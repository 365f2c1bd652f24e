// An exercise on the tablet's own screen: every tap goes to the school in the engine, and nothing leaves the tablet.

import { App } from "../dealer_ui/app.js";
import { RoomClock } from "../dealer_ui/engine/clock.js";
import { say } from "../dealer_ui/text.js";
import { marked } from "./right_key.js";

const HOUR = 3600_000; // ms
const TABLE_SHARE = 1 / 3; // of the time of a line that the players take; the rest is the dealer's
const [LEAST_PAUSE, MOST_PAUSE] = [600, 5000]; // ms before a line
const SLOW_PAUSE = 1500; // ms between the parts of a line that is played again

/** The target for each hand; the page leaves out what is usual. */
export const secondsOf = ({ seconds = 100 }) => seconds;

/** What an exercise taps into: no room and no network. The queue hands each tap to the engine. */
function apart(app) {
  const queue = {
    engine: true,
    held: [],
    pending: [],
    leftoverOwners: [],
    size: 0,
    storing: 0,
    durable: true,
    ready: true,
    isRetrying: false,
    refusedPush: null,
    add: ({ name, args }) => app.run("school_tap", { name, args }),
    dropSeen() {},
    keepScreen() {},
  };
  const network = { isNoticed: false, minutes: 0, up() {}, down() {}, returning: () => null };
  return { clock: new RoomClock(), network, queue, live: { known: 0, seq: 0 } };
}

export class Exercise extends App {
  /** school: whose page it is; given: {lesson, exercise, number, telling, tempo, kind}. */
  constructor(school, given) {
    super(() => school.paint(), apart);
    Object.assign(this, given, { school });
    this.up = true;
    this.counts = null; // the counts of the engine, and its feedback
    this.line = { parts: [], shown: 0, isSlow: false }; // what the table does, in the parts played so far
    this.isPlaying = false; // the table takes its time before the next line
    this.timer = 0;
    this.began = this.handBegan = this.clock.now();
  }

  /** Resolves once the first line is on the screen. */
  begin() {
    const { exercise, telling, school } = this;
    return this.run("school_begin", { exercise, telling, dealer: school.person.name, currency: school.data.currency });
  }

  leave() {
    return this.run("school_leave", { now: this.clock.now() });
  }

  /** ms that a hand should take. */
  get target() {
    return this.tempo ? HOUR / this.tempo : secondsOf(this.exercise) * 1000;
  }

  get handTime() {
    return this.clock.now() - this.handBegan;
  }

  get feedback() {
    return this.counts?.feedback ?? null;
  }

  async run(call, content) {
    try {
      await this.take(await this.school.engine.call(call, { at: this.clock.tapped(), ...content }));
    } catch (error) {
      this.school.fail(error);
    }
  }

  take({ screen, school: counts }) {
    const before = this.counts;
    this.counts = counts;
    if (counts.score) {
      this.stop();
      return this.school.finished(counts.score, counts.says);
    }
    if (before && before.hand !== counts.hand) this.handBegan = this.clock.now();
    if (counts.so_far) this.school.dealtSoFar(this, counts.so_far);
    if (screen.header) this.showMarked(screen);
    this.play(before);
  }

  showMarked(screen) {
    const { screen: shown, isLit } = marked(this.withOwnKeys(screen), this.feedback, this.kind.leads);
    this.isLit = isLit;
    if (!shown.floor.called_at) this.call = null; // a wrong call was taken back
    this.show(shown);
  }

  /** MORE without the room: LEAVE where the push is, the voice, and no table to close. */
  withOwnKeys(screen) {
    const leave = { text: say("school_leave_exercise"), name: say("school_leave_exercise_name"), look: "filled", do: { open: "leave" } };
    const more = screen.more.map((row, i) => {
      if (i < 2) return row;
      const [, look, time, close] = row.keys;
      const isSchool = close?.do?.open === "school" || close?.do?.open === "confirm";
      return { ...row, keys: [leave, look, time ?? this.soundKey(), isSchool ? null : close] };
    });
    return { ...screen, more };
  }

  soundKey() {
    const { voice } = this.school;
    if (!voice.isPossible) return null;
    const now = say(voice.isOn ? "school_on" : "school_off");
    return { text: say("school_sound_key", { now }), name: say("school_sound_name", { now }), look: "filled", do: { open: "sound" } };
  }

  open(what) {
    if (what.open === "leave") return void this.leave();
    if (what.open === "sound") return this.sound();
    if (what.open === "push") return this.tell(say("school_no_push"));
    super.open(what);
  }

  sound() {
    this.school.voice.toggle();
    this.mode = null;
    this.screen = this.withOwnKeys(this.screen);
    this.voiceLine();
  }

  askSupervisor() {
    this.mode = null;
    this.tell(say("school_no_act"));
  }

  /** The next line after the players' time; the same one again, slowly, after two wrong taps on it. */
  play(before) {
    const { counts } = this;
    if (counts.feedback?.again) return this.playParts(counts.says, true);
    if (before && before.number === counts.number) return;
    if (before && before.says === counts.says) return;
    clearTimeout(this.timer);
    if (!before || !this.pause) return this.playParts(counts.says, false);
    this.isPlaying = true;
    this.timer = setTimeout(() => this.playParts(counts.says, false), this.pause);
    this.paint();
  }

  /** ms that the players take for a line at this tempo; 0 if the table waits for the dealer. */
  get pause() {
    if (!this.tempo) return 0;
    const lines = this.exercise.steps.length / (this.exercise.hands ?? 1);
    const share = (HOUR / this.tempo / Math.max(1, lines)) * TABLE_SHARE;
    return Math.min(MOST_PAUSE, Math.max(LEAST_PAUSE, share));
  }

  playParts(says, isSlow) {
    clearTimeout(this.timer);
    this.isPlaying = false;
    const parts = isSlow ? says.split(/(?<=[.,])\s+/) : [says];
    this.line = { parts, shown: 1, isSlow };
    this.voiceLine();
    if (isSlow) this.timer = setTimeout(() => this.playNext(), SLOW_PAUSE);
    this.paint();
  }

  playNext() {
    const { line } = this;
    line.shown += 1;
    if (line.shown < line.parts.length) this.timer = setTimeout(() => this.playNext(), SLOW_PAUSE);
    this.paint();
  }

  voiceLine() {
    this.school.voice.say(this.line.parts.join(" "), this.line.isSlow);
  }

  get says() {
    return this.line.parts.slice(0, this.line.shown).join(" ");
  }

  stop() {
    clearTimeout(this.timer);
    this.school.voice.stop();
  }

  // No one is called: the school's supervisor answers in the exercise.
  get isCallUnsent() {
    return false;
  }

  get hasNoScreen() {
    return false;
  }

  get isCallDelivered() {
    return Boolean(this.screen.floor.called_at);
  }
}
