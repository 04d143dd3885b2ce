import { z } from 'zod';
import { orderStatus, paymentStatus } from './order-contract.js';
import { price, property } from './shared-contract.js';

/**
 * Signing keys, receipts and the log: Signing key and Receipt in the API document, and the members that this portal
 * adds (docs/receipts.md, docs/receipts-format.md). Written by hand; nothing here may be imported from `src/`.
 */

/** Ids of receipts and signing keys are UUIDs without a prefix. */
const uuid = z.uuid({ version: 'v7' });
const dateTime = z.iso.datetime();
const hex256 = z.string().regex(/^[0-9a-f]{64}$/);
const contextHash = z.string().regex(/^sha256:[0-9a-f]{64}$/);
/** RFC 7638: unpadded base64url of 32 bytes. */
const thumbprint = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** PEM of an Ed25519 public key, in the one form that is accepted (docs/receipts-format.md, Public keys). */
const pem = z
  .string()
  .regex(
    /^-----BEGIN PUBLIC KEY-----\n(MCowBQYDK2VwAyEA[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)\n-----END PUBLIC KEY-----\n$/,
  );
const base64 = z.base64().min(1);
const hash = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);
/** Canonical base64 of 64 bytes. */
const signature = z.string().regex(/^[A-Za-z0-9+/]{85}[AQgw]==$/);

const STATUSES = ['active', 'retired', 'revoked'] as const;

/** API document, Signing key, with the members that this portal adds. */
export const signingKey = z
  .strictObject({
    id: uuid,
    key_fingerprint: hex256,
    status: z.enum(STATUSES),
    public_key: pem,
    agent_id: z.string().min(1).nullable(),
    jwk_thumbprint: thumbprint,
    created_at: dateTime,
    retired_at: dateTime.nullable(),
    revoked_at: dateTime.nullable(),
    revoked_reason: z.string().min(1).nullable(),
  })
  .refine((key) => key.status !== 'active' || key.retired_at === null, 'an active key is not retired')
  .refine((key) => key.status !== 'retired' || key.retired_at !== null, 'a retired key says since when')
  .refine(
    ({ status, revoked_at, revoked_reason }) =>
      (status === 'revoked') === (revoked_at !== null) && (revoked_at === null) === (revoked_reason === null),
    'a revoked key, and no other, says since when and why',
  );

/** API document, Signing keys: `{ created: boolean, data: SigningKey }`. */
export const registration = z.strictObject({ created: z.boolean(), data: signingKey });

const pagination = z.strictObject({ cursor: z.string().min(1) }).optional();

export const signingKeyList = z.strictObject({ data: z.array(signingKey), pagination });

/** API document, Receipt (request object): the signed members, which are also returned. */
const signedReceipt = z.strictObject({
  version: z.literal('v0'),
  agent_id: z.string(),
  consumer_id: z.string(),
  job_id: z.string(),
  resolution: z.string(),
  context_hash: z.string(),
  issued_at: z.iso.datetime({ offset: true }),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

/** docs/receipts.md, Submit: the order that the receipt is about. */
const boundTo = z
  .strictObject({ order_id: z.string().regex(/^ord_/), status: orderStatus, payment_status: paymentStatus })
  .nullable();

/** API document, Receipts: 200 `{ id: string (uuid), status: 'verified' }`, and `bound_to`, which this portal adds. */
export const verifiedReceipt = z.strictObject({ id: uuid, status: z.literal('verified'), bound_to: boundTo });

/** docs/receipts.md, Submit: one entry for each receipt, in the sequence of the batch. */
export const submissionOutcomes = z.strictObject({
  data: z.array(z.union([verifiedReceipt, z.strictObject({ error: z.string(), detail: z.string().min(1) })])),
});

/**
 * A receipt in responses (docs/receipts.md, Read): its exact signed bytes, signature, key, time and log index. Metadata
 * that is not signed is separate.
 */
export const receipt = z.strictObject({
  id: uuid,
  status: z.literal('verified'),
  receipt: signedReceipt,
  signed_bytes: base64,
  signature,
  public_key: pem,
  signing_key_id: uuid,
  key_fingerprint: hex256,
  receipt_hash: hex256,
  received_at: dateTime,
  log_index: z.int().nonnegative(),
  signing_key: z.strictObject({
    status: z.enum(STATUSES),
    created_at: dateTime,
    retired_at: dateTime.nullable(),
    revoked_at: dateTime.nullable(),
  }),
  superseded_by: z.strictObject({ id: uuid }).nullable(),
  order: z.strictObject({ id: z.string().regex(/^ord_/) }).nullable(),
  bound_to: boundTo,
  countersignatures: z
    .array(
      z.strictObject({
        decision: z.enum(['accept', 'dispute']),
        at: dateTime,
        statement: z.strictObject({
          version: z.literal('v0'),
          receipt_hash: hex256,
          order_id: z.string().regex(/^ord_/).nullable(),
          consumer_id: z.string().regex(/^con_/),
          decision: z.enum(['accept', 'dispute']),
          reason_hash: hex256.nullable(),
          issued_at: z.iso.datetime({ offset: true }),
        }),
        signature,
        public_key: pem,
        log_index: z.int().nonnegative(),
      }),
    )
    .min(1)
    .optional(),
  unsigned_metadata: z.record(z.string(), z.unknown()).nullable(),
});

export const receiptList = z.strictObject({ data: z.array(receipt), pagination });

const contextNames = {
  order_id: z.string().regex(/^ord_/),
  checkout_id: z.string().regex(/^chk_/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  created_at: dateTime,
};
const contextTotals = z.array(z.strictObject({ type: z.string(), amount: z.int() })).min(1);
const hiddenHash = z.string().regex(/^[\w-]{43}$/);
const salt = z.string().regex(/^[A-Za-z0-9]{22}$/);

const earlierContext = z.strictObject({
  v: z.literal(1),
  ...contextNames,
  line_items: z.array(
    z.strictObject({
      id: z.string().min(1),
      item_id: z.string().min(1),
      quantity: z.int().min(1),
      properties: z.array(property),
      total: price,
    }),
  ),
  total: price,
});

const presentContext = z.strictObject({
  v: z.literal(2),
  ...contextNames,
  display_id: z.string().min(1),
  seller: z.strictObject({
    organization_id: z.string().min(1),
    shop_id: z.string().min(1),
    deployment_id: z.string().min(1),
  }),
  line_items: z.array(
    z.strictObject({
      id: z.string().min(1),
      item_id: z.string().min(1),
      title: z.string().min(1),
      sku: z.string().min(1).nullable(),
      options: z.array(property),
      parent_id: z.string().min(1).nullable(),
      unit_price: price,
      quantity: z.int().min(1),
      totals: contextTotals,
    }),
  ),
  discounts: z.array(z.strictObject({ code: z.string().nullable(), title: z.string(), amount: price })),
  tax: z.array(
    z.strictObject({
      rate_ppm: z.int().min(0),
      jurisdiction: z.string().min(2),
      category: z.string().min(1),
      taxable_amount: price,
      amount: price,
      included: z.boolean(),
    }),
  ),
  totals: contextTotals,
  delivery: z.array(
    z.strictObject({
      id: z.string().min(1),
      method_type: z.string().min(1),
      line_items: z.array(z.strictObject({ id: z.string().min(1), quantity: z.int().min(1) })),
      fulfillable_on: dateTime,
    }),
  ),
  payment: z.strictObject({ handler_id: z.string().min(1).nullable(), reference: z.string().min(1).nullable() }),
  hidden: z.strictObject({
    buyer: hiddenHash,
    address: hiddenHash,
    properties: hiddenHash.nullable(),
    grant: hiddenHash.optional(),
  }),
});

const limit = price.nullable();

/** Permission under which an order was paid (docs/receipts.md, Within the limits). */
const grant = z.strictObject({
  id: z.string().min(1),
  buyer_id: z.string(),
  client: z
    .strictObject({
      id: z.string().min(1),
      kind: z.enum(['metadata', 'registered', 'predefined']),
      host: z.string().min(1),
    })
    .nullable(),
  ends_at: dateTime.nullable(),
  limits: z
    .strictObject({
      ...{ currency: z.string().length(3), per_order: limit, per_30_days: limit, ask_above: limit },
      categories: z.array(z.string()).optional(),
    })
    .nullable(),
  spent: price,
  approved: z.boolean(),
});

/** The members of an order that never change (docs/receipts-format.md, Context). */
export const receiptContext = z.strictObject({
  context: z.discriminatedUnion('v', [presentContext, earlierContext]),
  context_hash: contextHash,
  salts: z.strictObject({
    order: salt.optional(),
    buyer: salt.optional(),
    address: salt.optional(),
    properties: salt.optional(),
    grant: salt.optional(),
  }),
  grant: grant.optional(),
});

/** C2SP signed-note that contains a tlog-checkpoint: origin, size, root, an empty line, one signature. */
const note = z.string().regex(/^[^\s+]+\n(0|[1-9]\d*)\n[A-Za-z0-9+/]{43}=\n\n\u2014 [^\s+]+ [A-Za-z0-9+/]+={0,2}\n$/);
/** C2SP signed-note: name, key id, key. */
const vkey = z.string().regex(/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+$/);

/** A signed checkpoint, and the values in it. */
export const logCheckpoint = z.strictObject({
  checkpoint: note,
  origin: z.string().min(1),
  tree_size: z.int().nonnegative(),
  root_hash: hash,
  public_key: vkey,
});

/** Inclusion proof of a receipt, with the checkpoint that it leads to. */
export const inclusionProof = z.strictObject({
  receipt_id: uuid,
  log_index: z.int().nonnegative(),
  tree_size: z.int().min(1),
  leaf_hash: hash,
  hashes: z.array(hash),
  checkpoint: note,
});

export const consistencyProof = z.strictObject({
  from: z.int().min(1),
  to: z.int().min(1),
  from_root: hash,
  to_root: hash,
  hashes: z.array(hash),
});

const bundleV0 = z.strictObject({
  bundle: z.literal('v0'),
  id: uuid,
  receipt: signedReceipt,
  signed_bytes: base64,
  signature,
  public_key: pem,
  received_at: dateTime,
  log: z.strictObject({
    public_key: vkey,
    index: z.int().nonnegative(),
    tree_size: z.int().min(1),
    hashes: z.array(hash),
    checkpoint: note,
  }),
});

/** docs/receipts-format.md, Entries: of a key, when it was registered. */
const keyEntry = z.strictObject({
  type: z.enum(['key_registered', 'key_found']),
  at: dateTime,
  id: uuid,
  agent_id: z.string().nullable(),
  key_fingerprint: hex256,
  status: z.enum(STATUSES),
  created_at: dateTime,
  retired_at: dateTime.nullable(),
  revoked_at: dateTime.nullable(),
  private_hash: hex256,
});

/** docs/receipts-format.md, Bundle v1. */
const bundleV1 = bundleV0.extend({
  bundle: z.literal('v1'),
  key: z.strictObject({ entry: keyEntry, index: z.int().nonnegative(), hashes: z.array(hash) }),
  context: receiptContext.shape.context.optional(),
});

/** A single file with everything needed to verify a receipt (docs/receipts-format.md, Bundles). */
export const receiptBundle = z.union([bundleV0, bundleV1]);
