// The kinds of tables that exercises are dealt at. Poker's is the school's own; that of a slice is in its own folder,
// as exercise.js, and is loaded once an exercise needs it.

import { Exercise } from "./exercise.js";

const POKER = "poker";
const loaded = new Map([[POKER, { Exercise, bands: {} }]]);

const nameOf = ({ kind = POKER }) => kind;

/** The kind of an exercise: {Exercise, bands, leads?}, with the bands that differ; undefined before it is loaded. */
export const kindOf = (exercise) => loaded.get(nameOf(exercise));

/** Loads the kind of an exercise. */
export async function loadKind(exercise) {
  const name = nameOf(exercise);
  if (!loaded.has(name)) loaded.set(name, await import(`../${name}/exercise.js`));
  return loaded.get(name);
}
