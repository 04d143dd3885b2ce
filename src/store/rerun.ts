import type { Rows } from '../ports.js';
import { FetchedData, type NeededRead } from './fetched-data.js';
import { FetchedRows, runOnFetched } from './fetched-rows.js';

/**
 * Maximum number of round trips, to detect a function that never ends. A call with hints needs two or three. Without
 * hints, each read needs one, for example four for each receipt of a batch of a hundred.
 */
export const MAX_ROUNDS = 500;

/** Fetches the requested rows in one round trip into `data`, all from one snapshot. */
type Fetch = (needed: readonly NeededRead[], data: FetchedData) => Promise<void>;

/**
 * Runs `look` or `decide` for an engine that cannot read synchronously. A run ends at the first row that is not fetched
 * yet. All rows requested so far are then fetched in one round trip, and the function runs again.
 * @throws any error of the function once its rows are complete
 * @throws Error if they are still incomplete after `MAX_ROUNDS`
 */
export async function rerun<R>(run: (rows: Rows) => R, fetch: Fetch): Promise<R> {
  const data = new FetchedData();
  for (let round = 0; round <= MAX_ROUNDS; round += 1) {
    const rows = new FetchedRows(data);
    const ran = runOnFetched(rows, run);
    if (ran) return ran.answer;
    if (round < MAX_ROUNDS) await fetch(rows.needed, data);
  }
  throw new Error(`the rows are not complete after ${MAX_ROUNDS} rounds: read what a loop needs at once`);
}
