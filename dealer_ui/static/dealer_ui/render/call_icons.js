// One icon for each kind of irregularity, 28 units square, next to the text and never instead of
// it.

import { html, svg } from "../vendor/lit-html.js";

const icon = (body) =>
  html`<svg class="icon" width="34" height="34" viewBox="0 0 28 28" aria-hidden="true">${body}</svg>`;

const early = () => icon(svg`<path d="M15 4H6.500A2.500 2.500 0 0 0 4 6.500v15A2.500 2.500 0 0 0 6.500 24H11M15 4a2.500 2.500 0 0 1 2.500 2.500V11" /><circle cx="18.500" cy="19" r="6" /><path d="M18.500 15.500V19l2.500 1.500" />`);
const chips = svg`<ellipse cx="11" cy="14" rx="7.500" ry="3" /><path d="M3.500 14v6c0 1.700 3.400 3 7.500 3s7.500-1.300 7.500-3v-6" />`;

export const GROUPS = {
  early,
  draw: () => icon(svg`<rect x="3.500" y="7" width="12" height="17" rx="2.500" /><path d="M20 6v12M15.500 13.500 20 18l4.500-4.500" />`),
  bet: () => icon(svg`${chips}<path d="M24 4v9M24 17.500v.1" stroke-width="2.500" />`),
  exposed: () => icon(svg`<path d="M2.500 14S6.500 6 14 6s11.500 8 11.500 8-4 8-11.500 8S2.500 14 2.500 14z" /><circle cx="14" cy="14" r="3.500" />`),
  deck: () => icon(svg`<path d="M4 10.500 14 6l10 4.500L14 15zM4 14.500 14 19l10-4.500M4 18.500 14 23l10-4.500" />`),
  turn: () => icon(svg`<path d="M4 9.500h19M17.500 4l5.500 5.500-5.500 5.500M24 19H5M10.500 13.500 5 19l5.500 5.500" />`),
  count: () => icon(svg`<rect x="3" y="7" width="10" height="14" rx="2" /><path d="M16 7h6.500A2.500 2.500 0 0 1 25 9.500v9a2.500 2.500 0 0 1-2.500 2.500H16" stroke-dasharray="3 3" />`),
  showdown: () => icon(svg`<rect x="3" y="4" width="10.500" height="15" rx="2" /><rect x="15" y="5" width="10" height="14" rx="2" transform="rotate(9 20 12)" /><path d="M8 24h12" />`),
  button: () => icon(svg`<circle cx="14" cy="14" r="10.500" /><path d="M11 9.500h2.500a4.500 4.500 0 0 1 0 9H11z" />`),
  conduct: () => icon(svg`<path d="M4 5h20v15H13l-5 4.500V20H4zM14 9v5M14 16.500v.1" />`),
  come: () => icon(svg`<circle cx="14" cy="9" r="4.500" /><path d="M5 25c0-5 4-8 9-8s9 3 9 8" />`),
};
