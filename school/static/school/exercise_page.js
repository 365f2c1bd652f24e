// An exercise: the tablet's screen with the strip of what the table does, and what the school says of the last tap.

import { html, nothing } from "../dealer_ui/vendor/lit-html.js";
import { cross } from "../dealer_ui/render/icons.js";
import { numbers } from "../dealer_ui/render/numbers.js";
import { stage } from "../dealer_ui/render/stage.js";
import { band, bandKey, captioned, noticed, tablet } from "../dealer_ui/render/tablet.js";
import { say, span } from "../dealer_ui/text.js";
import { edge, footer, header, strip } from "./bands.js";

const LONG = 170; // characters on the felt that need smaller type
const IN_BAND = 84; // characters of one line in the band
const WITH_KEYS = ["tie", "short", "rebuild"]; // stages that are keys all over

export function exercisePage(school) {
  const { exercise: app } = school;
  if (!app.screen) return nothing;
  return html`${tablet(app, { ...BANDS, ...app.kind.bands })}${edge()}`;
}

const BANDS = { look: "school", header: exerciseHeader, step, stage: felt, caption, footer: exerciseFooter };

function exerciseHeader(app) {
  const { school, lesson, number, screen } = app;
  const which = ride(app) ?? [say("school_exercise", { number, of: lesson.exercises.length })];
  return header([screen.header.game, ...which], [school.person.name, say("school_hand_time", { time: span(app.handTime) })]);
}

/** What the header says of a check ride, and nothing of its parts: a surprise is not announced. */
function ride({ school: { ride }, counts }) {
  return ride && [say("school_ride"), say("school_ride_hand", { hand: counts?.ride_hand ?? 1, hands: ride.hands })];
}

export function step(app) {
  if (app.notice) return noticed(app);
  const { feedback } = app;
  if (feedback && isInBand(app)) return toldInBand(feedback, app);
  const title = say(app.line.isSlow ? "school_plays_again" : "school_plays");
  const then = app.mode ? app.step.now : say(app.isPlaying ? "school_playing" : "school_tap_it");
  return strip(title, app.isPlaying ? say("school_playing") : app.says, app.isPlaying ? "" : then, bandKey(app));
}

const taken = (feedback) => [say("school_taken_back"), feedback.rule && say("school_rule", feedback)].filter(Boolean).join(" ");

const reason = (feedback, app) => [feedback.text, app.isLit ? "" : say("school_due", feedback)].filter(Boolean).join(" ");

function toldInBand(feedback, app) {
  const now = `${reason(feedback, app)} ${taken(feedback)}`;
  return band(now.length > IN_BAND ? "notice long" : "notice", feedback.title, { now, then: "" }, cross(20));
}

/** Whether the felt has no room for the school's words. */
export const isInBand = (app) => app.calling || WITH_KEYS.includes(app.screen.stage.kind);

/** Where there is room for the school's words: on the felt, below the felt's own keys, or in the band. */
function place(app) {
  const { stage: shown } = app.screen;
  if (isInBand(app)) return "band";
  return shown.key || shown.ask ? "low" : "felt";
}

function felt(app) {
  const { feedback, screen } = app;
  const where = feedback && place(app);
  if (where === "felt") {
    const { numbers: shown } = screen.stage;
    return html`<section class="stage of-told" aria-label="Table">${told(feedback, app)} ${shown ? numbers(screen.stage, app) : nothing}</section>`;
  }
  return html`${stage(app)} ${where === "low" ? html`<section class="stage low">${told(feedback, app)}</section>` : nothing}`;
}

export function told(feedback, app) {
  const why = reason(feedback, app);
  const consequence = taken(feedback);
  return html`<div class="told ${why.length + consequence.length > LONG ? "long" : ""}" role="alert">
    <h3>${cross()} ${feedback.title}</h3>
    <p>${why} <span>${consequence}</span></p>
  </div>`;
}

export function caption(app) {
  const { text } = captioned(app);
  const isTold = app.counts && !app.school.ride; // in a check ride nothing is told of single mistakes
  return { text, note: isTold ? say("school_counts", app.counts) : "" };
}

function exerciseFooter(app) {
  const { school, screen } = app;
  const ledger = screen.footer.ledger.map(({ count, text }) => html`${count === null ? nothing : html`<b>${count}</b>`} ${text} `);
  const { table } = school.data;
  return footer(school, say(school.isOpened ? "school_leaving" : "school_nothing", { table }), ledger);
}
