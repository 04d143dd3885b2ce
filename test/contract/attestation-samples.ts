/** Valid responses about an example receipt that is signed with test key 1 of RFC 8032. */

const SIGNATURE = 'u+wP+F2O3CzTQYlBF8exs+I9nawxA+Zfd+Q4f+TqR2DrM6upCPuEw+McUkdtQgj3J+KIqnnnaOBdOgRYpNGPAg==';
const CONTEXT_HASH = 'sha256:910628bf578c0320210eef6f30023043b4eb368f24d346cd15f0a0688d739e36';
const SIGNED = `{"agent_id":"agent_7Q2M","consumer_id":"cons_31","context_hash":"${CONTEXT_HASH}","issued_at":"2026-11-20T10:00:00Z","job_id":"job-0001","resolution":"success","version":"v0"}`;
const ID = '019a9e5d-5a80-7000-8000-0123456789ab';

const key = {
  id: ID,
  key_fingerprint: '06e3fd8fda29bb60ab59557de61edb0aecdb231134be30e75b455f8e1b792fa9',
  status: 'active',
  public_key:
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n',
  agent_id: null,
  jwk_thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  created_at: '2026-11-20T09:00:00.000Z',
  retired_at: null,
  revoked_at: null,
  revoked_reason: null,
};

const receipt = {
  id: ID,
  status: 'verified',
  receipt: JSON.parse(SIGNED),
  signed_bytes: Buffer.from(SIGNED).toString('base64'),
  signature: SIGNATURE,
  public_key: key.public_key,
  signing_key_id: ID,
  key_fingerprint: key.key_fingerprint,
  receipt_hash: '5e57d535f1c0395cc05e0e2d68d2355c4811c0098bcb520c3809c13aafac47b0',
  received_at: '2026-11-20T10:01:00.000Z',
  log_index: 0,
  signing_key: { status: 'active', created_at: key.created_at, retired_at: null, revoked_at: null },
  superseded_by: null,
  order: null,
  bound_to: null,
  unsigned_metadata: { channel: 'batch' },
};

const receiptContext = {
  context: {
    v: 2,
    order_id: 'ord_1',
    display_id: '1001',
    checkout_id: 'chk_1',
    seller: { organization_id: 'org_1', shop_id: 'shop_1', deployment_id: 'dep_1' },
    currency: 'USD',
    created_at: '2026-11-20T09:59:00.000Z',
    line_items: [
      {
        ...{ id: 'li_1', item_id: 'mug', title: 'Mug', sku: null, options: [{ name: 'Color', value: 'Blue' }] },
        ...{ parent_id: null, unit_price: 1600, quantity: 2, totals: [{ type: 'total', amount: 3200 }] },
      },
    ],
    discounts: [{ code: null, title: 'Spring', amount: 100 }],
    tax: [
      {
        ...{ rate_ppm: 65_000, jurisdiction: 'US-WA', category: 'standard', taxable_amount: 3200, amount: 208 },
        included: false,
      },
    ],
    totals: [{ type: 'total', amount: 3799 }],
    delivery: [
      {
        ...{ id: 'exp_1', method_type: 'shipping', line_items: [{ id: 'li_1', quantity: 2 }] },
        fulfillable_on: '2026-11-25T07:59:59.999Z',
      },
    ],
    payment: { handler_id: 'sandbox_card', reference: 'sbx_1' },
    hidden: { buyer: 'b'.repeat(43), address: 'a'.repeat(43), properties: null },
  },
  context_hash: CONTEXT_HASH,
  salts: { order: 'a'.repeat(22), buyer: 'b'.repeat(22), address: 'c'.repeat(22), properties: 'd'.repeat(22) },
};

export const attestationSamples = [
  ['signingKey', key],
  ['receipt', receipt],
  ['registration', { created: true, data: key }],
  ['verifiedReceipt', { id: ID, status: 'verified', bound_to: null }],
  [
    'submissionOutcomes',
    {
      data: [
        { id: ID, status: 'verified', bound_to: null },
        { error: 'invalid_receipt', detail: 'receipt: x' },
      ],
    },
  ],
  ['receiptContext', receiptContext],
] as const;
