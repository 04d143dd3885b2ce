import { SIGNING_KEY_STATUSES, type SigningKey } from '../../domain/signing-key/signing-key.js';

/** The row of a signing key, as an engine has it. */
export interface SigningKeyColumns {
  readonly key: unknown;
  readonly organization_id: unknown;
  readonly agent_id: unknown;
  readonly key_fingerprint: unknown;
  readonly status: unknown;
  readonly created_at: unknown;
  readonly version: unknown;
  readonly body: string;
}

/** The columns that keys are found by are copies of members of the body. */
const COPIES = ['organization_id', 'agent_id', 'key_fingerprint', 'status', 'created_at'] as const;

/** A signing key from its row, where nothing is trusted; null = it is none, or does not agree with itself. */
export function auditedKey({ key, version, body, ...columns }: SigningKeyColumns): SigningKey | null {
  const row = objectIn(body);
  if (!row) return null;
  const whole = { ...row, version };
  if (!isSigningKey(whole) || whole.id !== key) return null;
  return COPIES.every((column) => whole[column] === columns[column]) ? whole : null;
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

type Test = (value: unknown) => boolean;
const isText: Test = (value) => typeof value === 'string';
const isNumber: Test = (value) => typeof value === 'number';
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);

/** What each member must be. */
const MEMBERS: Readonly<Record<keyof SigningKey, Test>> = {
  id: isText,
  organization_id: isText,
  agent_id: orNull(isText),
  public_key: isText,
  key_fingerprint: isText,
  jwk_thumbprint: isText,
  status: (value) => SIGNING_KEY_STATUSES.some((status) => status === value),
  revoked_reason: orNull(isText),
  retired_at: orNull(isNumber),
  revoked_at: orNull(isNumber),
  created_at: isNumber,
  updated_at: isNumber,
  version: isNumber,
};

function isSigningKey(value: object): value is SigningKey {
  return Object.entries(MEMBERS).every(([name, test]) => test(Reflect.get(value, name)));
}
