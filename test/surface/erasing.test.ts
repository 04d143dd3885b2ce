import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemIds } from '../../src/app.js';
import { type Eraser, erasePerson } from '../../src/operations/privacy/erase.js';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
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

/** An eraser that has read what there is when `happens` does, and has not written yet. */
function eraser(happens: () => Promise<void>): Eraser {
  const { store } = portal.app;
  let done: Promise<void> | undefined;
  return {
    ...{ ids: systemIds, now: Date.now(), actor: 'the test' },
    list: store.list.bind(store),
    answers: portal.app.portal.answers,
    forget: store.forget.bind(store),
    async step(decide) {
      done ??= happens();
      await done;
      return store.update(decide);
    },
  };
}

it('a cart that is paid while its buyer is erased keeps its content, and counts as kept', async () => {
  const [paid, paying, left] = [await cart('one'), await cart('two'), await cart('three')];
  let answered: ReturnType<typeof complete> | undefined;
  const by = eraser(async () => {
    const { checkout_id, total } = paid;
    const payment = { instruments: [CARD] };
    await paid.by.ok('complete_checkout', { checkout_id, expected_total: total, payment });
    answered = complete(paying);
    await invoice.asked;
  });
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
