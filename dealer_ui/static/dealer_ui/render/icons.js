// Line icons, 24 units square, in the color of the text.

import { html } from "../vendor/lit-html.js";


export const flag = (size = 40) =>
  html`<svg class="icon" width=${size} height=${size} viewBox="0 0 40 40" aria-hidden="true">
    <path d="M6 4v34" stroke-width="5" />
    <path d="M8 5h28l-6 9 6 9H8z" fill="currentColor" stroke="none" />
  </svg>`;

export const push = (size = 40) =>
  html`<svg class="icon" width=${size} height=${size} viewBox="0 0 40 40" aria-hidden="true">
    <path d="M20 16V2M13 8l7-6.5L27 8" stroke-width="3" />
    <ellipse cx="20" cy="25" rx="14" ry="5.5" stroke-width="3" />
    <path d="M6 25v8c0 3 6 5.5 14 5.5S34 36 34 33v-8" stroke-width="3" />
  </svg>`;

export const coins = () =>
  html`<svg class="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
    <ellipse cx="12" cy="6" rx="9.5" ry="4" />
    <path d="M2.500 6v12c0 2.200 4.300 4 9.500 4s9.500-1.800 9.500-4V6M2.500 12c0 2.200 4.300 4 9.500 4s9.500-1.800 9.500-4" />
  </svg>`;

export const undo = () =>
  html`<svg class="icon" width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M8 3 3 8.500 8 14M3.500 8.500H15a6 6 0 0 1 0 12h-4" />
  </svg>`;

export const check = (size = 20) =>
  html`<svg class="icon" width=${size} height=${size} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 13l5.500 5.500L20.500 6" stroke-width="3" />
  </svg>`;

export const back = () =>
  html`<svg class="icon" width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M11 5l-7 7 7 7M4.500 12H21" stroke-width="2.500" />
  </svg>`;

export const cross = () =>
  html`<svg class="icon" width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 5l14 14M19 5 5 19" />
  </svg>`;

export const backspace = () =>
  html`<svg class="icon" width="42" height="42" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M8 5h12.500c.8 0 1.500.7 1.500 1.500v11c0 .8-.7 1.500-1.500 1.500H8l-6-7zM11 9.500l5.500 5.500M16.500 9.500 11 15" stroke-width="1.600" />
  </svg>`;

export const chevron = () =>
  html`<svg class="icon" width="14" height="22" viewBox="0 0 14 22" aria-hidden="true">
    <path d="M3 3l8 8-8 8" stroke-width="2.500" />
  </svg>`;

export const warning = () =>
  html`<svg class="icon warning" width="28" height="26" viewBox="0 0 28 26" aria-hidden="true">
    <path d="M14 2.500 26 23.500H2z" /><path d="M14 10v6M14 19.500v.1" stroke-width="2.500" />
  </svg>`;

export const pause = () =>
  html`<svg class="icon" width="14" height="16" viewBox="0 0 14 16" aria-hidden="true">
    <path d="M2 1h3v14H2zM9 1h3v14H9z" fill="currentColor" stroke="none" />
  </svg>`;

export const waiting = () =>
  html`<svg class="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="9.500" />
    <path d="M12 6.500V12l4 2.500" />
  </svg>`;

/** No network: waves with a line through them. */
export const offline = (size = 26) =>
  html`<svg class="icon" width=${size} height=${size} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M2 9a15 15 0 0 1 20 0M5.500 12.500a10 10 0 0 1 13 0M8.800 16a5 5 0 0 1 6.400 0M12 20h.01M3 3l18 18" />
  </svg>`;

export const alert = (size = 28) =>
  html`<svg class="icon" width=${size} height=${size} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 3 2 21h20zM12 10v5M12 18h.01" />
  </svg>`;

export const leave = (size = 40) =>
  html`<svg class="icon" width=${size} height=${size} viewBox="0 0 40 40" aria-hidden="true">
    <path d="M24 6H8v28h16M16 20h20M29 13l7 7-7 7" stroke-width="3" />
  </svg>`;

export const start = (size = 40) =>
  html`<svg class="icon" width=${size} height=${size} viewBox="0 0 40 40" aria-hidden="true">
    <path d="M11 6l22 14-22 14z" stroke-width="3" fill="currentColor" />
  </svg>`;

/** A graduate's cap: the school. */
export const cap = (size = 24) =>
  html`<svg class="icon" width=${size} height=${size} viewBox="0 0 40 40" aria-hidden="true">
    <path d="M2 15 20 6l18 9-18 9zM10 20v9c3 3 17 3 20 0v-9M38 15v11" stroke-width="3" />
  </svg>`;
