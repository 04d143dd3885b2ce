/** Small valid responses from the documents, for testing the contract of an organization's objects. */

const ID = '01932f3e-8a5b-7c3d-9e4f-0123456789ab';
const stamps = { created_at: '2026-11-20T12:00:00.000Z', updated_at: '2026-11-20T12:00:00.000Z' };

export const consumerSample = {
  id: `con_${ID}`,
  name: 'Ada',
  description: null,
  linked_consumer_org_id: `org_${ID}`,
  linked_at: '2026-11-20T12:00:00.000Z',
  ...stamps,
};

export const apiKeySample = {
  id: `key_${ID}`,
  hint: 'dk_…aaaa',
  kind: 'deployment',
  deployment_id: `dep_${ID}`,
  name: 'agent',
  scopes: ['commerce', 'receipts:write'],
  buyer_required: false,
  created_by: `key_${ID}`,
  status: 'live',
  created_at: '2026-11-20T12:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: '2026-11-20T12:00:00.000Z',
};

export const shopItemSample = {
  id: 'mug',
  title: 'Mug',
  description: '',
  price: 1000,
  brand: null,
  categories: ['Kitchen'],
  keywords: [],
  image_url: null,
  product_id: 'mug',
  options: [{ name: 'Size', value: 'S' }],
  gtin: '2000000000107',
  mpn: 'M-1',
  sku: 'M 1/S',
  condition: 'used',
  images: [],
  backorder: { days: 14 },
  fulfillment_types: ['shipping', 'pickup'],
  stock: 0,
  weight_grams: 350,
  tax_category: 'standard',
  age_restricted: false,
  minimum_age: null,
  property_specs: [
    { name: 'Size', required: true, description: '', values: [{ value: 'S', price_delta: -100, description: '' }] },
  ],
  status: 'withdrawn',
  ...stamps,
};

export const itemImportSample = {
  imported: 1,
  problems: [{ row: 2, id: '', problem: 'title: is required (string)' }],
  warnings: [],
};

export const movementSample = {
  seq: 1,
  kind: 'sale',
  by: -2,
  stock_after: 5,
  reason: null,
  checkout_id: `chk_${ID}`,
  order_id: null,
  actor: `key_${ID}`,
  at: '2026-11-20T12:00:00.000Z',
};
