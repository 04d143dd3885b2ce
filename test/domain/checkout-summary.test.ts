import { describe, expect, it } from 'vitest';
import type { CheckoutF } from '../../src/schema/checkout.js';
import { checkoutSummary } from '../../src/view/checkout-summary.js';

const standard = {
  id: 'standard',
  title: 'Standard shipping',
  carrier: 'Post',
  description: 'Three to five days',
  totals: [{ type: 'total', amount: 599, display_text: '$5.99' }],
  earliest_fulfillment_time: '2026-11-25T08:00:00.000Z',
  latest_fulfillment_time: '2026-11-28T07:59:59.000Z',
  days: 'Wed, Nov 25 – Fri, Nov 27 (Pacific Time)',
};

const method = (type: string, selected_option_id: string | null, options = [standard]) => ({
  id: `method_${type}`,
  line_item_ids: ['mug'],
  type,
  selected_destination_id: 'dest_1',
  destinations:
    type === 'shipping' ? [{ id: 'dest_1', address_country: 'US', postal_code: '98101', name: 'Robin Park' }] : [],
  groups: [{ id: `group_${type}`, line_item_ids: ['mug'], selected_option_id, options }],
});

const FULL: CheckoutF = {
  id: 'chk_1',
  currency: 'USD',
  status: 'incomplete',
  line_items: [
    {
      id: 'mug',
      item: { id: 'enamel-mug', title: 'Enamel camp mug', price: 1600, image_url: 'http://portal/mug.svg' },
      quantity: 2,
      properties: [],
      totals: [
        { type: 'subtotal', amount: 3200, display_text: '$32.00' },
        { type: 'total', amount: 3200, display_text: '$32.00' },
      ],
      tax_lines: [],
      property_specs: [],
    },
    {
      id: 'wrap',
      item: { id: 'gift-wrap', title: 'Gift wrap', price: 300 },
      quantity: 1,
      parent_id: 'mug',
      properties: [{ name: 'Color', value: 'Red' }],
      totals: [{ type: 'total', amount: 300, display_text: '$3.00' }],
      tax_lines: [],
      property_specs: [],
    },
  ],
  totals: [
    { type: 'subtotal', amount: 3500, display_text: '$35.00' },
    { type: 'fee', amount: 10, display_text: '$0.10' },
    { type: 'fee', amount: 15, display_text: '$0.15' },
    { type: 'total', amount: 3525, display_text: '$35.25 (includes $2.00 tax)' },
  ],
  tax_lines: [],
  fees: [],
  discounts: { codes: [], applied: [] },
  buyer: { email: 'robin@example.com' },
  links: [],
  payment: {
    handlers: [
      {
        id: 'invoice',
        name: 'Pay by invoice',
        version: '1',
        spec: 'http://portal/spec',
        config: {},
        config_schema: 'http://portal/config',
        instrument_schemas: [],
      },
    ],
  },
  ucp: { version: '2026-04-08', capabilities: {} },
  context: { address_country: 'US', currency: 'USD', language: 'en' },
  fulfillment: {
    available_methods: [],
    tax_lines: [],
    methods: [method('shipping', null), method('digital', 'digital', [])],
  },
  messages: [
    { type: 'error', code: 'field_required', content: 'Set the buyer.', path: '$.buyer', severity: 'recoverable' },
    { type: 'error', code: 'high_value_order', content: 'Approve.', path: '$', severity: 'requires_buyer_review' },
    { type: 'warning', code: 'price_changed', content: 'Now $16.00.', path: '$.line_items[0]' },
  ],
  continue_url: 'http://portal/checkout/x',
  expires_at: '2026-11-22T15:00:00.000Z',
};

const with_ = (change: Partial<CheckoutF>) => checkoutSummary({ ...FULL, ...change });

describe('the summary of a checkout', () => {
  it('contains everything that an agent needs to continue, in a fixed order', () => {
    expect(JSON.stringify(checkoutSummary(FULL))).toBe(
      JSON.stringify({
        id: 'chk_1',
        status: 'incomplete',
        currency: 'USD',
        line_items: [
          { id: 'mug', item_id: 'enamel-mug', title: 'Enamel camp mug', unit_price: 1600, quantity: 2, total: 3200 },
          {
            ...{ id: 'wrap', item_id: 'gift-wrap', title: 'Gift wrap', unit_price: 300, quantity: 1 },
            ...{ properties: [{ name: 'Color', value: 'Red' }], total: 300, parent_id: 'mug' },
          },
        ],
        totals: { subtotal: 3500, fee: 25, total: 3525 },
        total_text: '$35.25 (includes $2.00 tax)',
        buyer: { email: 'robin@example.com' },
        destination: { address_country: 'US', postal_code: '98101', name: 'Robin Park' },
        options: [
          {
            ...{ id: 'standard', title: 'Standard shipping', price: 599 },
            days: 'Wed, Nov 25 – Fri, Nov 27 (Pacific Time)',
          },
        ],
        messages: [
          { type: 'error', code: 'field_required', content: 'Set the buyer.' },
          { type: 'error', code: 'high_value_order', content: 'Approve.', severity: 'requires_buyer_review' },
          { type: 'warning', code: 'price_changed', content: 'Now $16.00.' },
        ],
      }),
    );
  });

  it('names discounts and fees with their titles, if any', () => {
    const applied = {
      code: 'TEN',
      title: 'A tenth off',
      amount: 350,
      automatic: false,
      method: 'across' as const,
      priority: 1,
      allocations: [{ path: '$.line_items[0]', amount: 350 }],
    };
    const fee = { id: 'packing', title: 'Packing', amount: 25, tax_lines: [] };
    expect(with_({ discounts: { codes: ['TEN'], applied: [applied] }, fees: [fee] })).toMatchObject({
      discounts: [{ title: 'A tenth off', amount: 350 }],
      fees: [{ title: 'Packing', amount: 25 }],
    });
  });

  it('names no payment handlers when nothing is due', () => {
    const totals = [{ type: 'total' as const, amount: 0 }];
    expect(with_({ status: 'ready_for_complete', totals })).not.toHaveProperty('handlers');
  });

  it('names the selected option instead of the available ones', () => {
    const summary = with_({
      fulfillment: { available_methods: [], tax_lines: [], methods: [method('shipping', 'standard')] },
    });
    expect(summary).toMatchObject({ selected_option_id: 'standard', selected_days: standard.days });
    expect(summary).not.toHaveProperty('options');
  });

  it('offers no choice if all goods are digital', () => {
    const summary = with_({
      fulfillment: { available_methods: [], tax_lines: [], methods: [method('digital', 'digital')] },
    });
    expect(Object.keys(summary)).not.toContain('options');
    expect(Object.keys(summary)).not.toContain('selected_option_id');
  });

  it('has the link while the buyer can pay or must act, the handlers only if ready, and the placed order', () => {
    expect(with_({ status: 'requires_escalation' }).continue_url).toBe('http://portal/checkout/x');
    expect(with_({ status: 'ready_for_complete' })).toMatchObject({
      handlers: ['invoice'],
      continue_url: 'http://portal/checkout/x',
    });
    for (const status of ['incomplete', 'complete_in_progress', 'completed', 'canceled'] as const)
      expect(with_({ status })).not.toHaveProperty('continue_url');
    expect(with_({ status: 'completed' }).line_items[0]).not.toHaveProperty('id');
    const order = { id: 'ord_1', permalink_url: 'http://portal/orders/y' };
    expect(with_({ status: 'completed', order })).toEqual({
      ...{ id: 'chk_1', status: 'completed', currency: 'USD', order },
      ...{ line_items: expect.any(Array), totals: expect.any(Object), total_text: expect.any(String) },
      messages: expect.any(Array),
    });
  });
});
