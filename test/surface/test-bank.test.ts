import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD, readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** The card of a demo shop whose bank asks for a confirmation. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const paymentBy = (token: string) => ({ instruments: [{ ...CARD, credential: { type: 'token', token } }] });

async function confirming(buyer: string) {
  const by = shopper(portal, { buyer });
  const { id: checkout_id, total: expected_total } = await readyCart(by);
  const complete = (token: string) =>
    by.ok('complete_checkout', { checkout_id, expected_total, payment: paymentBy(token) });
  const { data: first } = await complete('tok_confirm');
  const bank = `${first.continue_url}/test-bank`;
  return {
    first,
    bank,
    complete,
    read: async () => (await by.ok('get_checkout', { checkout_id })).data,
    decide: (result: string) => fetch(bank, { method: 'POST', body: new URLSearchParams({ result }) }),
  };
}

test('is paid once the buyer confirms on the page of the test bank', async () => {
  const { first, bank, read, decide } = await confirming('ada');
  expect(first).toMatchObject({ status: 'complete_in_progress', messages: [{ code: 'payment_action_required' }] });
  expect(await fetch(first.continue_url).then((page) => page.text())).toContain(`href="${bank}"`);
  await decide('confirmed');
  expect((await read()).status).toBe('completed');
  expect((await fetch(bank)).url).toBe(first.continue_url);
});

test('is not paid if the buyer rejects it and confirms it afterwards', async () => {
  const { read, decide, complete } = await confirming('bob');
  await decide('rejected');
  await decide('confirmed');
  expect(await read()).toMatchObject({
    status: 'ready_for_complete',
    messages: [{ type: 'warning', code: 'payment_failed' }],
  });
  expect((await complete('tok_approve')).data).toMatchObject({ status: 'completed', messages: [] });
});
