// The frame of a table: six bands, and the helper that is open.

import { html, nothing } from "../vendor/lit-html.js";
import { isPad } from "../sums.js";
import { clock, down, owner, say, span } from "../text.js";
import { deck } from "./control_bar.js";
import { drawCaption } from "./draw.js";
import { doneKey, floorCall } from "./floor.js";
import { helper } from "./helpers.js";
import { check, pause, waiting } from "./icons.js";
import { own, under } from "./key.js";
import { networkLine, networkSign, refusedTap } from "./network.js";
import { pod } from "./seats.js";
import { stage } from "./stage.js";
import { clockNote } from "./turn_clock.js";

const ONE_LINE = 72; // characters of a refusal at 26 px

export const AT_TABLE = { look: "", header, step, stage, caption: captioned, footer };

/** bands: the page's own parts; the school has its strip and its texts on the felt. */
export function tablet(app, bands = AT_TABLE) {
  const { screen } = app;
  const size = screen.seats === 10 ? "ten" : "";
  return html`<main class="frame ${size} ${app.mirrored ? "mirror" : ""} ${bands.look}">
    ${bands.header(app)} ${bands.step(app)} ${app.calling ? floorCall(app) : [screen.pods.map((seat) => pod(app, seat)), bands.stage(app)]}
    ${caption(app, bands)} ${deck(app)} ${helper(app)} ${app.calling || app.mode ? nothing : refusedTap(app)}
    ${bands.footer(app)}
  </main>`;
}

function header(app) {
  const { header: headerData } = app.screen;
  const now = app.now();
  const since = headerData.since && say("since_down", { name: headerData.dealer, time: down(now - headerData.since) });
  const until = headerData.until ? say("until", { time: clock(headerData.until) }) : "";
  const { level } = headerData;
  const left = [headerData.game, level?.text, until + headerData.turn, level ? "" : headerData.hand].filter(Boolean);
  const supervisor = owner.supervises && owner.name !== headerData.dealer && say("supervises", owner);
  const { next, clocked } = app.extras;
  const person = supervisor || since || headerData.dealer || say("nobody");
  const right = [level && levelTime(level, now), next ? coming(app, next, now) : clocked || headerData.paused, person].filter(Boolean);
  return html`<header class="header">
    <h1 class="table">${headerData.table}</h1>
    ${left.map((text, i) => html`${i ? rule() : nothing}<span class=${i ? "" : "game"}>${text}</span>`)}
    <span class="right"></span>
    ${networkSign(app)}
    ${right.map((text) => html`<span>${text === person ? inTheBox(app, person) : text}</span>${rule()}`)}
    <time class="clock num">${clock(now)}</time>
  </header>`;
}

/** The time left in a level of a tournament, or the next hand's level once it is over. */
function levelTime(level, now) {
  if (level.stopped) return say("level_stopped");
  if (level.next) return html`<b class="next-level">${level.next}</b>`;
  return level.ends && html`<b class="num">${say("level_left", { time: span(Math.max(0, level.ends - now)) })}</b>`;
}

/**
 * The next dealer, in place of the tracking level, which does not change then. It opens the push,
 * for the PIN.
 */
function coming(app, { text, due }, now) {
  const name = say("coming_key", { text });
  const keyData = { text, name, look: app.mode?.of === "push" ? "set" : "live", do: { open: "push" } };
  return under(app, keyData, `coming ${now >= due ? "due" : ""}`);
}

/**
 * The dealer; between hands a key for the next dealer. The band's own key takes the space below it
 * first.
 */
function inTheBox(app, text) {
  const isFree = !app.screen.running && app.screen.stage.kind !== "rebuild" && !app.notice && !timeDue(app)?.key && !app.extras.next;
  if (!isFree) return text;
  const look = app.mode?.of === "push" ? "set" : "live";
  return under(app, { text, name: say("dealer_key", { text }), look, do: { open: "push" } }, "coming");
}

export const rule = () => html`<i class="rule"></i>`;

/** The key in the band: DONE for a step of a ruling, or the time charge that is due. */
export function bandKey(app) {
  const { ruling } = app.screen;
  if (ruling?.title) return ruling.done ? doneKey(app, ruling.done) : nothing;
  const time = timeDue(app);
  return time?.key ? under(app, time.key, "seen take-time") : nothing;
}

/** A refusal or a warning, until the next tap. */
export function noticed(app) {
  const look = app.notice.length > ONE_LINE ? "notice long" : "notice";
  const seen = own(app, { text: say("seen") }, "seen", () => app.clear());
  return band(`${look} ${app.noticeLook}`, app.noticeTitle, { now: app.notice, then: "", seen });
}

function step(app) {
  if (app.notice) return noticed(app);
  const hold = app.screen.promotion?.hold;
  if (hold) return band("freeze", hold, held(app), pause());
  if (app.called && app.stopped) return band("freeze", say("freeze"), frozen(app), pause());
  const { ruling, floor } = app.screen;
  if (app.mode?.of === "arm" && !app.mode.seat) return band("tool", app.screen.arms[app.mode.arm].label, app.step);
  if (app.mode?.of === "acts") return band("tool", say("acts_title", app.mode), app.step);
  if (ruling?.title) return band(`ruled ${ruling.size}`, ruling.title, { ...app.step, seen: bandKey(app) }, check(16));
  const time = timeDue(app);
  const title = [say("next_step"), floor.called_at && (app.hasNoScreen ? say("floor_no_screen") : floor.heard), time?.text].filter(Boolean).join(" · ");
  return band(time?.key ? "timed" : "", title, { ...app.step, seen: bandKey(app) });
}

/**
 * The time charge once it is due by the server's clock. It is next to the next step and blocks
 * nothing.
 */
const timeDue = (app) => (app.screen.time && app.now() >= app.screen.time.due ? app.screen.time : null);

/**
 * The screen's sentence once the server has the call; until then the tablet's own sentence, which
 * does not claim that.
 */
function frozen({ screen, isCallStored, isCallUnsent, hasNoScreen }) {
  if (isCallUnsent || hasNoScreen) return { ...screen.floor.step, then: say("floor_call_out") };
  return isCallStored ? screen.step : { ...screen.floor.step, then: "" };
}

/** A claim holds the table whatever becomes of its call; a call that no one has must be called out. */
const held = ({ screen, isCallUnsent, hasNoScreen }) => (isCallUnsent || hasNoScreen ? { ...screen.step, then: say("floor_call_out") } : screen.step);

const pen = document.createElement("canvas").getContext("2d");
const LINE = { free: 755, keyed: 610 }; // px of the band on an upright tablet, alone and next to a key
const LINES = 2.1; // lines at full size that hold two lines of the smaller size
const TITLE = 22 / 30; // of the sentence's size

/**
 * Whether an upright tablet has the sentence on its line, beside its title, or in small type
 * (css/portrait.css).
 */
function fitting(title, { now, then, seen }) {
  pen.font = "600 30px 'Inter Variable', system-ui, sans-serif";
  const room = seen === nothing ? LINE.free : LINE.keyed;
  const width = pen.measureText(`${now} ${then}`).width;
  const titleWidth = pen.measureText(title.toUpperCase()).width;
  if (width <= room && titleWidth * TITLE <= room) return "";
  return width + titleWidth <= room * LINES ? "wide-text" : "wide-text widest-text";
}

/** ticks: the sentence has a running time, which is not read aloud every second. */
export function band(look, title, { now, then, ticks = false, seen = nothing }, icon = nothing) {
  return html`<section class="step ${look} ${fitting(title, { now, then, seen })}" aria-label=${title}>
    <h2 class="caps">${icon}${title}</h2>
    <p aria-live=${ticks ? "off" : "polite"}>${now}${then ? html`<span class="then">${then}</span>` : nothing}</p>
    ${seen}
  </section>`;
}

export function captioned(app) {
  const { mode, screen } = app;
  if (mode?.of === "skip-count") return { text: mode.keyData.caption, note: "" };
  if (mode?.of === "high") return screen.promotion.caption;
  if (mode?.of === "acts") return { ...screen.caption, note: say("acts_again", mode), alert: false };
  if (mode?.of === "more") return { ...screen.caption, note: say("more_again"), alert: false };
  if (clockNote(app) && !mode) return { ...screen.caption, note: clockNote(app), alert: false, clause: "" };
  return screen.draw ? { text: drawCaption(app), note: screen.caption.note } : screen.caption;
}

function caption(app, bands) {
  if (isPad(app.mode)) return nothing;
  const { text, note, alert, clause } = bands.caption(app);
  return html`<div class="caption"><span class="caps">${text}</span>${clause && note && !alert && !app.mode ? ruleNote(app, note, clause) : html`<span class="note ${alert ? "alert" : ""}">${note}</span>`}</div>`;
}

/**
 * The rule of the step by its title; a tap shows its text. It is not a key of the rhythm of a
 * hand.
 */
const ruleNote = (app, note, clause) => html`<button type="button" class="note note-key" @click=${() => app.tell(clause, say("rule_title"))}>${note}</button>`;

function footer(app) {
  const told = networkLine(app);
  const waits = app.queue.isRetrying || !app.queue.durable ? "waits" : "";
  return html`<footer class="footer ${told ? `told ${told.look}` : ""}">
    <span class="link ${waits}" role="status">
      ${told ? told.icon : waits ? waiting() : check()} ${told ? html`<b>${told.title}</b><span>${told.text}</span>` : link(app)}${app.leftoverText ? html`<span class="left">· ${say("left_footer", { taps: app.leftoverText })}</span>` : nothing}
    </span>
    <span class="sum num">
      ${app.screen.footer.ledger.map(
        ({ count, text }) => html`${count === null ? nothing : html`<b>${count}</b>`} ${text} `,
      )}
    </span>
  </footer>`;
}

/** Only stored taps count as unsent; the line shows when a tap is being stored. */
function link(app) {
  const { queue } = app;
  const waits = queue.held.length ? [say("held_footer", { count: queue.held.length })] : [];
  const parts = [...toSend(queue), ...waits, ...trouble(app), ...cannotDealOffline(app)].map((text) => ` · ${text}`);
  return html`<b>${memory(queue)}</b><span>${parts.join("")}</span>`;
}

function memory({ durable, storing }) {
  if (!durable) return say("no_memory");
  return storing ? say("saving", { count: storing }) : say("saved");
}

function toSend({ ready, size, storing }) {
  if (!ready) return [say("reading")];
  if (size > storing) return [say("to_send", { count: size - storing })];
  return storing ? [] : [say("all_sent")];
}

function trouble({ queue, up, isKept }) {
  if (isKept) return [say("starting")];
  if (queue.isRetrying) return [say("no_answer")];
  return up ? [] : [say("connecting")];
}

/**
 * What this browser lacks to deal without a network. The dealer must see it before the network is
 * lost.
 */
const cannotDealOffline = ({ offlineLack }) => (offlineLack ? [say(`offline_lack_${offlineLack}`)] : []);
