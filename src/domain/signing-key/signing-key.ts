import type { PublicKey } from '../../attestation/public-key.js';
import { PortalError } from '../errors/portal-error.js';

export const SIGNING_KEY_STATUSES = ['active', 'retired', 'revoked'] as const;
type SigningKeyStatus = (typeof SIGNING_KEY_STATUSES)[number];

/** Public key of an agent or of a whole organization (docs/receipts-operate.md, Keys). */
export interface SigningKey {
  readonly id: string;
  readonly organization_id: string;
  /** Null if the key is valid for all agents of the organization. */
  readonly agent_id: string | null;
  /** PEM. */
  readonly public_key: string;
  readonly key_fingerprint: string;
  readonly jwk_thumbprint: string;
  readonly status: SigningKeyStatus;
  readonly revoked_reason: string | null;
  readonly retired_at: number | null;
  readonly revoked_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** State transitions of keys. They cannot be undone. */
export const SIGNING_KEY_TRANSITIONS = {
  rotate: { from: ['active'], to: 'retired' },
  revoke: { from: ['active', 'retired'], to: 'revoked' },
} as const satisfies Record<string, { readonly from: readonly SigningKeyStatus[]; readonly to: SigningKeyStatus }>;

export function newSigningKey(
  id: string,
  owner: { readonly organization_id: string; readonly agent_id: string | null },
  key: PublicKey,
  now: number,
): SigningKey {
  return {
    id,
    organization_id: owner.organization_id,
    agent_id: owner.agent_id,
    public_key: key.pem,
    key_fingerprint: key.fingerprint,
    jwk_thumbprint: key.thumbprint,
    status: 'active',
    revoked_reason: null,
    retired_at: null,
    revoked_at: null,
    created_at: now,
    updated_at: now,
    version: 0,
  };
}

/**
 * Retires a key that was replaced by another.
 * @throws PortalError `signing_key_not_active`
 */
export function retire(key: SigningKey, now: number): SigningKey {
  if (!allows('rotate', key)) {
    throw new PortalError('signing_key_not_active', `The key is ${key.status}; only an active key can be rotated.`);
  }
  return { ...key, status: SIGNING_KEY_TRANSITIONS.rotate.to, retired_at: now, updated_at: now };
}

/** Revokes a key: from now on, none of its signatures is accepted. A key that is already revoked does not change. */
export function revoke(key: SigningKey, reason: string, now: number): SigningKey {
  if (!allows('revoke', key)) return key;
  return {
    ...key,
    status: SIGNING_KEY_TRANSITIONS.revoke.to,
    revoked_reason: reason,
    revoked_at: now,
    updated_at: now,
  };
}

function allows(action: keyof typeof SIGNING_KEY_TRANSITIONS, { status }: SigningKey): boolean {
  return SIGNING_KEY_TRANSITIONS[action].from.some((from) => from === status);
}
