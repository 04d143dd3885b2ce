import type { Rows, Wanted } from '../ports.js';
import { Facts } from './facts.js';
import { FetchedRows } from './fetched-rows.js';

/** How often a function of rows makes an engine fetch; one that reads one row after another in a loop needs more. */
export const MAX_ROUNDS = 8;

/** Fetches in one trip what is wanted and fills it in, all of one snapshot. */
type Fetch = (wanted: readonly Wanted[], facts: Facts) => Promise<void>;

/**
 * Runs `look` or `decide` for an engine that cannot read synchronously: where it reads what is not fetched yet, the run
 * ends, all that is wanted by then is fetched in one trip, and it runs again.
 * @throws whatever it throws on rows that are complete
 * @throws Error when it is not complete after `MAX_ROUNDS`
 */
export async function rerun<R>(run: (rows: Rows) => R, fetch: Fetch): Promise<R> {
  const facts = new Facts();
  for (let round = 0; round <= MAX_ROUNDS; round += 1) {
    const rows = new FetchedRows(facts);
    try {
      const result = run(rows);
      if (!rows.isIncomplete) return result;
    } catch (error) {
      // What is thrown on rows that are not complete says nothing.
      if (!rows.isIncomplete) throw error;
    }
    if (round < MAX_ROUNDS) await fetch(rows.wanted, facts);
  }
  throw new Error(`the rows are not complete after ${MAX_ROUNDS} rounds: read what a loop needs at once`);
}
