import { z } from 'zod';
import { unpackOutcome } from '../../src/calls/packed-outcome.js';
import { readStored } from './stored.js';

/** Reads stored responses through a separate connection. */

const record = z.object({ caller_id: z.string().optional(), bytes: z.int().optional() });

/** Adds up the sizes that the records of each caller declare. */
export async function sumResponseBytes(database: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { body } of await readStored(database, 'SELECT body FROM idempotency')) {
    const { caller_id, bytes = 0 } = record.parse(JSON.parse(String(body)));
    if (caller_id !== undefined) sums[caller_id] = (sums[caller_id] ?? 0) + bytes;
  }
  return sums;
}

/** Reads the counted size of each caller's stored responses. Callers with a count of zero are left out. */
export async function readByteCounters(database: string): Promise<Record<string, unknown>> {
  const counters = `SELECT key, value FROM counter WHERE name = 'answer_bytes' AND value > 0`;
  return Object.fromEntries((await readStored(database, counters)).map(({ key, value }) => [key, value]));
}

export async function readRecordIds(database: string): Promise<string[]> {
  return (await readStored(database, 'SELECT key FROM idempotency ORDER BY key')).map(({ key }) => String(key));
}

/** Returns a record's body with its outcome unpacked, or unchanged if the outcome is sealed. */
export function decodeRecord(body: string): string {
  const { outcome, ...record } = JSON.parse(body);
  try {
    return JSON.stringify({ ...record, outcome: unpackOutcome(outcome) });
  } catch {
    return body;
  }
}
