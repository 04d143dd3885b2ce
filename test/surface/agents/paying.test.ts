import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD, readyCart, shopper } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { callTool } from './scene.js';

/** An agent over MCP whose buyer's card is accepted, must be confirmed, or is declined. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** An agent with a cart that is ready to pay. */
async function paying(buyer: string) {
  const { id: checkout_id, total: expected_total } = await readyCart(shopper(portal, { buyer }));
  const call = (name: string, args: object) => callTool(portal, buyer, name, { checkout_id, ...args });
  return {
    pay: (token: string) =>
      call('complete_checkout', {
        expected_total,
        payment: { instruments: [{ ...CARD, credential: { type: 'token', token } }] },
      }),
    read: async () => JSON.parse((await call('get_checkout', {})).says).data,
    order: async (order_id: string) => JSON.parse((await callTool(portal, buyer, 'get_order', { order_id })).says).data,
  };
}

test('reaches a paid order with a token, after another was declined', async () => {
  const { pay, read, order } = await paying('ada');
  const declined = await pay('tok_decline');
  expect([declined.ok, declined.error]).toEqual([false, 'payment_failed']);
  expect(declined.says).toMatch(/^The payment was declined: .* The buyer can also pay on the page http/);
  expect((await read()).status).toBe('ready_for_complete');
  const paid = await pay('tok_approve');
  expect(paid.ok).toBe(true);
  const { status, order: placed } = JSON.parse(paid.says).data;
  expect([status, (await order(placed.id)).payment_status]).toEqual(['completed', 'paid']);
});

test('reaches a paid order with a confirmation, to which it leads the buyer', async () => {
  const { pay, read, order } = await paying('bob');
  const { ok, says } = await pay('tok_confirm');
  const { data } = JSON.parse(says);
  expect([ok, data.status]).toEqual([true, 'complete_in_progress']);
  expect(data.messages).toMatchObject([{ code: 'payment_action_required' }]);
  const page = await fetch(data.continue_url).then((response) => response.text());
  const bank = `${data.continue_url}/test-bank`;
  expect(page).toContain(`href="${bank}"`);
  await fetch(bank, { method: 'POST', body: new URLSearchParams({ result: 'confirmed' }) });
  const { status, order: placed } = await read();
  expect([status, (await order(placed.id)).payment_status]).toEqual(['completed', 'paid']);
});

test('is told when the buyer did not confirm, and may pay again', async () => {
  const { pay, read } = await paying('eve');
  const { data } = JSON.parse((await pay('tok_confirm')).says);
  await fetch(`${data.continue_url}/test-bank`, { method: 'POST', body: new URLSearchParams({ result: 'rejected' }) });
  const { status, messages } = await read();
  expect([status, messages]).toMatchObject(['ready_for_complete', [{ code: 'payment_failed' }]]);
  expect(JSON.parse((await pay('tok_approve')).says).data.status).toBe('completed');
});
