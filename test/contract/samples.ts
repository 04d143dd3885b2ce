/** Small valid responses from the documents, for testing the contract itself. */

const ID = '01932f3e-8a5b-7c3d-9e4f-0123456789ab';
const totals = [
  { type: 'subtotal', amount: 2000 },
  { type: 'items_discount', amount: -500 },
  { type: 'total', amount: 1500 },
];
const line = {
  id: 'mug-1',
  item: { id: 'mug', title: 'Mug', price: 1000 },
  quantity: 2,
  properties: [{ name: 'engraving', value: 'Ada' }],
  totals,
};
const taxLine = {
  rate_ppm: 72_500,
  jurisdiction: 'US-WA',
  category: 'standard',
  taxable_amount: 1500,
  amount: 109,
  included: false,
};
const discounts = {
  codes: ['MUG5'],
  applied: [
    {
      code: 'MUG5',
      title: '5.00 off',
      amount: 500,
      automatic: false,
      method: 'across',
      priority: 1,
      allocations: [{ path: '$.line_items[0]', amount: 500 }],
    },
  ],
};
const handler = {
  config: { anything: { at: 'all' } },
  config_schema: 'https://example.com/config.json',
  id: 'invoice',
  instrument_schemas: [],
  name: 'dev.example.invoice',
  spec: 'https://example.com/spec',
  version: '2026-04-08',
};

const both = {
  id: `chk_${ID}`,
  currency: 'USD',
  totals,
  buyer: { email: 'ada@example.com' },
  links: [{ type: 'terms_of_service', url: 'https://example.com/terms' }],
  payment: { handlers: [handler] },
};

export const checkoutBSample = {
  ...both,
  line_items: [line],
  ucp: {
    version: '2026-04-08',
    capabilities: [{ name: 'dev.ucp.shopping.checkout', version: '2026-04-08' }],
  },
};

const spec = {
  name: 'engraving',
  required: false,
  values: [{ value: 'Ada', price_delta: 0, description: 'A name' }],
};
const days = 'Wed, Nov 25 – Sat, Nov 28 (Pacific Time)';
const options = [{ id: 'standard', title: 'Standard', totals: [{ type: 'total', amount: 0 }], days }];

export const checkoutFSample = {
  ...both,
  status: 'incomplete',
  line_items: [{ ...line, tax_lines: [taxLine], property_specs: [spec] }],
  tax_lines: [taxLine],
  fees: [{ id: 'packing', title: 'Packing', amount: 100, tax_lines: [] }],
  discounts,
  billing_address: { address_country: 'US', full_name: 'Ada L.' },
  ucp: {
    version: '2026-04-08',
    capabilities: { 'dev.ucp.shopping.checkout': [{ version: '2026-04-08' }] },
  },
  context: { address_country: 'US', currency: 'USD', language: 'en' },
  fulfillment: {
    available_methods: [],
    tax_lines: [],
    methods: [
      {
        id: 'm1',
        line_item_ids: ['mug-1'],
        type: 'shipping',
        selected_destination_id: null,
        destinations: [{ id: 'd1', address_country: 'US', name: 'Ada L.' }],
        groups: [{ id: 'g1', line_item_ids: ['mug-1'], selected_option_id: null, options }],
      },
    ],
  },
  messages: [
    {
      type: 'error',
      code: 'field_required',
      content: 'Set the buyer email.',
      path: '$.buyer.email',
      severity: 'recoverable',
    },
  ],
  continue_url: 'http://127.0.0.1:3000/checkout/token',
  expires_at: '2026-11-20T12:00:00.000Z',
};

export const orderSample = {
  id: `ord_${ID}`,
  created_at: '2026-11-20T12:00:00Z',
  checkout_id: `chk_${ID}`,
  currency: 'USD',
  permalink_url: 'http://127.0.0.1:3000/orders/token',
  display_id: '1001',
  status: 'processing',
  payment_status: 'paid',
  line_items: [
    {
      ...line,
      quantity: { total: 2, fulfilled: 0, canceled: 0, returned: 0 },
      status: 'processing',
      tax_lines: [taxLine],
    },
  ],
  totals,
  tax_lines: [taxLine],
  fees: [{ id: 'packing', title: 'Packing', amount: 100, tax_lines: [] }],
  discounts,
  buyer: { email: 'ada@example.com' },
  payment: { handler_id: 'invoice', handler_name: 'Invoice', amount_paid: 1500, amount_refunded: 500 },
  fulfillment: {
    events: [
      {
        id: `evt_${ID}`,
        line_items: [{ id: 'mug-1', quantity: 1 }],
        occurred_at: '2026-11-20T12:00:00Z',
        type: 'shipped',
        tracking_url: 'https://example.com/track',
      },
    ],
    tax_lines: [],
    expectations: [
      {
        id: 'e1',
        line_items: [{ id: 'mug-1', quantity: 2 }],
        method_type: 'digital',
        fulfillable_by: 'November 25, 2026 (UTC)',
      },
    ],
  },
  ucp: { version: '2026-04-08', capabilities: [] },
  messages: [],
  permitted_actions: ['hold'],
  adjustments: [
    {
      id: `adj_${ID}`,
      type: 'refund',
      status: 'completed',
      line_items: [{ id: 'mug-1', quantity: 0, amount: 500 }],
      amount: 500,
      created_at: '2026-11-20T12:00:00Z',
    },
  ],
};

export const orderHistorySample = {
  data: [{ id: 'aud_1', action: 'order.held', actor: 'key_1', at: '2026-11-20T12:00:00Z', changed: ['status'] }],
};

export const shopSettingsSample = {
  currency: 'EUR',
  country: 'DE',
  language: 'de',
  time_zone: 'Europe/Berlin',
  tax: { included: true, on_shipping: false, rates: [{ country: 'DE', category: 'food', rate_ppm: 70_000 }] },
  shipping: [
    {
      id: 'parcel',
      title: 'Parcel',
      carrier: 'Post',
      zone: { countries: ['DE'] },
      price: { type: 'by_weight', steps: [{ up_to_grams: 2000, amount: 549 }] },
      transit_days: { min: 2, max: 4 },
    },
  ],
  pickup: [
    { id: 'berlin', title: 'Berlin', amount: 0, address: { address_country: 'DE' }, ready_days: { min: 0, max: 0 } },
  ],
  fees: [{ id: 'handling', title: 'Handling', price: { type: 'fixed', amount: 250 }, tax_category: 'standard' }],
  payment_handlers: ['invoice'],
  links: [{ type: 'terms_of_service', url: 'https://example.com/terms' }],
  review_limit: null,
};

export const discountSample = {
  code: 'SUMMER',
  title: '10 % off',
  kind: 'percent',
  value_ppm: 100_000,
  max_uses: 5,
  uses_left: 4,
  once_per_buyer: false,
  combinable: true,
  automatic: false,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
};
