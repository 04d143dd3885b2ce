import { type KeyEntry, readEntry } from '../../attestation/log-entry.js';
import { LastPer } from '../values/last-per.js';
import type { SigningKey } from './signing-key.js';

/** Entries as read, by the row that they belong to. The text is compared, so a newer entry is read again. */
const entries = new LastPer<SigningKey, KeyEntry | undefined>();

/**
 * Returns a key in the state of its last log entry, which SQL cannot change unnoticed: a revoked or retired key does not
 * come back by a change of its row. `undefined` if no entry registered this key for this owner. A row may be ahead of
 * the entry that was read, within the transaction that ends the key.
 */
export function asLogged(row: SigningKey, data: Buffer | undefined): SigningKey | undefined {
  if (!data) return undefined;
  const entry = entries.get(row, [data.toString('latin1')], () => keyEntry(data));
  if (entry?.key_fingerprint !== row.key_fingerprint || entry.agent_id !== row.agent_id) return undefined;
  const { status } = entry;
  if (RANK[status] < RANK[row.status]) return row;
  const [retired_at, revoked_at] = [timeOf(entry.retired_at), timeOf(entry.revoked_at)];
  if (status === row.status && retired_at === row.retired_at && revoked_at === row.revoked_at) return row;
  return { ...row, status, retired_at, revoked_at };
}

/** Order in which a key goes through its states. */
const RANK: Readonly<Record<SigningKey['status'], number>> = { active: 0, retired: 1, revoked: 2 };

function keyEntry(data: Uint8Array): KeyEntry | undefined {
  const entry = readEntry(data);
  return entry && 'key_fingerprint' in entry ? entry : undefined;
}

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
