import { z } from 'zod';
import { AttestationError } from '../attestation/attestation-error.js';
import { utf8 } from '../attestation/bytes.js';
import { readSignature } from '../attestation/ed25519.js';
import { isJsonObject } from '../attestation/json-object.js';
import { assertJson } from '../attestation/json-value.js';
import { KEY_ENTRIES } from '../attestation/log-entry.js';
import { type Receipt, readCanonicalReceipt } from '../attestation/receipt.js';
import { isSupersedesValid } from '../attestation/supersedes.js';
import { ORDER_STATUSES } from '../domain/order/order.js';
import { PAYMENT_STATUSES } from '../domain/payment/payment-status.js';
import { SIGNING_KEY_STATUSES } from '../domain/signing-key/signing-key.js';
import { CLIENT_KINDS } from '../domain/tenant/grant.js';
import { attested } from './attested.js';
import { consumerEntry, countersignature, countersignedEntry } from './countersignature.js';
import { delegationLink } from './delegation.js';
import { amount, answer, dateTime } from './primitives.js';

const text = (description: string) => ({ type: 'string', description });

/** Form of a receipt as documented; the attestation library validates receipts. */
const RECEIPT_FORM = {
  description: 'What the agent did, exactly as it was signed',
  properties: {
    version: { type: 'string', const: 'v0' },
    agent_id: text('The agent that did the job'),
    consumer_id: text('The consumer that it was done for'),
    job_id: text("The agent's own id of the job"),
    resolution: text('success, failure, partial, canceled, or another lower-case word'),
    context_hash: text('What the job was about; for an order, context_hash of get_receipt_context'),
    issued_at: { type: 'string', format: 'date-time', description: 'RFC 3339 time with zone' },
    metadata: { type: 'object', description: 'Anything else that is signed' },
  },
  required: ['version', 'agent_id', 'consumer_id', 'job_id', 'resolution', 'context_hash', 'issued_at'],
  additionalProperties: false,
};

/** A receipt, with the bytes to verify. */
export const receiptInput = attested('object', RECEIPT_FORM, 'invalid_request', readAcceptable);

/**
 * Reads a receipt that the portal accepts.
 * @throws AttestationError for the reasons of `readCanonicalReceipt`, or `invalid_receipt` if `supersedes` is no hash
 */
function readAcceptable(value: unknown): { readonly receipt: Receipt; readonly bytes: Uint8Array } {
  const read = readCanonicalReceipt(value);
  if (isSupersedesValid(read.receipt)) return read;
  const problem = 'must be the receipt_hash of a receipt: 64 lower-case hex digits';
  throw new AttestationError('invalid_receipt', problem, ['metadata', 'supersedes']);
}

export const signatureInput = attested(
  'string',
  { description: 'Base64 of the Ed25519 signature over the canonical JSON (RFC 8785) of receipt' },
  'invalid_signature_encoding',
  readSignature,
);

/** Maximum size of the unsigned metadata as JSON, in bytes. */
const MAX_METADATA = 8 * 1024;

/** Unsigned data to store with a receipt, converted to JSON text. */
export const ingestionMetadata = z
  .unknown()
  .meta({
    type: 'object',
    description: 'Anything to keep with the receipt, such as the source channel; not signed',
  })
  .transform((value, context) => {
    const problem = metadataProblem(value);
    if (problem === undefined) return JSON.stringify(value);
    context.addIssue(problem);
    return z.NEVER;
  })
  .optional();

function metadataProblem(value: unknown) {
  if (!isJsonObject(value)) return 'must be a JSON object';
  try {
    assertJson(value, { depth: 16, members: 256, stringLength: MAX_METADATA });
  } catch (error) {
    if (error instanceof AttestationError) return error.detail;
    throw error;
  }
  return utf8(JSON.stringify(value)).length > MAX_METADATA ? `must be at most ${MAX_METADATA / 1024} KiB` : undefined;
}

const boundTo = answer({
  order_id: z.string(),
  status: z.enum(ORDER_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
})
  .nullable()
  .describe('The order that context_hash belongs to, as it is now; null = none that the caller may see');

/** Response for an accepted receipt. A repeated submission gets the same id. */
export const acceptedAnswer = answer({ id: z.string(), status: z.literal('verified'), bound_to: boundTo });

/** Result for one receipt of a batch. */
export const submissionOutcome = z.union([acceptedAnswer, answer({ error: z.string(), detail: z.string() })]);

export const supersededBy = answer({ id: z.string() })
  .nullable()
  .describe('The receipt of the same job that followed this one; null = none');

const orderReference = answer({ id: z.string() });

/** An accepted receipt in read responses (docs/receipts.md, Read). */
export const acceptedReceipt = answer({
  id: z.string(),
  status: z.literal('verified'),
  receipt: z.record(z.string(), z.unknown()).describe('As signed'),
  signed_bytes: z.string().describe('Base64 of exactly what is signed'),
  signature: z.string().describe('Base64'),
  public_key: z.string().describe('PEM'),
  signing_key_id: z.string(),
  key_fingerprint: z.string(),
  receipt_hash: z.string().describe('SHA-256 of the signed bytes, lower-case hex'),
  received_at: dateTime('When it was accepted'),
  log_index: z.int().describe("Its leaf in the organization's log, counted from 0"),
  signing_key: answer({
    status: z.enum(SIGNING_KEY_STATUSES),
    created_at: dateTime('When it was registered'),
    retired_at: dateTime('When another key replaced it').nullable(),
    revoked_at: dateTime('When it was revoked').nullable(),
  }).describe('The key as it is now'),
  superseded_by: supersededBy,
  order: orderReference.nullable().describe('The order of bound_to'),
  bound_to: boundTo,
  countersignatures: z
    .array(countersignature)
    .exactOptional()
    .describe('What the consumer decided, oldest first; absent = nothing yet'),
  delegation: z
    .array(delegationLink)
    .exactOptional()
    .describe('Who allowed the signer what, as accepted; absent = no chain was sent'),
  unsigned_metadata: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What was sent with the receipt; not signed'),
});

const contextTotals = z.array(answer({ type: z.string(), amount: amount('Minor units') }));
const nameValues = z.array(answer({ name: z.string(), value: z.string() }));
const hidden = (what: string) => z.string().nullable().describe(`Salted hash of ${what}; null = none`);

const contextNames = {
  order_id: z.string(),
  checkout_id: z.string(),
  currency: z.string(),
  created_at: dateTime('When the order was placed'),
};

const earlierContext = answer({
  v: z.literal(1),
  ...contextNames,
  line_items: z.array(
    answer({
      id: z.string(),
      item_id: z.string(),
      quantity: z.int(),
      properties: nameValues,
      total: amount('Minor units'),
    }),
  ),
  total: amount('Minor units'),
});

const presentContext = answer({
  v: z.literal(2),
  ...contextNames,
  display_id: z.string(),
  seller: answer({ organization_id: z.string(), shop_id: z.string(), deployment_id: z.string() }),
  line_items: z.array(
    answer({
      id: z.string(),
      item_id: z.string(),
      title: z.string(),
      sku: z.string().nullable(),
      options: nameValues,
      parent_id: z.string().nullable(),
      unit_price: amount('Minor units'),
      quantity: z.int(),
      totals: contextTotals,
    }),
  ),
  discounts: z.array(answer({ code: z.string().nullable(), title: z.string(), amount: amount('Minor units') })),
  tax: z.array(
    answer({
      rate_ppm: z.int().describe('Parts per million'),
      jurisdiction: z.string(),
      category: z.string(),
      taxable_amount: amount('Minor units'),
      amount: amount('Minor units'),
      included: z.boolean(),
    }),
  ),
  totals: contextTotals,
  delivery: z.array(
    answer({
      id: z.string(),
      method_type: z.string(),
      line_items: z.array(answer({ id: z.string(), quantity: z.int() })),
      fulfillable_on: dateTime('End of the promised time'),
    }),
  ),
  payment: answer({ handler_id: z.string().nullable(), reference: z.string().nullable() }),
  hidden: answer({
    buyer: hidden('the buyer'),
    address: hidden('the addresses'),
    properties: hidden('the properties of lines'),
    grant: z.string().exactOptional().describe('Salted hash of the grant or the limits under which the agent paid'),
  }),
});

const orderContext = z
  .discriminatedUnion('v', [presentContext, earlierContext])
  .describe('Version 1: orders placed earlier');

/** Permission under which an order was paid. */
const grant = answer({
  id: z.string().describe('API key, or grant of a person to an assistant'),
  buyer_id: z.string().describe('Pseudonym of the buyer; empty = none'),
  client: answer({
    id: z.string().describe('OAuth client'),
    kind: z.enum(CLIENT_KINDS),
    host: z.string(),
  })
    .nullable()
    .describe('The assistant; null = an API key'),
  ends_at: dateTime('End of the grant').nullable(),
  limits: answer({
    currency: z.string(),
    per_order: amount('Minor units').nullable(),
    per_30_days: amount('Minor units').nullable(),
    ask_above: amount('Minor units').nullable(),
    categories: z.array(z.string()).exactOptional().describe('The only categories of items; absent = all'),
  }).nullable(),
  spent: amount('Minor units that counted toward per_30_days before'),
  approved: z.boolean().describe('True = the buyer approved this cart at this total'),
});

/** The immutable part of an order and its hash (docs/receipts-format.md, Context). */
export const receiptContext = answer({
  context: orderContext,
  context_hash: z.string().describe('sha256: and the lower-case hex SHA-256 of the canonical JSON of context'),
  salts: answer({
    order: z.string().exactOptional(),
    buyer: z.string().exactOptional(),
    address: z.string().exactOptional(),
    properties: z.string().exactOptional(),
    grant: z.string().exactOptional(),
  }).describe('Salts by which the values behind hashes can be proved; those of erased values are gone'),
  grant: grant.exactOptional().describe('The grant or limits under which the agent paid, as hashed in context.hidden'),
});

const proofHashes = z.array(z.string()).describe('Base64, from the leaf up');
const checkpointNote = z.string().describe('Signed note (C2SP tlog-checkpoint)');

export const checkpoint = answer({
  checkpoint: checkpointNote,
  origin: z.string().describe('Name of the log'),
  tree_size: z.int().describe('Leaves'),
  root_hash: z.string().describe('Base64'),
  public_key: z.string().describe('Verifier key of the log: name+id+key'),
});

export const inclusion = answer({
  receipt_id: z.string(),
  log_index: z.int(),
  tree_size: z.int(),
  leaf_hash: z.string().describe('Base64'),
  hashes: proofHashes,
  checkpoint: checkpointNote,
});

/** Inclusion proof in the formats of other standards. */
export const exportedProof = answer({
  receipt_id: z.string(),
  entry: z.string().describe('Base64 of the leaf data: the canonical JSON of id, receipt_hash and received_at'),
  tlog_proof: z.string().describe('C2SP tlog-proof; its extra data is the entry'),
  cose: z.string().describe('Base64 of the COSE receipt (RFC 9942)'),
  public_key: z.string().describe('Verifier key of the log: name+id+key'),
});

export const consistency = answer({
  from: z.int(),
  to: z.int(),
  from_root: z.string().describe('Base64'),
  to_root: z.string().describe('Base64'),
  hashes: proofHashes,
});

const entryProof = { index: z.int(), hashes: proofHashes };

const bundleMembers = {
  id: z.string(),
  receipt: z.record(z.string(), z.unknown()),
  signed_bytes: z.string().describe('Base64'),
  signature: z.string().describe('Base64'),
  public_key: z.string().describe('PEM'),
  received_at: dateTime('When it was accepted'),
  log: answer({
    public_key: z.string().describe('Verifier key of the log'),
    index: z.int(),
    tree_size: z.int(),
    hashes: proofHashes,
    checkpoint: checkpointNote,
  }),
};

const bundleV0 = answer({ bundle: z.literal('v0'), ...bundleMembers });

/** In place of `v0` for a receipt with a chain of delegations, whose hash the leaf contains. */
const bundleV01 = answer({
  bundle: z.literal('v0.1'),
  ...bundleMembers,
  delegation_hash: z.string().describe('SHA-256 of the canonical JSON of the chain, lower-case hex'),
});

const keyEntry = answer({
  type: z.enum(KEY_ENTRIES),
  at: z.string(),
  id: z.string(),
  agent_id: z.string().nullable().describe('null = all agents of the organization'),
  key_fingerprint: z.string(),
  status: z.enum(SIGNING_KEY_STATUSES),
  created_at: z.string(),
  retired_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  private_hash: z.string(),
});

const bundledDelegation = answer({
  chain: z.array(delegationLink),
  key: answer({
    entry: z
      .union([keyEntry, consumerEntry])
      .describe('The last log entry, before the receipt, of the first key or of the consumer that has it'),
    ...entryProof,
  }),
});

const bundledCountersignature = answer({
  entry: countersignedEntry.describe('The log entry with the countersignature'),
  ...entryProof,
  key: answer({
    entry: consumerEntry.describe("The consumer's last log entry before it, which has the key as active"),
    ...entryProof,
  }),
});

/** Also proves whose key signed, what about, and what the consumer decided (docs/receipts-format.md, Bundles). */
const bundleV1 = answer({
  bundle: z.literal('v1'),
  ...bundleMembers,
  key: answer({
    entry: keyEntry.describe('The log entry that registered the key'),
    ...entryProof,
  }),
  context: orderContext.optional(),
  countersignatures: z
    .array(bundledCountersignature)
    .optional()
    .describe('What the consumer decided, oldest first; absent if nothing yet'),
  delegation: bundledDelegation.optional().describe('Who allowed the signer what; absent without a chain'),
});

/** Versions of bundles that a caller can request. */
export const BUNDLE_VERSIONS = ['v0', 'v1'] as const;
export type BundleVersion = (typeof BUNDLE_VERSIONS)[number];

export const bundle = z.union([bundleV0, bundleV01, bundleV1]);

export type BoundTo = z.infer<typeof boundTo>;
export type SubmissionOutcome = z.infer<typeof submissionOutcome>;
export type AcceptedReceiptAnswer = z.infer<typeof acceptedReceipt>;
