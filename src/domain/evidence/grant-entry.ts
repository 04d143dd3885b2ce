import { isDeepStrictEqual } from 'node:util';
import type { GrantEntry, GrantState } from '../../attestation/log-entry.js';
import type { ApiKey } from '../tenant/tenant.js';
import { grantHashes, grantState, isBounded } from './grant-evidence.js';

/**
 * Derives the log entry of a new or changed API key; `undefined` if the log does not cover the key, or nothing that it
 * covers has changed.
 * @throws Error for a grant without salts, unless an upgrade has yet to enter it
 */
export function buildGrantEntry(before: ApiKey | undefined, row: ApiKey): GrantEntry | undefined {
  if (!row.evidence) {
    const isNew = isBounded(row) && !(before && isBounded(before));
    if (isNew || before?.evidence) throw new Error(`grant ${row.id} has no salts`);
    return undefined;
  }
  const { id, version } = row;
  const entered = { id, version, at: new Date(row.updated_at).toISOString() };
  if (!before?.evidence) {
    const type = before && isBounded(before) ? 'grant_found' : 'grant_created';
    return { type, ...entered, state: grantState(row), hidden: grantHashes(row) };
  }
  const [state, hidden] = [changedState(before, row), changedHashes(before, row)];
  if (Object.keys(state).length + Object.keys(hidden).length === 0) return undefined;
  const isErased = before.evidence.salts.person !== undefined && row.evidence.salts.person === undefined;
  return { type: isErased ? 'grant_erased' : 'grant_changed', ...entered, state, hidden };
}

/**
 * Only what differs between the two rows: an entry of the whole state would also enter what was changed in the database
 * before.
 */
function changedState(before: ApiKey, row: ApiKey): Partial<GrantState> {
  const [earlier, later] = [grantState(before), grantState(row)];
  const changed: Partial<GrantState> = { ...later };
  for (const name of Object.keys(later))
    if (isDeepStrictEqual(Reflect.get(earlier, name), Reflect.get(later, name))) Reflect.deleteProperty(changed, name);
  return changed;
}

function changedHashes(before: ApiKey, row: ApiKey): Readonly<Record<string, string | null>> {
  const [earlier, later] = [grantHashes(before), grantHashes(row)];
  const names = Object.keys({ ...earlier, ...later });
  return Object.fromEntries(
    names.flatMap((name) => (earlier[name] === later[name] ? [] : [[name, later[name] ?? null]])),
  );
}
