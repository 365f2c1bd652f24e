// The open helper, if any. It is in the center and leaves the seats and the deck in place. A
// refusal with later taps is shown whenever nothing else is, until the dealer has answered.

import { nothing } from "../vendor/lit-html.js";
import { acts } from "./acts.js";
import { bounty } from "./bounty.js";
import { conduct } from "./conduct.js";
import { keyboard } from "./keyboard.js";
import { games } from "./games.js";
import { look } from "./look.js";
import { pushDealer } from "./gate.js";
import { pushSummary } from "./push_summary.js";
import { amountPad, buyInPad, raisePad } from "./pad.js";
import { picker } from "./picker.js";
import { countsSheet } from "./stud.js";
import { cards, confirm, held, more, pots, said, seat, skip } from "./sheets.js";
import { time } from "./time.js";

const HELPERS = {
  acts,
  bounty,
  pad: raisePad,
  amount: amountPad,
  buy_in: buyInPad,
  picker,
  more,
  skip,
  cards,
  games,
  pots,
  look,
  counts: countsSheet,
  confirm,
  conduct,
  said,
  seat,
  name: keyboard,
  push: pushDealer,
  time,
};

export function helper(app) {
  const draw = HELPERS[app.mode?.of];
  if (draw) return draw(app);
  if (app.queue.held.length && !app.queue.engine) return held(app);
  return app.pushSummary && !app.calling ? pushSummary(app) : nothing;
}
