// The pages of the school: who is there, the lessons, an exercise, its result, and why there is none.

import { html, nothing } from "../dealer_ui/vendor/lit-html.js";
import { digits, entry, wrong } from "../dealer_ui/render/gate.js";
import { leave } from "../dealer_ui/render/icons.js";
import { own } from "../dealer_ui/render/key.js";
import { say } from "../dealer_ui/text.js";
import { counted, edge } from "./bands.js";
import { exercisePage } from "./exercise_page.js";
import { lessonsPage } from "./lessons_page.js";
import { resultPage } from "./result_page.js";

const PAGES = { gate, lessons: lessonsPage, exercise: exercisePage, result: resultPage, closed, broken };

export const draw = (school) => PAGES[school.view](school);

/** Badge and PIN on the tablet's own digits. */
function gate(school) {
  const { step, note } = school.gate;
  const { waiting } = school.results;
  const help = step === "pin" ? say("pin_help") : say(note);
  return html`<main class="frame gate school">
      <div class="who">
        <h1>${say("school_title")}</h1>
        <h2 class="caps">${say(`${step}_title`)}</h2>
        ${entry(school)}
        <p class="help">${help}</p>
        ${wrong(school)}
        ${waiting.length ? html`<p class="left-behind">${say("school_left_to_send", { count: counted(waiting.length) })}</p>` : nothing}
      </div>
      ${toTable(school)} ${digits(school)}
    </main>
    ${edge()}`;
}

const toTable = (school) => own(school, { text: say("school_to_table"), look: "live" }, "floor-key leave", () => school.toTable(), { icon: leave() });

function message(school, title, help) {
  return html`<main class="frame gate school">
      <div class="who" role="status">
        <h1>${title}</h1>
        <p class="help">${help}</p>
      </div>
      ${toTable(school)}
    </main>
    ${edge()}`;
}

function closed(school) {
  const { table } = school.data;
  return message(school, say("school_closed", { table }), say(school.isOpened ? "school_opened_help" : "school_closed_help", { table }));
}

function broken(school) {
  return message(school, say("school_broken"), say("school_broken_help"));
}
