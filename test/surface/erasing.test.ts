import { afterAll, beforeAll, expect, it } from 'vitest';
import { erasePerson } from '../../src/operations/privacy/erase.js';
import type { Eraser } from '../../src/operations/privacy/eraser.js';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
import { systemIds } from '../../src/system.js';
import { complete, ready } from '../actors/purchase.js';
import { CARD, shopper } from '../actors/shopper.js';
import { controlledHandler, PAID } from '../support/controlled-handler.js';
import { startPortal, type TestPortal } from '../support/portal.js';

const EMAIL = 'grace@example.com';

const invoice = controlledHandler();
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ handlers: [invoice, makeSandboxCard()] });
});
afterAll(() => portal.close());

const cart = (buyer: string) => ready(shopper(portal, { buyer }), { lines: ['enamel-mug'], email: EMAIL });
const stored = (checkout_id: string) => portal.app.store.read((rows) => rows.get('checkout', checkout_id));

/** Returns an eraser that runs `happens` once: before its first write, or before it first reads the carts. */
function eraser(happens: () => Promise<void>, when: 'before the carts are read' | 'before a write'): Eraser {
  const { store } = portal.app;
  let done: Promise<void> | undefined;
  const happensOnce = async (isNow: boolean) => {
    if (isNow) done ??= happens();
    await done;
  };
  return {
    ...{ ids: systemIds, now: Date.now(), actor: 'the test' },
    async list(name, ...page) {
      await happensOnce(when === 'before the carts are read' && name === 'checkouts');
      return store.list(name, ...page);
    },
    answers: portal.app.portal.answers,
    secrets: { people: store.secret('people'), mail: store.secret('mail') },
    forget: store.forget.bind(store),
    async step(decide, organizationId) {
      await happensOnce(when === 'before a write');
      return store.update(decide, organizationId);
    },
  };
}

const pay = async ({ by, checkout_id, total }: Awaited<ReturnType<typeof cart>>): Promise<string> => {
  const payment = { instruments: [CARD] };
  const paid = await by.ok('complete_checkout', { checkout_id, expected_total: total, payment });
  return paid.data.order.id;
};

it('retains and counts carts that are paid, or whose payment begins, while their buyer is erased', async () => {
  const [paid, paying, left] = [await cart('one'), await cart('two'), await cart('three')];
  let answered: ReturnType<typeof complete> | undefined;
  const by = eraser(async () => {
    await pay(paid);
    answered = complete(paying);
    await invoice.asked;
  }, 'before a write');
  const report = await erasePerson(by, portal.demo.organization_id, EMAIL);
  expect(report).toMatchObject({ carts_erased: 1, carts_kept: 2, orders_erased: 0 });
  const lines = [{ item_id: 'enamel-mug', quantity: 1 }];
  const kept = { buyer: { email: EMAIL }, lines };
  expect(await stored(paid.checkout_id)).toMatchObject({ state: 'completed', ...kept });
  expect(await stored(paying.checkout_id)).toMatchObject({ state: 'paying', ...kept });
  const gone = await stored(left.checkout_id);
  expect(gone).toMatchObject({ state: 'canceled', erased: true, lines: [] });
  expect(gone).not.toHaveProperty('buyer');
  invoice.answer(PAID);
  const order_id = (await answered)?.json.data.order.id;
  expect((await paying.by.ok('get_order', { order_id })).data.buyer).toEqual({ email: EMAIL });
});

it('retains a cart and its order if the cart is paid before the erasure reads the carts', async () => {
  const paid = await cart('while-read');
  let order_id = '';
  const by = eraser(async () => {
    order_id = await pay(paid);
  }, 'before the carts are read');
  const report = await erasePerson(by, portal.demo.organization_id, EMAIL);
  expect(report.orders_kept).toContainEqual(expect.objectContaining({ order_id, because: 'retention' }));
  expect(await stored(paid.checkout_id)).toMatchObject({ state: 'completed', buyer: { email: EMAIL } });
});

it('leaves a cart that moves to another buyer during the erasure, and does not count it as retained', async () => {
  const given = await cart('given');
  const buyer = { email: 'somebody@example.com' };
  const by = eraser(async () => {
    await given.by.ok('set_buyer', { checkout_id: given.checkout_id, buyer });
  }, 'before a write');
  const left = await cart('left-too');
  const { carts_kept } = await erasePerson(by, portal.demo.organization_id, EMAIL);
  expect(await stored(given.checkout_id)).toMatchObject({ state: 'open', buyer });
  expect(await erasePerson(by, portal.demo.organization_id, EMAIL)).toMatchObject({ carts_kept });
  expect(await stored(left.checkout_id)).toMatchObject({ state: 'canceled', erased: true });
});
