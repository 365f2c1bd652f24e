// The school: who is there, which lesson, the exercise that runs, and the results. One page at a time.

import { Guard } from "../dealer_ui/double_tap.js";
import { encryptPin } from "../dealer_ui/engine/encrypted_pin.js";
import { Engine, isPossible } from "../dealer_ui/engine/engine.js";
import { Updates } from "../dealer_ui/engine/updates.js";
import { post, get } from "../dealer_ui/http.js";
import { hadOpenGame, setOpenGame } from "../dealer_ui/open_game.js";
import { uuid } from "../dealer_ui/queue.js";
import { page, say } from "../dealer_ui/text.js";
import { kindOf, loadKind } from "./kinds.js";
import { average, Results } from "./results.js";
import { Ride } from "./ride.js";
import { Voice } from "./voice.js";

const ALONE_AFTER = 5 * 60_000; // ms without a tap until the page asks who is there
const POLL_INTERVAL = 15_000; // ms between two questions whether the table is open
const LESSONS_INTERVAL = 2000; // ms between two questions for the lessons that are being prepared
const POLL_TIMEOUT = 4000; // ms; without an answer the tablet goes by what it knew
const CLOSED_FOR = 10_000; // ms that the page says why it ends, before the table is shown
const APART_PINS = 24; // exercises, at least, that one sign-in without a network is for: the PIN is encrypted for each of them
const TELLINGS = ["at_once", "at_the_end"];
export const PER_PAGE = 9; // lessons of a page; with more of them the last box turns the page

const data = JSON.parse(document.getElementById("school").textContent);
data.preparing ??= []; // a page kept by an earlier version has none
const newGate = (note) => ({ step: "badge", typed: "", badge: "", wrong: "", note });

export class School {
  constructor(render) {
    Object.assign(this, { render, data });
    this.view = "gate"; // or lessons, exercise, result, closed, broken
    this.person = null; // who is there: {badge, name, token, done, due, pins, ...} as the room says, or apart from it
    this.gate = newGate("school_who");
    this.lesson = null; // the chosen one
    this.pageAt = 0; // of the lessons
    this.exercise = null; // the one that runs, an app with the tablet's screen
    this.ride = null; // the check ride whose part it is
    this.result = null; // the one that ended: {score, lesson, exercise, ...}, with the ride after its last part
    this.mistakesAt = 0; // the page of its mistakes
    this.isOpened = false; // the floor has opened the table since the page is here
    this.notice = "";
    this.tappedAt = performance.now();
    this.polledAt = 0;
    this.lessonsAt = performance.now(); // when the page asked for its lessons
    this.guard = new Guard();
    this.sent = new Set();
    this.mode = null;
    this.voice = new Voice();
    this.results = new Results({
      changed: () => this.paint(),
      stored: (badge, result) => this.count(badge, result),
      trainee: (badge, trainee) => this.renew(badge, trainee),
    });
    this.updates = new Updates(
      () => this.view === "gate" && !this.gate.typed && !this.gate.badge,
      () => false,
    );
  }

  async start() {
    this.paint();
    document.addEventListener("pointerdown", () => this.tapped(), { capture: true });
    setInterval(() => this.everySecond(), 1000);
    await this.poll();
    this.results.start();
    if (this.view === "closed") return;
    this.updates.start().catch((error) => console.warn("The school isn't kept for a start without a network.", error));
    await this.startEngine();
  }

  async startEngine() {
    if (!page.engine || !isPossible()) return this.fail(new Error("This browser can't run the engine."));
    const engine = new Engine(page.engine.worker);
    try {
      await engine.start(page.engine);
      this.engine = engine;
      document.body.dataset.engine = "ready";
      this.paint();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Nothing can be dealt without the engine; results that are kept are still sent. */
  fail(error) {
    console.error("The school stopped.", error);
    this.exercise?.stop();
    this.exercise = this.ride = null;
    this.view = "broken";
    this.paint();
  }

  paint() {
    this.render(this);
  }

  tapped() {
    this.tappedAt = performance.now();
  }

  everySecond() {
    if (performance.now() - this.polledAt >= POLL_INTERVAL) this.poll();
    this.askForLessons();
    if (this.person && performance.now() - this.tappedAt >= ALONE_AFTER) this.alone();
    if (this.view === "closed" && performance.now() - this.closedAt >= CLOSED_FOR) this.toTable();
    this.updates.apply();
    this.paint();
  }

  /** Asks whether a game has been opened at this table. Without a network the tablet goes by its last screen. */
  async poll() {
    const isFirst = !this.polledAt;
    this.polledAt = performance.now();
    let isIdle = isFirst ? !hadOpenGame() : !this.isOpened;
    try {
      const { status, body } = await get("school/idle", POLL_TIMEOUT);
      if (status === 401 || body.code === "unknown_device") return this.toTable();
      if (status === 200) isIdle = body.is_idle;
      if (status === 200) setOpenGame(!isIdle);
    } catch {
      // no network
    }
    if (isIdle) return;
    this.isOpened = !isFirst;
    if (!this.exercise) this.close();
    this.paint();
  }

  /** The lessons that were being prepared when the page opened. They come in between exercises. */
  async askForLessons() {
    const isDue = data.preparing.length && performance.now() - this.lessonsAt >= LESSONS_INTERVAL;
    if (!isDue || !["gate", "lessons"].includes(this.view)) return;
    this.lessonsAt = performance.now();
    try {
      const { status, body } = await get("school/lessons", POLL_TIMEOUT);
      if (status !== 200 || body.preparing.length || this.exercise) return;
      Object.assign(data, body);
    } catch {
      return; // no network: the next question is due in a moment
    }
    if (this.person) this.choose(data.lessons.find(({ key }) => key === this.lesson?.key) ?? data.lessons[0] ?? null);
    this.updates.keepPage();
    this.paint();
  }

  close() {
    this.view = "closed";
    this.closedAt = performance.now();
  }

  toTable() {
    window.location.replace(page.base);
  }

  /** No one taps any more: what was dealt is kept, and the page asks who is there. */
  async alone() {
    this.tapped();
    if (this.exercise) await this.exercise.leave();
    if (this.view !== "closed") this.signOut("school_who_again");
  }

  signOut(note = "school_who_next") {
    this.person = this.result = null;
    this.view = "gate";
    this.gate = newGate(note);
    this.notice = "";
    this.paint();
  }

  tell(notice) {
    this.notice = notice;
    this.paint();
  }

  /** A step of the gate: the badge, then the PIN. */
  async enter() {
    const { gate } = this;
    if (gate.step === "badge") {
      Object.assign(gate, { step: "pin", badge: gate.typed, typed: "", wrong: "" });
      return this.paint();
    }
    Object.assign(gate, { wrong: "", busy: true });
    this.paint();
    const { badge, typed: pin } = gate;
    try {
      const { status, body } = await post("school/sign-in", { badge, pin });
      if (status >= 500) return await this.enterApart(badge, pin);
      if (status !== 200) return this.refuse(body.message ?? say("unreachable"));
      this.welcome({ ...body, badge, pins: null });
      await this.results.signedIn(badge, body.token);
    } catch {
      await this.enterApart(badge, pin);
    }
  }

  refuse(wrong) {
    this.gate = { ...newGate(this.gate.note), wrong };
    this.paint();
  }

  /** Without a network the room checks the PIN when the results arrive. It is kept encrypted only. */
  async enterApart(badge, pin) {
    const parts = data.lessons.filter(({ ride }) => ride).map(({ exercises }) => exercises.length);
    const ids = Array.from({ length: Math.max(APART_PINS, ...parts) }, uuid);
    const pins = await Promise.all(
      ids.map(async (id) => ({ id, pin: { badge, encrypted: await encryptPin(data.pin_key, pin, `school.${id}.${badge}`) } })),
    );
    const name = say("school_badge", { badge });
    this.welcome({ key: "", name, token: "", telling: "at_once", tempo: 0, may_choose: true, badge, pins });
  }

  welcome(person) {
    // Apart from the room nothing is known of what the trainee has dealt.
    this.person = { done: {}, due: [], hand_times: {}, ride_times: {}, ...person };
    this.gate = newGate("school_who");
    this.pageAt = 0;
    this.tapped();
    this.toLessons();
  }

  /** The room has a result, which no longer counts as one on the way. */
  count(badge, { exercise, score }) {
    const { person } = this;
    if (person?.badge !== badge) return;
    if (score.hands.length) person.hand_times[exercise] = average(score.hands);
    if (score.is_finished) person.done[exercise] = (person.done[exercise] ?? 0) + 1;
  }

  /** The records as the room has them now, of whoever is still there. */
  renew(badge, { token: _, ...trainee }) {
    if (this.person?.badge !== badge) return;
    const { telling, tempo } = this.person; // as chosen on this page
    Object.assign(this.person, trainee, trainee.may_choose ? { telling, tempo } : {});
  }

  toLessons() {
    this.view = "lessons";
    this.result = null;
    this.choose(this.suggested?.lesson ?? data.lessons[0] ?? null);
  }

  choose(lesson) {
    this.lesson = lesson;
    if (lesson) loadKind(lesson.exercises[0]).catch((error) => console.warn("A table can't be loaded yet.", error));
    this.notice = "";
    if (lesson && !this.shown.includes(lesson)) this.pageAt = Math.floor(data.lessons.indexOf(lesson) / this.perPage);
    this.paint();
  }

  get perPage() {
    return data.lessons.length > PER_PAGE ? PER_PAGE - 1 : PER_PAGE;
  }

  get pages() {
    return Math.max(1, Math.ceil(data.lessons.length / this.perPage));
  }

  /** Titles for the places that are left on the page while lessons are being prepared. */
  get preparing() {
    return data.preparing.slice(0, this.perPage - this.shown.length);
  }

  /** The lessons of the page. */
  get shown() {
    return data.lessons.slice(this.pageAt * this.perPage, (this.pageAt + 1) * this.perPage);
  }

  turn() {
    this.pageAt = (this.pageAt + 1) % this.pages;
    this.choose(this.shown[0]);
  }

  /** How often the trainee has finished an exercise, results on the way included. */
  times({ id }) {
    const { badge, done } = this.person;
    return (done[id] ?? 0) + this.results.finished(badge, id);
  }

  progress({ exercises }) {
    return exercises.filter((exercise) => this.times(exercise)).length;
  }

  /** The lessons without the check rides, which are begun by choice. */
  get practiced() {
    return data.lessons.filter(({ ride }) => !ride);
  }

  /** ms of a hand on average when the trainee dealt an exercise last, results on the way included; undefined before. */
  lastTime({ id }) {
    const { badge, hand_times } = this.person;
    return this.results.handTime(badge, id) ?? hand_times[id];
  }

  get allDone() {
    return this.practiced.reduce((sum, lesson) => sum + this.progress(lesson), 0);
  }

  get all() {
    return this.practiced.reduce((sum, { exercises }) => sum + exercises.length, 0);
  }

  /** What to practice next: what is due for this trainee, else the first exercise that was never finished. */
  get suggested() {
    const places = this.practiced.flatMap((lesson) => lesson.exercises.map((exercise) => ({ lesson, exercise })));
    const due = this.person.due.map((id) => places.find(({ exercise }) => exercise.id === id)).filter(Boolean);
    return due.find(({ exercise }) => !this.results.finished(this.person.badge, exercise.id)) ?? places.find(({ exercise }) => !this.times(exercise)) ?? null;
  }

  /** The exercise with which START begins a lesson: the one due, else the one dealt least often; of a ride the first part. */
  next(lesson) {
    if (lesson.ride) return lesson.exercises[0];
    const { suggested } = this;
    if (suggested?.lesson === lesson) return suggested.exercise;
    return lesson.exercises.reduce((least, exercise) => (this.times(exercise) < this.times(least) ? exercise : least));
  }

  toggleTelling() {
    const { person } = this;
    person.telling = TELLINGS.find((telling) => telling !== person.telling);
  }

  nextTempo() {
    const { person } = this;
    const { tempos } = data;
    person.tempo = tempos[(tempos.indexOf(person.tempo) + 1) % tempos.length];
  }

  async begin(lesson, exercise) {
    const { person } = this;
    const count = lesson.ride ? lesson.exercises.length : 1;
    if (person.pins && person.pins.length < count) return this.signOut("school_who"); // each kept PIN is for one result
    this.ride = lesson.ride ? new Ride(lesson, person.tempo) : null;
    await this.deal(lesson, exercise, this.ride ?? person);
  }

  async deal(lesson, exercise, { telling, tempo }) {
    const kind = kindOf(exercise) ?? (await this.loaded(exercise));
    if (!kind) return;
    const { person, exercise: before } = this;
    const given = { lesson, exercise, number: lesson.exercises.indexOf(exercise) + 1, telling, tempo };
    this.exercise = new kind.Exercise(this, { ...given, kind });
    if (before) this.exercise.guard = before.guard; // the second tap of a finger isn't the first one of the next part
    this.exercise.proof = person.pins?.shift() ?? { id: uuid(), token: person.token };
    this.result = null;
    this.view = "exercise";
    await this.exercise.begin();
  }

  /** The page of an exercise's table; null if it can't be loaded. */
  async loaded(exercise) {
    try {
      return await loadKind(exercise);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  resultOf({ lesson, exercise, telling, tempo, proof, began, clock }, score) {
    const about = { lesson: lesson.key, exercise: exercise.id, edition: data.editions[exercise.id], telling, tempo, score };
    return { ...proof, ...about, began_at: began, ended_at: clock.now() };
  }

  /** After each tap, so that a page that ends by itself loses nothing: the next one sends it as an exercise that was left. */
  dealtSoFar(dealt, score) {
    const { person } = this;
    this.results.keepSoFar(person.badge, person.name, this.resultOf(dealt, score));
  }

  /** The exercise is over: its result is stored before the page says so. */
  async finished(score, ends) {
    const { exercise: dealt, person, ride } = this;
    if (!dealt || dealt.isOver) return;
    dealt.isOver = true;
    const { lesson, exercise, telling, target } = dealt;
    const result = this.resultOf(dealt, score);
    const last = ride ? person.ride_times[lesson.key] : this.lastTime(exercise); // before this result is one of them
    // Someone who tapped nothing has dealt nothing.
    if (score.taps + score.mistakes.length + score.undone) await this.results.keep(person.badge, person.name, result);
    if (this.exercise !== dealt) return;
    ride?.scores.push(score);
    if (ride?.part && score.is_finished && !this.isOpened) return this.deal(lesson, ride.part, ride);
    const whole = ride && (await this.engine.call("school_ride", { lesson, scores: ride.scores }));
    if (this.exercise !== dealt) return;
    this.exercise = this.ride = null;
    if (this.isOpened) return this.close();
    this.mistakesAt = 0;
    if (whole) person.ride_times[lesson.key] = whole.average;
    this.result = whole
      ? { ride, score: whole, lesson, exercise, telling, last, target: whole.most_average }
      : { score, lesson, exercise, telling, last, target, ends };
    this.view = "result";
    if (!score.is_finished) this.toLessons();
    this.paint();
  }

  /** After mistakes the same again, else what is due. */
  get practice() {
    const { ride, score, lesson, exercise } = this.result;
    if (score.mistakes.length && !ride) return { lesson, exercise };
    return this.suggested ?? { lesson, exercise };
  }
}
