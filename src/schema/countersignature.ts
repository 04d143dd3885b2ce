import { z } from 'zod';
import { DECISIONS, readCountersignature } from '../attestation/countersignature.js';
import { readSignature } from '../attestation/ed25519.js';
import { CONSUMER_ENTRIES, COUNTERSIGNED_ENTRIES } from '../attestation/log-entry.js';
import { CONSUMER_KEY_STATUSES } from '../domain/tenant/consumer-key.js';
import { attested } from './attested.js';
import { answer, dateTime } from './primitives.js';

/** A key of a consumer (docs/receipts.md, Both sides). */
export const consumerKey = answer({
  id: z.string(),
  key_fingerprint: z.string().describe('SHA-256 of the DER SubjectPublicKeyInfo, lower-case hex'),
  status: z.enum(CONSUMER_KEY_STATUSES),
  public_key: z.string().describe('PEM'),
  created_at: dateTime('When it was registered'),
  revoked_at: dateTime('When it was revoked').nullable(),
});

/** Proof of possession of a consumer's private key, decoded. */
export const consumerKeyProof = attested(
  'string',
  {
    minLength: 1,
    description:
      'Base64 signature by the private key over the lines `portal consumer key`, consumer id and key_fingerprint, each with a line break',
  },
  'invalid_signature_encoding',
  readSignature,
);

/** A consumer's statement as submitted, with its signed bytes. */
export const statementInput = attested(
  'object',
  {
    required: ['version', 'receipt_hash', 'order_id', 'consumer_id', 'decision', 'reason_hash', 'issued_at'],
    additionalProperties: false,
    properties: {
      version: { const: 'v0' },
      receipt_hash: { type: 'string', description: 'Of the receipt, lower-case hex' },
      order_id: { type: ['string', 'null'], description: 'The order of bound_to; null = none' },
      consumer_id: { type: 'string', description: 'The consumer of the receipt' },
      decision: { enum: [...DECISIONS] },
      reason_hash: { type: ['string', 'null'], description: 'Of the reason of a dispute; null to accept' },
      issued_at: { type: 'string', description: 'RFC 3339 with a time zone' },
    },
    description: 'What the consumer signed (docs/receipts-format.md, Countersignatures)',
  },
  'invalid_countersignature',
  readCountersignature,
);

/** A countersignature in the log. */
export const countersignature = answer({
  decision: z.enum(DECISIONS),
  at: dateTime('When it was accepted'),
  statement: z.record(z.string(), z.unknown()).describe('As signed'),
  signature: z.string().describe('Base64'),
  public_key: z.string().describe('PEM'),
  log_index: z.int().describe("Its leaf in the organization's log, counted from 0"),
});

/** The log entry of a countersignature, as its leaf data. */
export const countersignedEntry = answer({
  type: z.enum(COUNTERSIGNED_ENTRIES),
  at: z.string(),
  id: z.string().describe('Of the receipt'),
  key_id: z.string(),
  public_key: z.string().describe('PEM'),
  signature: z.string().describe('Base64'),
  statement: z.record(z.string(), z.unknown()).describe('As signed'),
});

/** The log entry of a consumer with keys, as its leaf data. */
export const consumerEntry = answer({
  type: z.enum(CONSUMER_ENTRIES),
  at: z.string(),
  id: z.string(),
  created_at: z.string(),
  link_hash: z.string(),
  keys: z.array(
    answer({
      id: z.string(),
      public_key: z.string().describe('PEM'),
      status: z.enum(CONSUMER_KEY_STATUSES),
      created_at: z.string(),
      revoked_at: z.string().nullable(),
    }),
  ),
  private_hash: z.string(),
});

/** Response for an accepted countersignature. */
export const countersigned = answer({
  receipt_id: z.string(),
  decision: z.enum(DECISIONS),
  order_id: z.string().nullable().describe('The order of bound_to; null = none'),
  released: z.boolean().describe('True: it ended the hold of the order'),
});

export type ConsumerKeyAnswer = z.infer<typeof consumerKey>;
export type CountersignatureAnswer = z.infer<typeof countersignature>;
