import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { volume } from '../support/volume.js';
import { ADDRESS, call, platformProfile, type UcpPortal, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

/** Partial calls of the portal's own API, and one full replacement over UCP, give the same checkout. */

const ITEMS = ['enamel-mug', 'linen-tea-towel', 'sea-salt', 'wooden-spoon'];

const step = fc.oneof(
  fc.record({
    type: fc.constant('add' as const),
    item: fc.constantFrom(...ITEMS),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ type: fc.constant('change' as const), line: fc.nat(5), quantity: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ type: fc.constant('buyer' as const), email: fc.constantFrom('ada@example.com', 'bo@example.com') }),
  fc.record({ type: fc.constant('code' as const), code: fc.constantFrom('WELCOME10', 'mug5', 'FREESHIP') }),
  fc.record({ type: fc.constant('place' as const), region: fc.constantFrom('OR', 'WA') }),
  fc.record({
    type: fc.constant('option' as const),
    option: fc.constantFrom('standard', 'express', 'pickup-portland'),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let shop: UcpPortal;
const profileOf = (version: string) => `https://agent.example/${version}.json`;
beforeAll(async () => {
  shop = await ucpPortal('2026-04-08');
  for (const date of PUBLISHED) shop.connector.serve(profileOf(date), platformProfile(date));
});
afterAll(() => shop.portal.close());

/** Steps that the cart refuses change nothing. */
async function partially(steps: readonly Step[]) {
  const buyer = { headers: { 'x-buyer-id': `b-${buyers++}` } };
  const own = async (method: string, path: string, body?: unknown) =>
    (await shop.portal.request(method, `/api/commerce/checkouts${path}`, { ...buyer, body })).json;
  const { data } = await own('GET', '/current');
  const read = async () => (await own('GET', `/${data.id}`)).data;
  for (const one of steps) {
    if (one.type === 'add') {
      await own('POST', `/${data.id}/line-items`, { line_items: [{ item: { id: one.item }, quantity: one.quantity }] });
    } else if (one.type === 'change') {
      const line = (await read()).line_items[one.line];
      if (line) await own('PATCH', `/${data.id}/line-items/${line.id}`, { quantity: one.quantity });
    } else if (one.type === 'buyer') await own('POST', `/${data.id}/buyer`, { buyer: { email: one.email } });
    else if (one.type === 'code') await own('POST', `/${data.id}/discount`, { code: one.code });
    else if (one.type === 'place') {
      const destination = { ...ADDRESS, address_region: one.region };
      await own('POST', `/${data.id}/fulfillment/destination`, { destination });
    } else await own('POST', `/${data.id}/fulfillment`, { selected_option_id: one.option });
  }
  return read();
}

let buyers = 0;

interface Wire {
  readonly line_items: readonly {
    readonly id: string;
    readonly item: { readonly id: string };
    readonly quantity: number;
  }[];
}

// biome-ignore lint/suspicious/noExplicitAny: both answers are looked into as they are
type Answer = any;

/** The body that says what an own checkout is. */
function replacement(own: Answer) {
  const methods: Answer[] = own.fulfillment.methods;
  const pickup = methods.find(({ type, selected_destination_id }) => type === 'pickup' && selected_destination_id);
  const shipping = methods.find(({ type }) => type === 'shipping');
  const destinations = shipping?.destinations ?? [];
  const chosen = pickup
    ? { type: 'pickup', line_item_ids: [], selected_destination_id: pickup.selected_destination_id }
    : {
        type: 'shipping',
        line_item_ids: [],
        destinations,
        groups: [{ id: 'g', selected_option_id: shipping?.groups[0].selected_option_id ?? null }],
      };
  return {
    line_items: (own as Wire).line_items.map(({ item, quantity }) => ({ item: { id: item.id }, quantity })),
    ...(own.buyer && { buyer: own.buyer }),
    discounts: { codes: own.discounts.codes },
    fulfillment: { methods: shipping || pickup ? [chosen] : [] },
  };
}

/** What both can say, without ids. */
function said({ line_items, totals, discounts, buyer, status, fulfillment, currency }: Answer) {
  const bare = (list: Answer[]) => list.map(({ type, amount }) => ({ type, amount }));
  const selected = fulfillment.methods.map((method: Answer) => method.groups[0].selected_option_id).filter(Boolean);
  return {
    lines: line_items.map((line: Answer) => [line.item, line.quantity, bare(line.totals)]),
    totals: bare(totals),
    discounts,
    email: buyer?.email,
    status,
    selected,
    currency,
  };
}

describe('one replacement is the same as the partial calls before it', () => {
  test.each(PUBLISHED)('%s', async (version) => {
    const sequence = fc.array(step, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const own = await partially(steps);
        const send = (method: string, path: string, body: unknown) =>
          call(shop, version, method, path, { profile: profileOf(version), body });
        const { json: empty } = await send('POST', '/checkout-sessions', { line_items: [] });
        const { json } = await send('PUT', `/checkout-sessions/${empty.id}`, replacement(own));
        expect(said(json)).toEqual(said(own));
      }),
      { numRuns: volume(12, 1_000) },
    );
  });
});
