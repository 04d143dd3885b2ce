import { z } from 'zod';
import { MAX_LINKS, readDelegation } from '../attestation/delegation.js';
import { attested } from './attested.js';
import { answer } from './primitives.js';

const text = (description: string) => ({ type: 'string', minLength: 1, description });

const LINK_FORM = {
  type: 'object',
  required: ['statement', 'signature', 'public_key'],
  additionalProperties: false,
  properties: {
    statement: {
      type: 'object',
      required: ['version', 'issuer', 'subject', 'scope', 'not_before', 'expires_at'],
      additionalProperties: false,
      properties: {
        version: { const: 'v0' },
        issuer: text('Fingerprint of public_key'),
        subject: text('Fingerprint of the key that may sign the next link or, in the last one, the receipt'),
        scope: {
          type: 'object',
          additionalProperties: false,
          description: 'Limits; {} = none',
          properties: {
            consumer_id: text('Only for this consumer'),
            order_id: text('Only about this order'),
            shop_id: text('Only about orders of this shop'),
            job_prefix: text('Only jobs whose job_id begins with this'),
            resolutions: { type: 'array', items: { type: 'string' }, description: 'Only these resolutions' },
          },
        },
        not_before: text('UTC with whole seconds'),
        expires_at: text('UTC with whole seconds'),
      },
    },
    signature: text('Base64 of the Ed25519 signature over the line `portal delegation` and the canonical JSON'),
    public_key: text('PEM of the issuer'),
  },
};

/** A chain as submitted, with the signed bytes of its links. Its signatures are not verified yet. */
export const delegationInput = attested(
  'array',
  {
    minItems: 1,
    maxItems: MAX_LINKS,
    items: LINK_FORM,
    description: 'Who allowed the signer what, the first link first (docs/receipts-format.md, Delegations)',
  },
  'invalid_delegation',
  (value) => readDelegation(value),
);

/** A link in responses. */
export const delegationLink = answer({
  statement: z.record(z.string(), z.unknown()).describe('As signed'),
  signature: z.string().describe('Base64'),
  public_key: z.string().describe('PEM'),
});

/** A chain as stored, in canonical JSON. */
export const storedChain = z.array(delegationLink);

export type DelegationLinkAnswer = z.infer<typeof delegationLink>;
