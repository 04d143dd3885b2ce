import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { callTool, HOME, sceneOf } from './scene.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

async function payButtonAt(link: string): Promise<boolean> {
  const page = await fetch(link);
  return page.status === 200 && (await page.text()).includes('/pay"');
}

test('the summary of a ready cart links to the page where the buyer can pay', async () => {
  const { buyer } = await sceneOf(portal, 'ready', 'page-ready');
  const { says } = await callTool(portal, buyer, 'get_cart', {});
  const { status, continue_url } = JSON.parse(says).data;
  expect(status).toBe('ready_for_complete');
  expect(await payButtonAt(continue_url)).toBe(true);
});

test.each([
  ['a declined card', { ...CARD, credential: { type: 'token', token: 'tok_decline' } }, 0, 'payment_failed'],
  ['a handler of another shop', { ...CARD, handler_id: 'stripe' }, 0, 'payment_instrument_invalid'],
  ['another total', CARD, 1, 'total_changed'],
])('the error after %s links to that page, also in a replay', async (name, instrument, more, code) => {
  const { buyer, known } = await sceneOf(portal, 'ready', `page-${code}`);
  const expected_total = known.total + more;
  const args = { expected_total, payment: { instruments: [instrument] }, idempotency_key: name };
  const first = await callTool(portal, buyer, 'complete_checkout', args);
  expect(first.error).toBe(code);
  const [, link = ''] = /also pay on the page (http\S+) instead/.exec(first.says) ?? [];
  expect(await payButtonAt(link)).toBe(true);
  expect(await callTool(portal, buyer, 'complete_checkout', args)).toEqual(first);
});

test('reports an ignored second destination only in the response to the call that sent it', async () => {
  const { by, buyer, known } = await sceneOf(portal, 'shipped', 'two-places');
  const there = { ...HOME, street_address: '2 Main St' };
  const choice = (destinations: readonly object[]) => ({ selected_option_id: 'standard', destinations });
  const select = (destinations: readonly object[]) =>
    callTool(portal, buyer, 'select_fulfillment', choice(destinations));
  expect((await select([HOME, there])).says).toMatch(
    /"code":"destination_ignored".*other destinations .* are not used/,
  );
  expect((await select([HOME])).says).not.toContain('destination_ignored');
  expect((await callTool(portal, buyer, 'get_checkout', {})).says).not.toContain('destination_ignored');
  const overHttp = (...destinations: readonly object[]) =>
    by.ok('select_fulfillment', { checkout_id: known.cart, ...choice(destinations) });
  expect((await overHttp(HOME, there)).data.messages).toMatchObject([{ code: 'destination_ignored' }]);
  expect((await overHttp(HOME)).data).not.toHaveProperty('messages');
});
