import { expect, test } from 'vitest';
import { stillClock } from '../support/still-clock.js';
import { mugs } from './bodies.js';
import { call, PROFILE, platformKey, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

const VERSION = PUBLISHED.at(-1) ?? '';

test('limits how many unknown discount codes a platform can try on carts and checkouts, except repeats', async () => {
  const clock = stillClock();
  const shop = await ucpPortal(VERSION, {}, { clock, rateLimit: '1' });
  const send = async (method: string, path: string, codes: readonly string[], key = shop.key) => {
    const { status, json, headers } = await call(shop, VERSION, method, path, {
      key,
      body: { line_items: mugs(1), discounts: { codes } },
    });
    return { status, json, wait: headers.get('retry-after') };
  };
  let next = 0;
  const guesses = (count: number) =>
    Array.from({ length: count }, () => {
      next += 1;
      return `GUESS${next}`;
    });
  try {
    const first = guesses(10);
    const checkout = await send('POST', '/checkout-sessions', first);
    const cart = await send('POST', '/carts', guesses(10));
    expect([checkout.status, cart.status]).toEqual([201, 201]);
    const at = `/checkout-sessions/${checkout.json.id}`;
    for (let times = 0; times < 10; times += 1) expect((await send('PUT', at, first)).status).toBe(200);
    const others = [send('PUT', at, guesses(10)), send('PUT', `/carts/${cart.json.id}`, guesses(10))];
    const more = [...others, ...[10, 9, 10, 10].map((count) => send('POST', '/carts', guesses(count)))];
    expect((await Promise.all(more)).map(({ status }) => status)).toEqual([200, 200, 201, 201, 429, 429]);

    expect((await send('POST', '/carts', ['WELCOME10'])).status).toBe(201);
    expect((await send('POST', '/carts', guesses(1))).status).toBe(201);
    const { status, json, wait } = await send('POST', '/carts', ['WELCOME10']);
    expect([status, wait]).toEqual([429, '1']);
    expect(JSON.stringify(json)).toContain('Too many wrong discount codes; wait 1 s.');
    expect((await send('POST', '/carts', [])).status).toBe(201);
    expect((await send('POST', '/carts', guesses(1), await platformKey(shop.portal, [PROFILE]))).status).toBe(201);
    clock.advance(1000);
    expect((await send('PUT', at, ['WELCOME10'])).json.discounts.applied).toHaveLength(1);
  } finally {
    await shop.portal.close();
  }
});
