import { z } from 'zod';
import { readSignature } from '../attestation/ed25519.js';
import { SIGNING_KEY_STATUSES } from '../domain/signing-key/signing-key.js';
import { readSubmittedKey } from '../domain/signing-key/submitted-key.js';
import { attested } from './attested.js';
import { answer, dateTime } from './primitives.js';

/** A public key as submitted, parsed into `PublicKey`. */
export const publicKeyInput = attested(
  'string',
  { description: 'Ed25519 public key as PEM (SubjectPublicKeyInfo)' },
  'invalid_public_key',
  readSubmittedKey,
);

/** Proof of possession of the private key, decoded. */
export const keyProofInput = attested(
  'string',
  {
    minLength: 1,
    description:
      'Base64 signature by the private key over the lines `portal signing key`, organization id, agent id or nothing, and key_fingerprint, each with a line break',
  },
  'invalid_signature_encoding',
  readSignature,
).optional();

/** A signing key (docs/receipts-operate.md, Keys). */
export const signingKey = answer({
  id: z.string(),
  key_fingerprint: z.string().describe('SHA-256 of the DER SubjectPublicKeyInfo, lower-case hex'),
  status: z.enum(SIGNING_KEY_STATUSES),
  public_key: z.string().describe('PEM'),
  agent_id: z
    .string()
    .nullable()
    .describe('The agent that owns the key; null = a key for every agent of the organization'),
  jwk_thumbprint: z.string().describe('RFC 7638; the kid in jwks.json'),
  created_at: dateTime('When it was registered'),
  retired_at: dateTime('When another key replaced it').nullable(),
  revoked_at: dateTime('When it was revoked').nullable(),
  revoked_reason: z.string().nullable(),
});

export type SigningKeyAnswer = z.infer<typeof signingKey>;
