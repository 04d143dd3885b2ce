import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { volume } from '../support/volume.js';
import { handTo } from './handed.js';
import { ADDRESS, CARD, call, platformKey, platformProfile, type UcpPortal, ucpPortal } from './platform.js';
import type { Answer } from './random-cart.js';
import { PUBLISHED } from './schemas.js';
import { expectTotals, isUnsigned, signed } from './total-rules.js';

/** The same checkout, cart or order, read in each version, says the same as far as the version can say it. */

const profileOf = (version: string) => `https://agent.example/${version}.json`;
const ALL = VERSIONS.map(({ date }) => date);
const [NEWEST = ''] = ALL;

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal(NEWEST, { host: 'shop.example.com' });
  for (const version of ALL) shop.connector.serve(profileOf(version), platformProfile(version));
  shop = { ...shop, key: await platformKey(shop.portal, ALL.map(profileOf)) };
});
afterAll(() => shop.portal.close());

const send = async (version: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  (await call(shop, version, method, path, { key: shop.key, profile: profileOf(version), body })).json;

/** Hands a resource to the platform of another version, which then reads it. */
async function readIn(version: string, id: string, path: string) {
  await handTo(shop, id, profileOf(version));
  return send(version, 'GET', path);
}

const wish = fc.record(
  {
    line_items: fc.array(
      fc.record({
        item: fc.record({
          id: fc.constantFrom('enamel-mug', 'sea-salt', 'coffee-beans', 'preserving-ebook', 'dutch-oven', 'chef-knife'),
        }),
        quantity: fc.integer({ min: 1, max: 5 }),
      }),
      { maxLength: 4 },
    ),
    buyer: fc.record({ email: fc.constant('ada@example.com'), first_name: fc.constant('Ada') }, { requiredKeys: [] }),
    consent: fc.record(
      { marketing: fc.boolean(), analytics: fc.boolean(), preferences: fc.boolean(), sale_of_data: fc.boolean() },
      { requiredKeys: [] },
    ),
    context: fc.record({ eligibility: fc.constant(['com.example.gold']), postal_code: fc.constant('97205') }),
    discounts: fc.record({ codes: fc.subarray(['WELCOME10', 'MUG5', 'FREESHIP', 'nonsense']) }),
    fulfillment: fc.record({
      methods: fc.constantFrom(
        [],
        [{ type: 'pickup', selected_destination_id: 'pickup-portland' }],
        [{ type: 'shipping', destinations: [{ id: 'home', ...ADDRESS }] }],
        [{ type: 'shipping', destinations: [ADDRESS], groups: [{ id: 'g', selected_option_id: 'express' }] }],
      ),
    }),
    payment: fc.constant({ instruments: [CARD] }),
  },
  { requiredKeys: ['line_items'] },
);

const NAMES = {
  marketing: 'dev.ucp.consent.marketing',
  analytics: 'dev.ucp.consent.analytics',
  preferences: 'dev.ucp.consent.preferences',
  sale_of_data: 'dev.ucp.consent.sale_or_sharing',
} as const;

/** The wish as the newest version sends it. */
function bodyOf({ consent, buyer, ...rest }: Answer) {
  const given = Object.fromEntries(
    Object.entries(NAMES).map(([purpose, name]) => [
      name,
      { granted: consent?.[purpose] ?? false, source: consent?.[purpose] === undefined ? 'business' : 'platform' },
    ]),
  );
  return { ...rest, ...((buyer || consent) && { buyer: { ...buyer, ...(consent && { consent: given }) } }) };
}

/** Codes of 2026-01-11 that the others have under another name. */
const LATER_CODES: Readonly<Record<string, string>> = {
  missing: 'field_required',
  invalid: 'invalid_address',
  payment_declined: 'payment_failed',
};

/** What an answer says, in one form for all versions, each read by the rules of its version. */
function said(answer: Answer, version: string) {
  const { id, status, currency, line_items, totals, discounts, links, continue_url, expires_at, order } = answer;
  const { email, first_name, last_name, phone_number, consent } = answer.buyer ?? {};
  return {
    ...{ id, status, currency, discounts, links, continue_url, expires_at, order },
    lines: line_items.map(({ totals: own, ...line }: Answer) => ({ ...line, totals: signed(own, version) })),
    totals: signed(totals, version),
    buyer: { email, first_name, last_name, phone_number },
    consent: Object.entries(NAMES).map(([purpose, name]) =>
      version === NEWEST ? platformsOwn(consent[name]) : consent?.[purpose],
    ),
    methods: answer.fulfillment.methods.filter(isPhysical).map((one: Answer) => methodOf(one, version)),
    available: answer.fulfillment.available_methods.filter(isPhysical),
    messages: answer.messages.map(({ code, ...rest }: Answer) => ({
      ...rest,
      code: isUnsigned(version) ? (LATER_CODES[code] ?? code) : code,
    })),
    ...paymentOf(answer, version),
  };
}

const isPhysical = ({ type }: Answer) => type !== 'digital';

/** What the business assumes, the others do not say. */
function platformsOwn({ granted, source }: Answer) {
  return source === 'platform' ? granted : undefined;
}

function methodOf({ destinations, groups, ...method }: Answer, version: string) {
  return {
    ...method,
    destinations: destinations.map(({ type, ...place }: Answer) => {
      const expected = 'name' in place ? 'business_location' : 'shipping_address';
      expect(type).toBe(version === NEWEST ? expected : undefined);
      return place;
    }),
    groups: groups.map(({ options, ...group }: Answer) => ({
      ...group,
      options: options.map(({ description, ...option }: Answer) => ({
        ...option,
        description: version === NEWEST ? description?.plain : description,
      })),
    })),
  };
}

/** Handlers and the chosen instrument stand elsewhere in 2026-01-11. */
function paymentOf({ payment, ucp }: Answer, version: string) {
  if (isUnsigned(version)) {
    return {
      handlers: payment.handlers.map(({ name, id, config }: Answer) => ({ name, id, config })),
      instruments: payment.instruments,
    };
  }
  return {
    handlers: Object.entries<Answer[]>(ucp.payment_handlers).map(([name, [{ id, config }]]: Answer) => ({
      name,
      id,
      config,
    })),
    instruments: (payment?.instruments ?? []).map(({ display, selected, ...one }: Answer) => {
      expect(selected).toBe(true);
      return { ...one, ...display };
    }),
  };
}

describe('the same in every version', () => {
  test('a checkout: open, paid or canceled', async () => {
    await fc.assert(
      fc.asyncProperty(wish, fc.constantFrom('', '/complete', '/cancel'), async (wanted, end) => {
        const { id } = await send(NEWEST, 'POST', '/checkout-sessions', bodyOf(wanted));
        // Some of them are refused, such as an option for nothing.
        fc.pre(id !== undefined);
        const path = `/checkout-sessions/${id}`;
        if (end === '/complete') await send(NEWEST, 'POST', `${path}/complete`, { payment: { instruments: [CARD] } });
        if (end === '/cancel') await send(NEWEST, 'POST', `${path}/cancel`);
        const newest = await readIn(NEWEST, id, path);
        expectTotals(newest, NEWEST);
        for (const version of ALL.slice(1)) {
          const answer = await readIn(version, id, path);
          expectTotals(answer, version);
          expect(said(answer, version)).toEqual(said(newest, NEWEST));
        }
      }),
      { numRuns: volume(20, 1_000) },
    );
  });

  test('a cart', async () => {
    await fc.assert(
      fc.asyncProperty(wish, async (wanted) => {
        const { id } = await send(NEWEST, 'POST', '/carts', bodyOf(wanted));
        const [newest, ...older] = await inTurn(PUBLISHED, (version) => readIn(version, id, `/carts/${id}`));
        for (const { ucp: _ucp, ...answer } of older) expect(answer).toEqual({ ...newest, ucp: undefined });
        expectTotals(newest, NEWEST);
      }),
      { numRuns: volume(10, 1_000) },
    );
  });

  test('an order', async () => {
    const body = {
      line_items: [{ item: { id: 'enamel-mug' }, quantity: 2 }],
      buyer: { email: 'ada@example.com' },
      discounts: { codes: ['WELCOME10'] },
      fulfillment: { methods: [{ type: 'pickup', selected_destination_id: 'pickup-portland' }] },
    };
    const made = await send(NEWEST, 'POST', '/checkout-sessions', body);
    const path = `/checkout-sessions/${made.id}/complete`;
    const { order } = await send(NEWEST, 'POST', path, { payment: { instruments: [CARD] } });
    const [newest, ...older] = await inTurn(PUBLISHED, (version) => readIn(version, order.id, `/orders/${order.id}`));
    for (const { ucp: _ucp, ...answer } of older) expect(answer).toEqual({ ...newest, ucp: undefined });
    expect(signed(newest.totals, NEWEST)).toEqual(signed(made.totals, NEWEST));
    expectTotals(newest, NEWEST);
  });
});

/** One after the other: each is handed to another version. */
async function inTurn<Made>(versions: readonly string[], make: (version: string) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const version of versions) made.push(await make(version));
  return made;
}
