// Amounts as text and back, in smallest units, by the conventions of a currency. The counterpart is
// `poker/currency.py`.

/** $54, 1.250,50 €, CHF 1’250; with decimals only if there are any. */
export function formatMoney(amount, { symbol, after, space, ...currency }) {
  const [sign, number] = [amount < 0 ? "-" : "", plain(Math.abs(amount), currency)];
  return sign + (after ? number + space + symbol : symbol + space + number);
}

function plain(amount, { decimals, decimal, group, further, alone }) {
  const scale = 10 ** decimals;
  const [whole, rest] = [Math.floor(amount / scale), amount % scale];
  const tail = rest ? decimal + String(rest).padStart(decimals, "0") : "";
  return grouped(String(whole), { group, further, alone }) + tail;
}

function grouped(digits, { group, further, alone }) {
  if (!group || digits.length < alone) return digits;
  const groups = [digits.slice(-3)];
  for (let head = digits.slice(0, -3); head; head = head.slice(0, -further)) groups.unshift(head.slice(-further));
  return groups.join(group);
}

/** A typed amount, or NaN if it is not an amount yet. The server parses the sent text itself. */
export function readMoney(text, { symbol, decimals, decimal, group }) {
  const number = text.replaceAll(symbol, "").replace(/\s/gu, "").replaceAll(group.trim() || "\0", "").replace(decimal, ".");
  return Math.round(Number(number) * 10 ** decimals);
}
