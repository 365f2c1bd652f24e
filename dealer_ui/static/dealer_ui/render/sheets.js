// The sheets on the stage: MORE, skip ahead, cards, one seat, and the questions before an action
// that cannot be undone.

import { html, nothing } from "../vendor/lit-html.js";
import { filled, podOf } from "../modes.js";
import { owner, say } from "../text.js";
import { cross } from "./icons.js";
import { key, own } from "./key.js";

function sheet(app, title, body, help = "", look = "") {
  return html`<section class="sheet ${look}" aria-label=${title}>
    <h3>${title}</h3>
    <p class="help">${help}</p>
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })} ${body}
  </section>`;
}

const NAMED = 3; // taps with a name; further ones are counted

/**
 * A refusal that came late or with later taps. Later taps work as usual, and it stays until
 * answered.
 */
export function held(app) {
  const { held: all } = app.queue;
  const refused = all.filter(({ command }) => command.refused !== undefined);
  const following = all.filter(({ command }) => command.refused === undefined);
  const title = say("held_title", { taps: listed(refused) });
  const keys = following.length
    ? [
        own(app, { text: say("held_drop"), look: "filled" }, "answer a-0", () => app.queue.dismiss()),
        own(app, { text: say("held_send"), look: "filled" }, "answer a-1", () => app.queue.release(app.live.known)),
      ]
    : own(app, { text: say("held_seen"), look: "filled" }, "answer a-0", () => app.queue.dismiss());
  return html`<section class="sheet held" role="alert" aria-label=${title}>
    <h3>${title}</h3>
    <p class="help">${refused.at(-1)?.command.refused}</p>
    ${following.length ? html`<p class="following">${say("held_upon", { taps: listed(following) })}</p>` : nothing} ${keys}
  </section>`;
}

function listed(taps) {
  const named = taps.slice(0, NAMED).map(({ command }) => command.label ?? command.key);
  const rest = taps.length - named.length;
  return [...named, ...(rest ? [say("held_more", { count: rest })] : [])].join(" · ");
}

export function more(app) {
  return html`<section class="sheet more" aria-label=${say("more_title")}>
    ${app.screen.more.map(({ name, keys }, row) => html`<h3 class="row-${row}">${name}</h3>${keys.map((keyData, i) => cell(app, keyData, `more-key row-${row} col-${i}`))}`)}
  </section>`;
}

/**
 * A key that does not apply leaves its cell empty; a key that waits for something else shows for
 * what.
 */
function cell(app, keyData, place) {
  if (!keyData) return nothing;
  return keyData.why ? key(app, keyData, place, { tap: () => app.tell(keyData.why) }) : key(app, keyData, place);
}

export function skip(app) {
  const body = app.screen.skip.map((keyData, i) => {
    if (keyData.do.send) return key(app, keyData, `choice h-${i}`);
    return own(app, keyData, `choice h-${i}`, () => {
      app.mode = { of: "skip-count", street: keyData.do.street, keyData };
    });
  });
  return sheet(app, say("skip_title"), body);
}

export function cards(app) {
  return sheet(app, say("cards_title"), choices(app, app.screen.cards.keys));
}

const POT_BOXES = [0, 1, 3, 4]; // a row for each kind of pot

/** The pots that the next hand may have: a bomb pot, a splash pot. */
export function pots(app) {
  const keys = app.screen.pots.map((keyData, i) => cell(app, keyData, `choice h-${POT_BOXES[i]}`));
  return sheet(app, say("pots_title"), keys, "", "next-pot");
}

const choices = (app, keys) => keys.map((keyData, i) => key(app, keyData, `choice h-${i}`));

/** Declarations before chips, of the tapped seat. */
export function said(app) {
  const { seat } = app.mode;
  const keys = app.screen.said.map((keyData) => filled(keyData, seat));
  return sheet(app, say("said_title", { seat }), choices(app, keys));
}

/** Only for actions that an undo cannot revert; names the action and its consequence. */
const CONFIRMATIONS = {
  misdeal: () => ["misdeal", {}, ["misdeal", { confirmed: true }]],
  close: () => ["close", {}, ["close_table", {}]],
  left: (_, app) => ["left", { taps: app.leftoverText }],
};

export function confirm(app) {
  const [about, values, command] = CONFIRMATIONS[app.mode.ask](app.mode, app);
  const yes = { text: say(`${about}_yes`), look: "live" };
  const left = app.queue.isLeftoverOfOtherTables ? "left_no_table" : "left_no";
  const no = { text: say(about === "left" ? left : "cancel"), look: "filled" };
  const agreed = () => (command ? app.send(...command, yes.text) : app.dropLeftover());
  const keys = [
    own(app, no, "answer a-0", () => app.set(null)),
    own(app, yes, "answer a-1 yes", agreed),
  ];
  return sheet(app, say(`${about}_title`, values), keys, app.mode.now ?? say(`${about}_now`));
}

/** An empty seat: who sits down; a taken seat: what can be changed. */
export function seat(app) {
  const pod = podOf(app.screen, app.mode.seat);
  if (!pod.player) return sitDown(app, pod);
  const title = say("seat_title", { seat: pod.seat, name: pod.player });
  const isAct = (keyData) => keyData.supervised && !owner.supervises && keyData.do;
  const keys = pod.choices.map((keyData) =>
    isAct(keyData) && !keyData.do.send ? { ...keyData, look: "off", do: null, why: say("supervised") } : keyData,
  );
  const asked = ({ name, do: { send, args } }) => app.askSupervisor({ title: name, text: say("act_do"), send, args, label: name });
  const help = [pod.conduct.mark, pod.alone].filter(Boolean).join(" · ");
  const body = keys.map((keyData, i) => {
    if (!isAct(keyData)) return key(app, keyData, `choice h-${i}`);
    return own(app, keyData, `choice h-${i}`, () => asked(keyData));
  });
  return sheet(app, title, body, help, "of-seat");
}

const PAGE = 13; // names, next to the keys for more of them and for another name

function sitDown(app, pod) {
  const sit = ({ player, name }) => () => app.seat({ seat: pod.seat, player, name });
  const all = app.screen.people;
  const pages = all.length > PAGE + 1 ? Math.ceil(all.length / PAGE) : 1;
  const page = (app.mode.page ?? 0) % pages;
  const people = pages > 1 ? all.slice(page * PAGE, (page + 1) * PAGE) : all;
  const on = () => {
    app.mode = { ...app.mode, page: page + 1 };
  };
  return html`<section class="wide" aria-label=${say("empty_title", { seat: pod.seat })}>
    <h3>${say("empty_title", { seat: pod.seat })}</h3>
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })}
    <div class="people">
      ${people.map(({ player, name, at }) => own(app, { text: name, sub: at, name: [name, at && say("sits_at", { at })].filter(Boolean).join(", "), look: at ? "calm" : "filled" }, "person", sit({ player, name })))}
      ${pages > 1 ? own(app, { text: say("more_names", { page: page + 1, pages }), look: "live" }, "", on) : nothing}
      ${own(app, { text: say("type_name"), look: "live" }, "", () => {
        app.mode = { of: "name", seat: pod.seat, typed: "" };
      })}
    </div>
  </section>`;
}
