import { isDeepStrictEqual } from 'node:util';
import type { GrantEntry, GrantState } from '../../attestation/log-entry.js';
import { grantHashes, grantState, isBounded } from '../../domain/evidence/grant-evidence.js';
import type { ApiKey } from '../../domain/tenant/tenant.js';
import { findCopyFault } from './audited-body.js';
import type { AuditedRow, LogAuditRows } from './log-audit-rows.js';
import { changedText, type EnteredRows, type RowFault, rowFault, UNENTERED } from './row-fault.js';

/** Columns of an API key's row that copy a member of its body. */
const COPIES = ['organization_id', 'deployment_id', 'hash', 'created_at'] as const;

/** State of a grant as its entries say. */
interface EnteredGrant {
  version: number;
  state: GrantState;
  readonly hidden: Map<string, string | null>;
}

/** Finds the grants that are not as their entries say. */
export async function compareGrants(
  rows: LogAuditRows,
  entered: EnteredRows<GrantEntry>,
): Promise<readonly RowFault[]> {
  if (entered.size === 0) return [];
  const found = await rows.apiKeys([...entered.keys()]);
  return [...entered].flatMap(([id, entries]) => {
    const state = foldEntries(entries);
    const fault = typeof state === 'string' ? state : findRowFault(found.get(id), state, rows.organization_id);
    return fault === undefined ? [] : [rowFault('grant', id, fault)];
  });
}

/** Describes grants without any entry. Keys that may do everything, and never had limits, have none. */
export async function findUnenteredGrants(rows: LogAuditRows, waiting: readonly string[]): Promise<readonly string[]> {
  const keys = await rows.apiKeysWithoutEntry(waiting);
  return keys.flatMap(({ key, body }) => {
    const isGrant = body && (isBounded(body) || Reflect.get(body, 'evidence') !== undefined);
    return isGrant ? [rowFault('grant', key, UNENTERED).text] : [];
  });
}

/** Returns the state after all entries, or a fault if they cannot follow each other. */
function foldEntries([first, ...later]: readonly GrantEntry[]): EnteredGrant | string {
  if (!first || !isFirst(first)) return 'its first entry is missing';
  const entered: EnteredGrant = {
    version: first.version,
    state: first.state,
    hidden: new Map(Object.entries(first.hidden)),
  };
  for (const entry of later) {
    if (isFirst(entry)) return 'it was entered twice';
    if (entry.version <= entered.version) return `it has an entry of version ${entry.version} after ${entered.version}`;
    entered.version = entry.version;
    entered.state = { ...entered.state, ...entry.state };
    for (const [name, hash] of Object.entries(entry.hidden)) entered.hidden.set(name, hash);
  }
  return entered;
}

function isFirst(entry: GrantEntry): entry is Extract<GrantEntry, { readonly state: GrantState }> {
  return entry.type === 'grant_created' || entry.type === 'grant_found';
}

function findRowFault(row: AuditedRow | undefined, entered: EnteredGrant, organizationId: string): string | undefined {
  if (!row) return 'it is gone';
  const changed = row.body && changedMembers(row.body, entered);
  if (!row.body || !changed) return 'its body is not that of an API key';
  if (Reflect.get(row.body, 'organization_id') !== organizationId) return 'it belongs to another organization';
  if (changed.length > 0) return changedText(changed);
  if (row.version < entered.version) return 'its version is earlier than that of its last entry';
  return findCopyFault(row.columns, row.body, COPIES) ?? findGrantCopyFault(row.columns, row.body);
}

/** Names the members that differ; `undefined` if the body lacks what they are computed from. */
function changedMembers(body: object, { state, hidden }: EnteredGrant): string[] | undefined {
  try {
    if (!isApiKey(body)) return undefined;
    const [present, hashes] = [grantState(body), grantHashes(body)];
    const open = Object.keys(state).filter(
      (name) => !isDeepStrictEqual(Reflect.get(state, name), Reflect.get(present, name)),
    );
    const names = [...new Set([...hidden.keys(), ...Object.keys(hashes)])];
    return [...open, ...names.filter((name) => (hidden.get(name) ?? null) !== (hashes[name] ?? null))];
  } catch {
    return undefined;
  }
}

/** Columns by which grants are listed. */
function findGrantCopyFault(columns: object, body: object): string | undefined {
  const grant: unknown = Reflect.get(body, 'grant');
  const memberOf = (name: string): unknown =>
    typeof grant === 'object' && grant !== null ? Reflect.get(grant, name) : null;
  const copied = { grant_client: memberOf('client_id') ?? null, grant_person: memberOf('person_id') ?? null };
  return findCopyFault(columns, copied, ['grant_client', 'grant_person']);
}

const isTime = (value: unknown) => value === undefined || value === null || Number.isSafeInteger(value);

/**
 * Checks the outline, and that times are numbers, since the portal compares them as such. If another part lacks a member,
 * computing the state throws, or differs.
 */
function isApiKey(body: object): body is ApiKey {
  const times = ['created_at', 'expires_at', 'revoked_at'].map((name): unknown => Reflect.get(body, name));
  const grant: unknown = Reflect.get(body, 'grant') ?? {};
  return times.every(isTime) && typeof grant === 'object' && grant !== null && isTime(Reflect.get(grant, 'ends_at'));
}
