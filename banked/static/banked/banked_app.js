// The tablet's app at a house-banked table: boxes instead of seats. Queue, network, floor calls and
// pushes are those of every tablet; the engine's calls are those of the house-banked table.

import { App, atTable } from "../dealer_ui/app.js";

const STAYS = ["set_bet"]; // commands after which the wager stays open for more chips

/** The parts of every tablet, with an engine whose calls are the house-banked ones. */
function atBankedTable(app) {
  const parts = atTable(app);
  const takeOver = parts.queue.takeOver.bind(parts.queue);
  parts.queue.takeOver = (engine) => takeOver(banked(engine));
  return parts;
}

/** The engine, which answers the calls of a table with those of a house-banked one. */
function banked(engine) {
  return new Proxy(engine, {
    get(target, name) {
      if (name === "call") return (call, content) => target.call(`banked_${call}`, content);
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** An app with the boxes, wagers and sheets of a house-banked table: the tablet's, or the school's. */
export const withBoxes = (Base) =>
  class extends Base {
    /** The screen as drawn, with the count row of the wager that is being changed. */
    get screen() {
      return this.editor ? { ...this.drawn, count: this.editor.keys } : this.drawn;
    }

    set screen(screen) {
      this.drawn = screen;
    }

    /** The wager that is being changed, or null. */
    get editor() {
      return this.mode?.of === "bet" ? (this.drawn.editors[`${this.mode.box}.${this.mode.wager}`] ?? null) : null;
    }

    /** The sheet that is open, or null. */
    get sheet() {
      return this.mode?.of === "sheet" ? (this.screen.sheets[this.mode.name] ?? null) : null;
    }

    open(what) {
      const { open, args = {} } = what;
      if (open === "bet") return this.openBet(args);
      if (open === "sheet") return this.toggle({ of: "sheet", name: args.name });
      if (open === "fix") return this.toggle({ of: "fix", card: null });
      super.open(what);
    }

    openBet({ box, wager }) {
      const isSame = this.mode?.of === "bet" && this.mode.box === box && this.mode.wager === wager;
      this.mode = isSame ? null : { of: "bet", box, wager };
    }

    toggle(mode) {
      const isSame = this.mode?.of === mode.of && this.mode.name === mode.name;
      this.mode = isSame ? null : mode;
    }

    sendFrom(what, key) {
      const { mode } = this;
      super.sendFrom(what, key);
      if (mode?.of === "bet" && STAYS.includes(what.send)) this.mode = mode;
      if (mode?.of === "sheet" && what.send === "buy_in") this.mode = mode;
    }

    /** Corrects the chosen card. */
    correct(rank) {
      const { box, hand, place, name } = this.mode.card;
      const args = { box, place, card: rank, ...(hand > 1 && { hand }) };
      this.send("correct_card", args, `fix-${box}-${hand}-${place}`, `${name}: ${rank}`);
      this.paint();
    }

    /** A round that starts ends the bets; a sheet that no longer exists closes. */
    draw(screen, offset) {
      super.draw(screen, offset);
      const isGone = (this.mode?.of === "bet" && !this.editor) || (this.mode?.of === "sheet" && !this.sheet);
      const hasNoCards = this.mode?.of === "fix" && !screen.fixes.length;
      if (isGone || hasNoCards) this.set(null);
    }
  };

export class BankedApp extends withBoxes(App) {
  constructor(render) {
    super(render, atBankedTable);
  }
}
