import { z } from 'zod';
import { answer } from './primitives.js';

const key = answer({
  kid: z.string().describe('RFC 7638 thumbprint'),
  kty: z.enum(['EC', 'OKP']),
  crv: z.enum(['P-256', 'Ed25519']),
  x: z.string(),
  y: z.string().exactOptional().describe('Of P-256 only'),
  use: z.literal('sig'),
  alg: z.enum(['ES256', 'EdDSA']),
});

/** The statement of an order, signed by its shop (docs/receipts-format.md, Order statements). */
export const orderStatement = answer({
  payload: z.string().describe('Base64url of the canonical JSON of iss, sub, iat and context'),
  signatures: z
    .array(
      answer({
        protected: z.string().describe('Base64url of the header: alg, kid, typ'),
        signature: z.string().describe('Base64url'),
      }),
    )
    .describe('ES256, then EdDSA, over the same payload'),
  keys: z.array(key).describe('Public keys in the order of the signatures (RFC 7517)'),
});
