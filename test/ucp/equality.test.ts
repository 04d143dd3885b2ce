import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { volume } from '../support/volume.js';
import { HOST, OWN } from './own-extensions.js';
import { call, platformProfile, type UcpPortal, ucpPortal } from './platform.js';
import { type Answer, partially, replacement, sequences } from './random-cart.js';
import { signed } from './rules/signs.js';

/** Several partial calls of the portal's own API, and one full replacement over UCP, lead to the same checkout. */

let shop: UcpPortal;
const profileOf = (version: string) => `https://agent.example/${version}.json`;
beforeAll(async () => {
  shop = await ucpPortal('2026-04-08', { host: HOST });
  for (const { date, isEarly } of VERSIONS)
    shop.connector.serve(profileOf(date), platformProfile(date, undefined, undefined, isEarly ? {} : OWN));
});
afterAll(() => shop.portal.close());

/**
 * Messages about earlier states, which a single replacement does not have: prices that the buyer saw, and a selection
 * that is no longer offered.
 */
const BEFORE = new Set(['fulfillment_option_dropped', 'fulfillment_price_changed', 'tax_changed', 'fee_changed']);

/**
 * Returns the content that both APIs have, without ids, versions and times. The portal's own API is read as 2026-04-08.
 */
function said(answer: Answer, version: string) {
  const { line_items, totals, discounts, buyer, status, fulfillment, currency, messages, links } = answer;
  const { email, first_name, last_name, phone_number } = buyer ?? {};
  return {
    lines: line_items.map((line: Answer) => ({
      item: { ...line.item, image_url: pathOf(line.item.image_url) },
      quantity: line.quantity,
      totals: bare(line.totals, version),
      properties: line.properties ?? [],
    })),
    totals: bare(totals, version),
    discounts,
    buyer: { email, first_name, last_name, phone_number },
    status,
    currency,
    methods: fulfillment.methods.filter(isPhysical).flatMap(methodOf),
    messages: messages
      .filter(({ code }: Answer) => !BEFORE.has(code))
      .map(({ type, content }: Answer) => [type, content]),
    links: links.map(({ type, url }: Answer) => [type, pathOf(url)]),
  };
}

/** Returns the totals without the text that the portal's own API adds to each amount. */
function bare(totals: Answer, version: string) {
  return signed(totals, version).map(({ type, amount }) => ({ type, amount }));
}

const isPhysical = ({ type }: Answer) => type !== 'digital';

/** Returns a method only if it is selected: UCP shows one for physical goods, the portal's own API all possible. */
function methodOf({ type, destinations, groups }: Answer) {
  const [{ selected_option_id, options }] = groups;
  if (selected_option_id === null) return [];
  const { title, totals } = options.find(({ id }: Answer) => id === selected_option_id);
  const places = type === 'shipping' ? destinations.map(addressOf) : [];
  return [{ type, selected_option_id, title, amount: totals.at(-1).amount, places }];
}

function addressOf({ street_address, address_locality, address_region, postal_code, address_country }: Answer) {
  return { street_address, address_locality, address_region, postal_code, address_country };
}

/** Returns the path of a URL, because the hosts differ. */
function pathOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).pathname;
}

describe('one replacement equals the partial calls before it', () => {
  test.each(VERSIONS.map(({ date, isEarly }) => [date, isEarly !== true] as const))(
    '%s',
    async (version, hasProperties) => {
      const send = async (method: string, path: string, body: unknown) =>
        (await call(shop, version, method, path, { profile: profileOf(version), body })).json;
      await fc.assert(
        fc.asyncProperty(sequences(hasProperties), async (steps) => {
          const own = await partially(shop, steps);
          const empty = await send('POST', '/checkout-sessions', { line_items: [] });
          const answered = await send('PUT', `/checkout-sessions/${empty.id}`, replacement(own));
          expect(said(answered, version)).toEqual(said(own, '2026-04-08'));
        }),
        { numRuns: volume(12, 1_000, 300) },
      );
    },
  );
});
