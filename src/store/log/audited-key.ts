import type { SigningKey } from '../../domain/signing-key/signing-key.js';

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
const COPIES = ['organization_id', 'agent_id', 'key_fingerprint', 'status', 'created_at'] as const;

/** A signing key from its row, of which nothing is trusted; null = it is not a key, or its columns and its body differ. */
export function auditedKey({ key, body, ...columns }: SigningKeyColumns): AuditedKey | null {
  const row = objectIn(body);
  if (!row || !isKey(row) || row.id !== key) return null;
  return COPIES.every((column) => Reflect.get(row, column) === columns[column]) ? row : null;
}

function objectIn(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isKey(value: object): value is AuditedKey {
  const texts = ['id', 'organization_id', 'public_key', 'key_fingerprint'];
  const agentId: unknown = Reflect.get(value, 'agent_id');
  return (
    texts.every((name) => typeof Reflect.get(value, name) === 'string') &&
    (agentId === null || typeof agentId === 'string')
  );
}
