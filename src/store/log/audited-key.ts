import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import { bodyOf, copiesFault } from './audited-body.js';

/** What an audit needs of a signing key. */
export type AuditedKey = Pick<SigningKey, 'id' | 'organization_id' | 'agent_id' | 'public_key' | 'key_fingerprint'>;

/** The row of a signing key, as an engine has it. */
export interface SigningKeyColumns {
  readonly key: unknown;
  readonly organization_id: unknown;
  readonly agent_id: unknown;
  readonly key_fingerprint: unknown;
  readonly status: unknown;
  readonly created_at: unknown;
  readonly body: string;
}

/** The columns that keys are found by are copies of members of the body. */
export const KEY_COPIES = ['organization_id', 'agent_id', 'key_fingerprint', 'status', 'created_at'] as const;

/** A signing key from its row, of which nothing is trusted; null = it is not a key, or its columns and its body differ. */
export function auditedKey(columns: SigningKeyColumns): AuditedKey | null {
  const row = bodyOf(columns);
  if (!row || !isKey(row)) return null;
  return copiesFault(columns, row, KEY_COPIES) === undefined ? row : null;
}

function isKey(value: object): value is AuditedKey {
  const texts = ['id', 'organization_id', 'public_key', 'key_fingerprint'];
  const agentId: unknown = Reflect.get(value, 'agent_id');
  return (
    texts.every((name) => typeof Reflect.get(value, name) === 'string') &&
    (agentId === null || typeof agentId === 'string')
  );
}
