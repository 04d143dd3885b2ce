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
export function auditedKey(columns: SigningKeyColumns): AuditedKey | null {
  const row = bodyOf(columns);
  if (!row || !isKey(row)) return null;
  return copiesFault(columns, row, COPIES) === undefined ? row : null;
}

/** The object in the body of a row, if it is the one of the row's key. */
export function bodyOf({ key, body }: { readonly key: unknown; readonly body: string }): object | undefined {
  const row = objectIn(body);
  return row && Reflect.get(row, 'id') === key ? row : undefined;
}

/** The first column that is no copy of the member of the body with its name, as a sentence. */
export function copiesFault(columns: object, body: object, copies: readonly string[]): string | undefined {
  const wrong = copies.find((column) => Reflect.get(columns, column) !== Reflect.get(body, column));
  return wrong === undefined ? undefined : `its column ${wrong} differs from its body`;
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
