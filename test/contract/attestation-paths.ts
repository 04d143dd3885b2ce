import { inside, members } from './path-list.js';

/** Documented members of signing keys, receipts and the log, as `memberPaths` writes them. */

/** First the members that the API document has (Signing key), then those that this portal adds. */
const KEY = [
  ...'id key_fingerprint status public_key'.split(' '),
  ...'agent_id jwk_thumbprint created_at retired_at revoked_at revoked_reason'.split(' '),
];

/** API document, Receipt (request object). */
export const RECEIPT_MEMBERS =
  'version agent_id consumer_id job_id resolution context_hash issued_at metadata' as const;

/** docs/receipts-format.md, Context. */
const ORDER_CONTEXT = [
  ...members('context', 'v order_id display_id checkout_id currency created_at'),
  ...members('context.seller', 'organization_id shop_id deployment_id'),
  ...members('context.line_items[]', 'id item_id title sku parent_id unit_price quantity'),
  ...members('context.line_items[].options[]', 'name value'),
  ...members('context.line_items[].totals[]', 'type amount'),
  ...members('context.discounts[]', 'code title amount'),
  ...members('context.tax[]', 'rate_ppm jurisdiction category taxable_amount amount included'),
  ...members('context.totals[]', 'type amount'),
  ...members('context.delivery[]', 'id method_type fulfillable_on'),
  ...members('context.delivery[].line_items[]', 'id quantity'),
  ...members('context.payment', 'handler_id reference'),
  ...members('context.hidden', 'buyer address properties'),
];

/** Members that only the context of an order has whose payment a grant or limits allowed. */
export const GRANT_CONTEXT = ['context.hidden.grant'];

/** The grant that is shown beside such a context. */
export const GRANT = [
  'salts.grant',
  ...members('grant', 'id buyer_id ends_at spent approved'),
  ...members('grant.client', 'id kind host'),
  ...members('grant.limits', 'currency per_order per_30_days ask_above categories'),
];

/** Members that only the context of an order placed by an earlier version has. */
export const EARLIER_CONTEXT = [
  ...members('context.line_items[]', 'properties total').slice(1),
  ...members('context.line_items[].properties[]', 'name value').slice(1),
  'context.total',
];

const BOUND_TO = 'order_id status payment_status';

/** docs/receipts.md, Both sides. test/surface/receipts/countersign.test.ts */
export const COUNTERSIGNATURES = [
  ...members('countersignatures[]', 'decision at signature public_key log_index'),
  ...members(
    'countersignatures[].statement',
    'version receipt_hash order_id consumer_id decision reason_hash issued_at',
  ),
];

const RECEIPT = [
  ...'id status signed_bytes signature public_key signing_key_id key_fingerprint receipt_hash'.split(' '),
  ...'received_at log_index unsigned_metadata'.split(' '),
  ...members('receipt', RECEIPT_MEMBERS),
  ...members('order', 'id'),
  ...members('bound_to', BOUND_TO),
  ...members('signing_key', 'status created_at retired_at revoked_at'),
  ...members('superseded_by', 'id'),
  ...COUNTERSIGNATURES,
];

/** docs/orders.md: receipts about an order. */
export const ORDER_RECEIPTS = [
  ...members('receipts[]', 'id agent_id resolution received_at status'),
  ...members('receipts[].superseded_by', 'id'),
];

const PAGINATION = members('pagination', 'cursor');
const PROOF = ['hashes', 'checkpoint', 'tree_size'];

export const ATTESTATION_PATHS = {
  signingKey: KEY,
  registration: ['created', ...inside('data', KEY)],
  signingKeyList: [...inside('data[]', KEY), ...PAGINATION],
  verifiedReceipt: ['id', 'status', ...members('bound_to', BOUND_TO)],
  submissionOutcomes: [...members('data[]', 'id status error detail'), ...members('data[].bound_to', BOUND_TO)],
  receipt: RECEIPT,
  receiptList: [...inside('data[]', RECEIPT), ...PAGINATION],
  receiptContext: [
    'context_hash',
    ...ORDER_CONTEXT,
    ...EARLIER_CONTEXT,
    ...members('salts', 'order buyer address properties'),
    ...GRANT_CONTEXT,
    ...GRANT,
  ],
  logCheckpoint: 'checkpoint origin tree_size root_hash public_key'.split(' '),
  inclusionProof: ['receipt_id', 'log_index', 'leaf_hash', ...PROOF],
  consistencyProof: 'from to from_root to_root hashes'.split(' '),
  receiptBundle: [
    ...'bundle id signed_bytes signature public_key received_at'.split(' '),
    ...members('receipt', RECEIPT_MEMBERS),
    ...inside('log', ['public_key', 'index', ...PROOF]),
    ...inside('key', ['index', 'hashes']),
    ...members('key.entry', 'type at id agent_id key_fingerprint status created_at retired_at revoked_at private_hash'),
    ...ORDER_CONTEXT,
    ...GRANT_CONTEXT,
    ...EARLIER_CONTEXT,
  ],
} as const satisfies Record<string, readonly string[]>;
