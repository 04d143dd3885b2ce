import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import { findCopyFault, parseBody } from './audited-body.js';

/** Members of a signing key that an audit reads. */
export type AuditedKey = Pick<SigningKey, 'id' | 'organization_id' | 'agent_id' | 'public_key' | 'key_fingerprint'>;

/** Columns of a signing key's row, untrusted. */
export interface SigningKeyColumns {
  readonly key: unknown;
  readonly organization_id: unknown;
  readonly agent_id: unknown;
  readonly key_fingerprint: unknown;
  readonly status: unknown;
  readonly created_at: unknown;
  readonly body: string;
}

/** Columns for lookups, which copy members of the body. */
export const KEY_COPIES = ['organization_id', 'agent_id', 'key_fingerprint', 'status', 'created_at'] as const;

/** Reads a signing key from an untrusted row. `null` if the body is not a key, or differs from the columns. */
export function readAuditedKey(columns: SigningKeyColumns): AuditedKey | null {
  const row = parseBody(columns);
  if (!row || !isKey(row)) return null;
  return findCopyFault(columns, row, KEY_COPIES) === undefined ? row : null;
}

function isKey(value: object): value is AuditedKey {
  const texts = ['id', 'organization_id', 'public_key', 'key_fingerprint'];
  const agentId: unknown = Reflect.get(value, 'agent_id');
  return (
    texts.every((name) => typeof Reflect.get(value, name) === 'string') &&
    (agentId === null || typeof agentId === 'string')
  );
}
