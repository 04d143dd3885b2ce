import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/domain/tenant/tenant.js';
import { refillCheckout } from '../../src/operations/checkout/refill-checkout.js';
import { orderOnAccount, readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { secondTenant, type Tenant } from '../support/tenants.js';

/** `refill_checkout` copies personal data, so every link except those of the checkout and its order gets 404. */

let portal: TestPortal;
let second: Tenant;
/** Two checkouts of Ada, of which the first has an order. */
let ada: { readonly checkout: string; readonly order: string; readonly other: string };
beforeAll(async () => {
  portal = await startPortal();
  second = await secondTenant(portal, 'their-mug');
  const by = shopper(portal, { buyer: 'ada' });
  const first = await readyCart(by);
  const order = await orderOnAccount(by, first);
  ada = { checkout: first.id, order, other: (await readyCart(by)).id };
});
afterAll(() => portal.close());

/** Returns a caller that has the link to the object, by default under the object's own deployment. */
async function linkOf(kind: 'checkout' | 'order', id: string, deploymentId?: string): Promise<Caller> {
  return portal.app.store.read((rows) => {
    const deployment = rows.get('deployment', deploymentId ?? rows.get(kind, id)?.deployment_id ?? '');
    if (!deployment) throw new Error('no deployment');
    const { organization_id } = deployment;
    const scopes = new Set(['commerce', 'buyer'] as const);
    return { id: `link:${id}`, scopes, organization_id, deployment, buyer_id: null, only_id: id };
  });
}

const refill = (caller: Caller, checkout_id: string) =>
  portal.app.invoke(refillCheckout, { authenticate: async () => caller, readInput: async () => ({ checkout_id }) });

/** Creates a cart of the second organization. */
async function theirs(): Promise<string> {
  const by = shopper(portal, { key: second.key, buyer: 'eve' });
  const { id } = (await by.ok('get_cart', {})).data;
  await by.ok('set_buyer', { checkout_id: id, buyer: { email: 'eve@example.com' } });
  return id;
}

describe('refill_checkout', () => {
  test('refills the cart for the link of the checkout and for the link of its order', async () => {
    for (const caller of [await linkOf('checkout', ada.checkout), await linkOf('order', ada.order)]) {
      const { answer } = await refill(caller, ada.checkout);
      expect(answer.body).toMatchObject({
        data: { buyer: { email: 'ada@example.com' }, status: 'ready_for_complete' },
      });
    }
  });

  test("does not make the refilled cart anyone's current cart", async () => {
    const by = shopper(portal, { buyer: 'ada' });
    const before = (await by.ok('get_cart', {})).data.id;
    const { answer } = await refill(await linkOf('checkout', ada.checkout), ada.checkout);
    expect((await by.ok('get_cart', {})).data.id).toBe(before);
    const { id } = (answer.body as { data: { id: string } }).data;
    await by.refused('get_checkout', { checkout_id: id }, 'checkout_not_found');
  });
});

type Attacker = readonly [who: string, caller: () => Promise<Caller>, checkout: () => Promise<string>];
const adas = async () => ada.checkout;

describe('nothing is copied', () => {
  const attackers: readonly Attacker[] = [
    ["by the link of the same buyer's other checkout", () => linkOf('checkout', ada.other), adas],
    ['by the link of a checkout of another organization', async () => linkOf('checkout', await theirs()), adas],
    [
      "by a link that names the checkout, of another shop's deployment",
      async () => linkOf('checkout', ada.checkout, await deploymentOf(await theirs())),
      adas,
    ],
    [
      "by a link that names the order, of another shop's deployment",
      async () => linkOf('order', ada.order, await deploymentOf(await theirs())),
      adas,
    ],
    ["of another organization's checkout, by the link of an order", () => linkOf('order', ada.order), theirs],
    ['of a checkout that does not exist', () => linkOf('order', ada.order), async () => 'chk_none'],
    [
      'by another consumer of the same shop',
      async () => ({ ...(await linkOf('checkout', ada.checkout)), buyer_id: 'eve' }),
      adas,
    ],
  ];

  test.each(attackers)('rejects a refill %s', async (_who, caller, checkout) => {
    await expect(refill(await caller(), await checkout())).rejects.toMatchObject({ code: 'checkout_not_found' });
  });

  test('copies nothing for a form with a forged link or a link of another kind', async () => {
    const { data } = await shopper(portal, { buyer: 'ada' }).ok('get_checkout', { checkout_id: ada.other });
    const forged = data.continue_url.replace(ada.other, ada.checkout);
    const asOrder = data.continue_url.replace('/checkout/', '/orders/');
    for (const url of [`${forged}/refill`, `${asOrder}/again`]) {
      const response = await fetch(url, { method: 'POST', redirect: 'manual' });
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('ada@example.com');
    }
  });
});

async function deploymentOf(checkoutId: string): Promise<string> {
  return portal.app.store.read((rows) => rows.get('checkout', checkoutId)?.deployment_id ?? '');
}
