// The sum on a pad: typed digits, with chips added to them. `fresh` sums come from another pad: the
// next digit replaces them.

import { scale } from "./text.js";

const MAX_DIGITS = 9; // of the smallest unit: 9,999,999 dollars, 999,999,999 yen

/** In the smallest unit. */
export const total = ({ typed = "", chips }) => Number(typed || 0) * scale() + chips.reduce((sum, chip) => sum + chip, 0);

export const isPad = (mode) => ["pad", "amount", "buy_in"].includes(mode?.of);

/** The first digit replaces a sum of chips; "00" is two digits. */
export function withDigits(mode, digits) {
  const before = mode.fresh || mode.chips.length ? "" : (mode.typed ?? "");
  const typed = `${before}${digits}`.replace(/^0+/, "");
  return `${typed}${scale()}`.length - 1 > MAX_DIGITS ? mode : { ...mode, typed, chips: [], fresh: false };
}

export const withChip = (mode, chip) => ({ ...mode, chips: [...mode.chips, chip], fresh: false });

/** Without the last chip, or the last digit. */
export function erased(mode) {
  if (mode.chips.length) return { ...mode, chips: mode.chips.slice(0, -1), fresh: false };
  return { ...mode, typed: (mode.typed ?? "").slice(0, -1), fresh: false };
}

/** Only the sum, for a pad of another seat. */
export const sumOf = (mode) => (mode && total(mode) ? { typed: mode.typed, chips: mode.chips, fresh: true } : null);
