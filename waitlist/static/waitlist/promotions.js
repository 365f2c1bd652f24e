// The board of promotions over the lists, in turn with them. It never covers a called player or old data.

import { read } from "../web/live.js";

/** Shows the promotions for the board's seconds, then the lists for as long. */
export class Promotions {
  #shadow;
  #since = performance.now();
  #isLoading = false;

  constructor(cover, setting) {
    this.cover = cover;
    this.setting = setting; // its data-seconds follows the settings page
    this.#shadow = cover.attachShadow({ mode: "open" }); // the two boards have style sheets of their own
  }

  /** isFree: whether nothing on the lists must stay in view. */
  tick(isFree) {
    const seconds = Number(this.setting.dataset.seconds);
    if (!seconds || !isFree) return this.#show(false);
    if (performance.now() - this.#since < seconds * 1000) return undefined;
    return this.cover.hidden ? this.#load() : this.#show(false);
  }

  #show(isShown) {
    if (this.cover.hidden !== isShown) return; // it is so already
    this.cover.hidden = !isShown;
    this.#since = performance.now();
  }

  /** Fetches the promotions, and shows them once their style sheets are there. Without any, the lists stay. */
  async #load() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const response = await fetch(this.setting.dataset.address);
      const page = read(await response.text());
      const main = page.querySelector("main.promotion-board");
      if (response.ok && main && !main.hasAttribute("data-empty")) {
        await this.#fill(page, main);
        this.#show(true);
      }
    } finally {
      this.#isLoading = false;
      this.#since = performance.now();
    }
  }

  async #fill(page, main) {
    if (!this.#shadow.querySelector("link")) {
      const links = [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => document.adoptNode(link));
      const loaded = links.map((link) => new Promise((resolve) => link.addEventListener("load", resolve, { once: true })));
      this.#shadow.replaceChildren(...links);
      await Promise.all(loaded);
    }
    this.#shadow.querySelector("main")?.remove();
    this.#shadow.append(document.adoptNode(main));
  }
}
