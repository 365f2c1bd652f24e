// The result of an exercise: the time of each hand against the target, the mistakes, and what to practice next.

import { html, nothing, svg } from "../dealer_ui/vendor/lit-html.js";
import { check, leave, start } from "../dealer_ui/render/icons.js";
import { own } from "../dealer_ui/render/key.js";
import { say, span } from "../dealer_ui/text.js";
import { edge, footer, header, refusedStrip, strip } from "./bands.js";
import { average } from "./results.js";

const [WIDTH, HEIGHT] = [516, 312]; // px of the bars, with the line of the target above them
const [LEFT, RIGHT, TOP] = [36, 432, 32]; // where a bar begins, where the longest ends, and the first row
const ROW = 35; // px of a hand
const MOST_NUMBERED = 8; // hands with a number and a time beside each bar
const PER_PAGE = 5; // mistakes

export function resultPage(school) {
  const { result, person } = school;
  const { score, lesson, ride } = result;
  const count = ride ? ride.hands : score.hands.length;
  const dealt = count === 1 ? say("school_hand") : say("school_hands", { count });
  const { allDone: done, all } = school;
  return html`<main class="frame school">
      ${header([lesson.title, dealt], [person.name])} ${refusedStrip(school) ?? (ride ? rideVerdict(score) : verdict(result))}
      <section class="panel times">${times(result)}</section>
      <section class="panel kinds">${mistakes(school)}</section>
      ${own(school, { text: say("school_to_lessons"), look: "live" }, "floor-key leave small", () => school.toLessons(), { icon: leave() })}
      ${ride ? rideOver(school) : practice(school)} ${footer(school, say("school_kept"), say("school_done", { done, all }))}
    </main>
    ${edge()}`;
}

/** The taps and the pace, with what was left to say when the exercise was over. */
function verdict({ score, lesson, target, ends }) {
  const { taps: right, mistakes: wrong, hands, is_finished } = score;
  const pace = hands.length ? say(average(hands) <= target ? "school_on_pace" : "school_over_pace") : say("school_no_pace");
  const now = [say("school_right", { right, taps: right + wrong.length }) + pace, ends].filter(Boolean).join(" ");
  if (!is_finished) return strip(say("school_result"), now, say("school_left_early"));
  return strip(say("school_result"), now, wrong.length ? say("school_more", { lesson: lesson.title }) : say("school_well"));
}

/** Whether the limits of a check ride were kept. */
function rideVerdict({ wrong, most_wrong: most, average: hand, most_average: target, is_passed: isPassed }) {
  const now = say("school_ride_limits", { wrong, most, average: span(hand), target: span(target) });
  return strip(say(isPassed ? "school_ride_passed" : "school_ride_failed"), now);
}

function times({ score: { hands }, target, last }) {
  const title = html`<h3>${say("school_times")}</h3>`;
  if (!hands.length) return html`${title}<p>${say("school_no_hand")}</p>`;
  return html`${title}
    <p class="average num"><b>${span(average(hands))}</b> ${last ? say("school_average_was", { time: span(last) }) : say("school_average")}</p>
    ${bars(hands, target)}`;
}

/** A bar for each hand; one over the target is hollow, so that it is not told by its color alone. */
function bars(hands, target) {
  const longest = Math.max(target * 1.25, ...hands);
  const x = (ms) => LEFT + ((RIGHT - LEFT) * ms) / longest;
  const row = Math.min(ROW, (HEIGHT - TOP) / hands.length);
  const look = hands.length <= MOST_NUMBERED ? "" : "thin";
  return html`<svg class="bars num ${look}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${say("school_times")}>
    ${hands.map((hand, i) => bar({ hand, i, row, x, isOver: hand > target, isNumbered: hands.length <= MOST_NUMBERED }))}
    <path class="target" d="M${x(target)} ${TOP - 4}V${TOP + row * hands.length + 4}" />
    <text class="target" x=${Math.min(x(target), WIDTH - 70)} y="20" text-anchor="middle">${say("school_target_time", { time: span(target) })}</text>
  </svg>`;
}

function bar({ hand, i, row, x, isOver, isNumbered }) {
  const y = TOP + row * i;
  const height = isNumbered ? row - 13 : Math.max(3, row - 3);
  const middle = y + row / 2 + 7;
  return svg`<g class=${isOver ? "over" : ""}>
    ${isNumbered ? svg`<text x="0" y=${middle}>${i + 1}</text>` : nothing}
    <rect x=${LEFT} y=${y + (row - height) / 2} width=${Math.max(4, x(hand) - LEFT)} height=${height} rx="3" />
    ${isNumbered ? svg`<text class="time" x=${WIDTH} y=${middle} text-anchor="end">${span(hand)}</text>` : nothing}
  </g>`;
}

/** Told at the end: every mistake with its rule. Told at once: how many of each kind, with the last case. */
function mistakes(school) {
  const { score, telling } = school.result;
  const isList = telling === "at_the_end";
  const rows = isList ? score.mistakes.map(listed) : byKind(score.mistakes);
  const title = html`<h3>${say(isList ? "school_list" : "school_kinds")}</h3>`;
  const undone = score.undone ? html`<p class="undone">${say("school_undone", { count: score.undone })}</p>` : nothing;
  if (!rows.length) return html`${title}${row({ count: check(28), title: say("school_no_mistakes"), text: "" })}${undone}`;
  const pages = Math.ceil(rows.length / PER_PAGE);
  const at = school.mistakesAt % pages;
  const turn = () => {
    school.mistakesAt = at + 1;
  };
  const more = own(school, { text: say("school_page", { page: at + 1, pages }), look: "live" }, "more-mistakes", turn);
  return html`${title} ${pages > 1 ? more : undone} ${rows.slice(at * PER_PAGE, (at + 1) * PER_PAGE).map(row)}`;
}

const row = ({ count, title, text }) => html`<div class="mistake"><b class="num">${count}</b><span>${title}<small>${text}</small></span></div>`;

const ruled = (text, { cited: rule }) => (rule ? `${text}. ${say("school_rule", { rule })}` : text);

const listed = (mistake, i) => ({
  count: i + 1,
  title: say(`school_kind_${mistake.kind}`),
  text: ruled(say("school_case_hand", { hand: mistake.hand, case: say("school_case", mistake) }), mistake),
});

function byKind(all) {
  const kinds = new Map();
  for (const mistake of all) kinds.set(mistake.kind, [...(kinds.get(mistake.kind) ?? []), mistake]);
  return [...kinds].sort(([, one], [, other]) => other.length - one.length).map(([kind, cases]) => ({
    count: cases.length,
    title: say(`school_kind_${kind}`),
    text: ruled(say("school_case", cases.at(-1)), cases.at(-1)),
  }));
}

function practice(school) {
  const { lesson, exercise } = school.practice;
  const face = { text: say("school_start"), name: say("school_start_name", exercise), look: "due" };
  return html`<section class="about">
      <h3>${say("school_practice", lesson)}</h3>
      <p>${exercise.title}. ${lesson.text}</p>
      <p>${say("school_target", lesson)}</p>
    </section>
    ${own(school, face, "award-key", () => school.begin(lesson, exercise), { icon: start() })}`;
}

/** Who has the certificate; the room writes it when it has all parts. */
function rideOver(school) {
  const { lesson, exercise } = school.practice;
  const isSent = school.results.kept.every(({ badge }) => badge !== school.person.badge);
  const face = { text: say("school_start"), name: say("school_start_name", lesson.ride ? lesson : exercise), look: "due" };
  return html`<section class="about">
      <h3>${say(isSent ? "school_ride_certificate" : "school_ride_to_send")}</h3>
      <p>${say("school_practice", lesson)}</p>
    </section>
    ${own(school, face, "award-key", () => school.begin(lesson, lesson.ride ? lesson.exercises[0] : exercise), { icon: start() })}`;
}
