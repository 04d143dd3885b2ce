import type { Rows, Wanted } from '../ports.js';
import { FetchedData } from './fetched-data.js';
import { answerOn, FetchedRows } from './fetched-rows.js';

/**
 * Trips for one function at most, so that one that never ends is found. With hints a call takes two or three. Without any each read
 * takes one: of a batch of a hundred receipts each reads four rows.
 */
export const MAX_ROUNDS = 500;

/** Fetches what is wanted in one trip and fills it in, all from one snapshot. */
type Fetch = (wanted: readonly Wanted[], data: FetchedData) => Promise<void>;

/**
 * Runs `look` or `decide` for an engine that cannot read synchronously: at the first read that is not fetched yet the
 * run ends, all that is wanted by then is fetched in one trip, and the function runs again.
 * @throws what the function throws once its rows are complete
 * @throws Error when they are not complete after `MAX_ROUNDS`
 */
export async function rerun<R>(run: (rows: Rows) => R, fetch: Fetch): Promise<R> {
  const data = new FetchedData();
  for (let round = 0; round <= MAX_ROUNDS; round += 1) {
    const rows = new FetchedRows(data);
    const ran = answerOn(rows, run);
    if (ran) return ran.answer;
    if (round < MAX_ROUNDS) await fetch(rows.wanted, data);
  }
  throw new Error(`the rows are not complete after ${MAX_ROUNDS} rounds: read what a loop needs at once`);
}
