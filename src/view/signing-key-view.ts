import type { SigningKey } from '../domain/signing-key/signing-key.js';
import { readSubmittedKey } from '../domain/signing-key/submitted-key.js';
import type { SigningKeyAnswer } from '../schema/signing-key.js';
import { isoTime, isoTimeOrNull } from './format.js';

export function signingKeyView(row: SigningKey): SigningKeyAnswer {
  return {
    id: row.id,
    key_fingerprint: row.key_fingerprint,
    status: row.status,
    public_key: row.public_key,
    agent_id: row.agent_id,
    jwk_thumbprint: row.jwk_thumbprint,
    created_at: isoTime(row.created_at),
    retired_at: isoTimeOrNull(row.retired_at),
    revoked_at: isoTimeOrNull(row.revoked_at),
    revoked_reason: row.revoked_reason,
  };
}

/** The key as a JSON Web Key (RFC 8037), for everyone who verifies receipts. */
export function jwkView({ public_key, jwk_thumbprint }: SigningKey) {
  const { x } = readSubmittedKey(public_key);
  return { kty: 'OKP', crv: 'Ed25519', x, kid: jwk_thumbprint, use: 'sig', alg: 'EdDSA' };
}
