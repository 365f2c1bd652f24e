// The draw for the button: whose card is next, and who leads. The heights of the cards come from
// the server.

import { cardName } from "./render/cards.js";
import { say } from "./text.js";

/** The seats with the highest card so far: one seat leads, several tie. */
function leaders({ drawn }, { button_heights: heights }) {
  const entries = Object.entries(drawn);
  const best = Math.max(...entries.map(([, card]) => heights[card]));
  return entries.filter(([, card]) => heights[card] === best).map(([seat]) => Number(seat));
}

/** The sentence of the band during the draw. */
export function drawSentence(mode, screen) {
  const seat = mode.seats[mode.at];
  const now = seat ? say("draw_now", { seat }) : say("draw_done");
  const lead = leaders(mode, screen);
  if (!lead.length) return { now, then: say("draw_first") };
  if (lead.length > 1) return { now, then: say("draw_ties", { seats: lead.join(", ") }) };
  return { now, then: say("draw_leads", { seat: lead[0], card: cardName(mode.drawn[lead[0]]) }) };
}
