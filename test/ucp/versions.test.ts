import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { volume } from '../support/volume.js';
import { BUYER, mugs, PAYMENT, PICKUP } from './bodies.js';
import { handTo } from './handed.js';
import { NEWEST, normalizeAnswer, PURPOSE_NAMES } from './normalized-answer.js';
import { ADDRESS, CARD, call, platformKey, platformProfile, type UcpPortal, ucpPortal } from './platform.js';
import type { Answer } from './random-cart.js';
import { signed } from './rules/signs.js';
import { PUBLISHED } from './schemas.js';

/** A checkout, cart or order has equal content in each version, as far as the version can express it. */

const profileOf = (version: string) => `https://agent.example/${version}.json`;
const ALL = VERSIONS.map(({ date }) => date);

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal(NEWEST, { host: 'shop.example.com' });
  for (const version of ALL) shop.connector.serve(profileOf(version), platformProfile(version));
  shop = { ...shop, key: await platformKey(shop.portal, ALL.map(profileOf)) };
});
afterAll(() => shop.portal.close());

const send = async (version: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  (await call(shop, version, method, path, { key: shop.key, profile: profileOf(version), body })).json;

/** Transfers a resource to the platform of another version, which then reads it. */
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
        PICKUP.methods,
        [{ type: 'shipping', line_item_ids: [], destinations: [{ id: 'home', ...ADDRESS }] }],
        [
          {
            type: 'shipping',
            line_item_ids: [],
            destinations: [ADDRESS],
            groups: [{ id: 'g', selected_option_id: 'express' }],
          },
        ],
      ),
    }),
    payment: fc.constant({ instruments: [CARD] }),
  },
  { requiredKeys: ['line_items'] },
);

/** Returns the body of the request in the newest version. */
function bodyOf({ consent, buyer, ...rest }: Answer) {
  const given = Object.fromEntries(
    Object.entries(PURPOSE_NAMES).map(([purpose, name]) => [
      name,
      { granted: consent?.[purpose] ?? false, source: consent?.[purpose] === undefined ? 'business' : 'platform' },
    ]),
  );
  return { ...rest, ...((buyer || consent) && { buyer: { ...buyer, ...(consent && { consent: given }) } }) };
}

describe('every version shows the same content', () => {
  test('returns the same checkout: open, paid or canceled', async () => {
    await fc.assert(
      fc.asyncProperty(wish, fc.constantFrom('', '/complete', '/cancel'), async (wanted, end) => {
        const { id } = await send(NEWEST, 'POST', '/checkout-sessions', bodyOf(wanted));
        // Some requests are rejected, such as one that selects an option for an empty cart.
        fc.pre(id !== undefined);
        const path = `/checkout-sessions/${id}`;
        if (end === '/complete') await send(NEWEST, 'POST', `${path}/complete`, PAYMENT);
        if (end === '/cancel') await send(NEWEST, 'POST', `${path}/cancel`);
        const newest = await readIn(NEWEST, id, path);
        for (const version of ALL.slice(1)) {
          const answer = await readIn(version, id, path);
          expect(normalizeAnswer(answer, version)).toEqual(normalizeAnswer(newest, NEWEST));
        }
      }),
      { numRuns: volume(20, 1_000) },
    );
  });

  test('returns the same cart', async () => {
    await fc.assert(
      fc.asyncProperty(wish, async (wanted) => {
        const { id } = await send(NEWEST, 'POST', '/carts', bodyOf(wanted));
        const [newest, ...older] = await inTurn(PUBLISHED, (version) => readIn(version, id, `/carts/${id}`));
        for (const { ucp: _ucp, ...answer } of older) expect(answer).toEqual({ ...newest, ucp: undefined });
      }),
      { numRuns: volume(10, 1_000) },
    );
  });

  test('stores but hides a claim that only newer versions define', async () => {
    const context = { eligibility: ['com.example-shop.gold', 'com.example.gold'], postal_code: '97205' };
    const plain = { ...context, eligibility: ['com.example.gold'] };
    for (const path of ['/checkout-sessions', '/carts']) {
      const made = await send(NEWEST, 'POST', path, { line_items: mugs(), context });
      const answer = await readIn('2026-04-08', made.id, `${path}/${made.id}`);
      expect([made.context, answer.context]).toEqual([context, plain]);
      const warned = ({ messages }: Answer) =>
        messages.flatMap(({ code, path: of }: { code: string; path: string }) =>
          code === 'eligibility_not_accepted' ? [of] : [],
        );
      const places = ['$.context.eligibility[0]', '$.context.eligibility[1]'];
      expect([warned(made), warned(answer)]).toEqual([places, places.slice(0, 1)]);
      const later = { eligibility: ['org.example.student'] };
      const put = await send('2026-04-08', 'PUT', `${path}/${made.id}`, { line_items: mugs(), context: later });
      expect(put.context).toEqual(later);
      const { eligibility } = (await readIn(NEWEST, made.id, `${path}/${made.id}`)).context;
      expect(eligibility).toEqual(['org.example.student', 'com.example-shop.gold']);
    }
  });

  test('returns the same order', async () => {
    const body = {
      line_items: mugs(2),
      buyer: BUYER,
      discounts: { codes: ['WELCOME10'] },
      fulfillment: PICKUP,
    };
    const made = await send(NEWEST, 'POST', '/checkout-sessions', body);
    const path = `/checkout-sessions/${made.id}/complete`;
    const { order } = await send(NEWEST, 'POST', path, PAYMENT);
    const [newest, ...older] = await inTurn(PUBLISHED, (version) => readIn(version, order.id, `/orders/${order.id}`));
    for (const { ucp: _ucp, ...answer } of older) expect(answer).toEqual({ ...newest, ucp: undefined });
    expect(signed(newest.totals, NEWEST)).toEqual(signed(made.totals, NEWEST));
  });
});

/** Runs `make` in sequence, because each version takes over the resource from the previous one. */
async function inTurn<Made>(versions: readonly string[], make: (version: string) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const version of versions) made.push(await make(version));
  return made;
}
