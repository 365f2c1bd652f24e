// The lessons: nine boxes that never move, the one that is next in cyan, and what the chosen one is about.

import { html, nothing, svg } from "../dealer_ui/vendor/lit-html.js";
import { check, leave, start } from "../dealer_ui/render/icons.js";
import { own } from "../dealer_ui/render/key.js";
import { say } from "../dealer_ui/text.js";
import { edge, footer, header, refusedStrip, strip } from "./bands.js";
import { secondsOf } from "./exercise.js";
import { PER_PAGE } from "./school.js";

const BAR = 334; // px of a lesson's bar

export function lessonsPage(school) {
  const { data, lesson, person, allDone: done, all } = school;
  const sum = data.lessons.length === 1 ? say("school_lesson") : say("school_lessons", { count: data.lessons.length });
  return html`<main class="frame school">
      ${header([say("school_pick"), say("school_done", { done, all })], [person.name])} ${refusedStrip(school) ?? next(school)}
      <div class="lessons">
        ${school.shown.map((one) => box(school, one))} ${school.preparing.map((title) => coming(school, title))} ${school.pages > 1 ? html`${empty(school)}${turn(school)}` : nothing}
      </div>
      <p class="yours">${say("school_yours")}</p>
      <div class="choices">${choices(school)}</div>
      ${own(school, { text: say("school_leave"), name: say("school_leave_name"), look: "live" }, "floor-key leave", () => school.signOut(), { icon: leave() })}
      ${lesson ? about(school, lesson) : nothing} ${footer(school, say("school_away"), sum)}
    </main>
    ${edge()}`;
}

function next({ suggested, data }) {
  const count = data.preparing.length;
  if (count) return strip(say("school_title"), count === 1 ? say("school_preparing_one") : say("school_preparing", { count }));
  if (!data.lessons.length) return strip(say("school_title"), say("school_none"));
  if (!suggested) return strip(say("school_title"), say("school_all_done"));
  const { lesson, exercise } = suggested;
  const [number, of] = [lesson.exercises.indexOf(exercise) + 1, lesson.exercises.length];
  return strip(say("school_title"), say("school_next", { lesson: lesson.title, number, of }), minutes(exercise));
}

/** About how long an exercise takes. */
function minutes(exercise) {
  const count = Math.ceil((secondsOf(exercise) * (exercise.hands ?? 1)) / 60);
  return count === 1 ? say("school_minute") : say("school_minutes", { count });
}

function box(school, lesson) {
  const { title, about: sub, ride, exercises } = lesson;
  const [done, of] = [school.progress(lesson), exercises.length];
  const look = school.lesson === lesson ? "chosen" : "";
  const face = { text: title, name: ride ? say("school_ride_name", { title, ...ride }) : say("school_lesson_name", { title, done, of }), look: school.suggested?.lesson === lesson ? "set" : "filled" };
  // Parts of a check ride are no progress: it is finished as a whole.
  const isDone = !ride && done === of;
  const count = ride ? say("school_ride") : say("school_of", { done, of });
  const extra = html`${isDone ? check(26) : nothing}<span class="about-it">${sub}</span><span class="num">${count}</span>${bar(ride ? 0 : done / of)}`;
  return own(school, face, `lesson ${look} ${title.length > 24 ? "long" : ""}`, () => school.choose(lesson), { extra });
}

/** A lesson that is being prepared; a tap says so. */
const coming = (school, title) =>
  own(school, { text: title, name: `${title}, ${say("school_being_prepared")}`, why: say("school_preparing_one") }, `lesson ${title.length > 24 ? "long" : ""}`, null, {
    extra: html`<span class="about-it">${say("school_being_prepared")}</span>`,
  });

const bar = (share) => html`<svg class="bar" viewBox="0 0 ${BAR} 8" aria-hidden="true">
  <rect width=${BAR} height="8" rx="4" />${share ? svg`<rect class="part" width=${BAR * share} height="8" rx="4" />` : nothing}
</svg>`;

/** The boxes of the last page that have no lesson, so that the key that turns the page keeps its own. */
const empty = (school) => Array.from({ length: PER_PAGE - 1 - school.shown.length }, () => html`<span></span>`);

function turn(school) {
  const text = say("school_page", { page: school.pageAt + 1, pages: school.pages });
  return own(school, { text, look: "live" }, "lesson turn", () => school.turn());
}

/** What the trainer left to the trainee, and the voice. */
function choices(school) {
  const { person, voice } = school;
  const sound = say(voice.isOn ? "school_on" : "school_off");
  const tempo = person.tempo ? say("school_hands_an_hour", { count: person.tempo }) : say("school_relaxed");
  const isFree = person.may_choose;
  return [
    isFree && choice(school, say("school_telling"), say(`school_${person.telling}`), () => school.toggleTelling()),
    isFree && choice(school, say("school_tempo"), tempo, () => school.nextTempo()),
    voice.isPossible && choice(school, say("school_sound"), sound, () => voice.toggle()),
  ].map((key) => key || nothing);
}

const choice = (school, what, now, tap) => own(school, { text: what, sub: now, name: say("school_choice_name", { what, now }), look: "live" }, "choice-key", tap);

/** The chosen lesson, and START. */
function about(school, lesson) {
  const exercise = school.next(lesson);
  const key = { text: say("school_start"), name: say("school_start_name", lesson.ride ? lesson : exercise), look: "due", why: say("school_wait_engine") };
  return html`<section class="about">
      <h3>${lesson.title}</h3>
      <p>${lesson.text}</p>
      <p>${say("school_target", lesson)} ${lesson.ride ? say("school_ride_how") : nothing}</p>
    </section>
    ${own(school, key, "award-key", school.engine ? () => school.begin(lesson, exercise) : null, { icon: start() })}`;
}
