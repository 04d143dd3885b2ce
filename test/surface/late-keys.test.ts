import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/calls/define.js';
import { KEY_SCOPES } from '../../src/domain/tenant/tenant.js';
import { OPERATIONS } from '../../src/operations/index.js';
import type { PaymentHandler } from '../../src/ports.js';
import { type Args, type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { orderOnAccount, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { controlledHandler, PAID } from '../support/controlled-handler.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { tableCounts } from '../support/table-counts.js';
import { anotherKey, emptyOrganization, fullKey } from '../support/tenants.js';
import { heldAnswer, refundHandler } from './refunds/refund-handler.js';
import { sampleOf } from './tenancy/samples.js';
import { furnish, type Tenant } from './tenancy/things.js';

/** A key is checked when a call begins, but may be revoked while the body arrives or while a payment handler runs. */

const KINDS = ['deployment', 'organization'] as const;

const WRITING = OPERATIONS.filter(({ http, effect }) => http && effect !== 'read');

describe('changes nothing when the key is revoked while the body arrives', () => {
  let portal: TestPortal;
  let owner: RegistryCaller;
  let own: Tenant;
  beforeAll(async () => {
    portal = await startPortal();
    const { key } = await emptyOrganization(portal);
    owner = registryCaller(() => portal.url, key);
    own = await furnish(portal, key, 'own');
  });
  afterAll(() => portal.close());

  test.each(WRITING)('$name', async (operation) => {
    const kind = KINDS.find((one) => KEY_SCOPES[one].allowed.some((scope) => scope === operation.scope));
    const { id, key } = await owner.ok('create_key', {
      name: 'late',
      scopes: [operation.scope],
      ...(kind === 'deployment' && { deployment_id: own.things.deployment }),
    });
    // Rows are counted because a call could create a cart for a caller who has none.
    const kept = async () => [
      await tableCounts(portal.database),
      readdirSync(dirname(portal.database), { recursive: true }).sort(),
    ];
    let before: unknown;
    const answered = portal.app.invoke(operation, {
      authenticate: () => portal.app.authenticate({ key, buyerId: undefined, address: undefined }),
      idempotency: { name: 'idempotency-key', keys: [`late ${operation.name}`] },
      async readInput() {
        await owner.ok('revoke_key', { key_id: id });
        before = await kept();
        return sampleOf(operation)(own.things);
      },
    });
    await expect(answered).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await kept()).toEqual(before);
  });
});

describe('a key that is revoked during a call', () => {
  let portal: TestPortal;
  let by: Shopper;
  let owner: RegistryCaller;
  let shopping: { readonly id: string; readonly key: string };
  const begin = async (handler: PaymentHandler) => {
    portal = await startPortal({ handlers: [handler] });
    shopping = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    by = shopper(portal, { key: shopping.key });
    const creator = await fullKey(portal, 'organization');
    owner = registryCaller(() => portal.url, creator);
  };
  afterEach(() => portal.close());
  const revoke = () => owner.ok('revoke_key', { key_id: shopping.id });

  /** Calls with the shopper's key, which is revoked before the arguments arrive; the call must change nothing. */
  const expectUnheard = async (name: string, args: Args) => {
    let before: unknown;
    const answered = portal.app.invoke(operationOf(name), {
      authenticate: () => portal.app.authenticate({ key: shopping.key, buyerId: undefined, address: undefined }),
      async readInput() {
        await revoke();
        before = await tableCounts(portal.database);
        return args;
      },
    });
    await expect(answered).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await tableCounts(portal.database)).toEqual(before);
  };

  test('begins no payment, so there is no handler call, order or other row', async () => {
    const handler = controlledHandler();
    await begin(handler);
    const cart = await readyCart(by);
    await expectUnheard('complete_checkout', { checkout_id: cart.id, expected_total: cart.total });
    expect(handler.calls).toEqual([]);
  });

  test('does not void a payment in flight', async () => {
    const handler = controlledHandler();
    await begin(handler);
    const cart = await readyCart(by);
    const paying = by.ok('complete_checkout', { checkout_id: cart.id, expected_total: cart.total });
    await handler.asked;
    await expectUnheard('cancel_checkout', { checkout_id: cart.id });
    expect(handler.calls).not.toContain('void');
    handler.answer(PAID);
    expect((await paying).data.status).toBe('completed');
  });

  test('does not stop a payment whose handler was already called', async () => {
    const handler = controlledHandler();
    await begin(handler);
    const cart = await readyCart(by);
    const paying = by.ok('complete_checkout', { checkout_id: cart.id, expected_total: cart.total });
    await handler.asked;
    await revoke();
    handler.answer(PAID);
    const { data } = await paying;
    expect(data.status).toBe('completed');
    const orders = (await shopper(portal).ok('list_orders', {})).data;
    expect(orders.map(({ id }: { id: string }) => id)).toEqual([data.order.id]);
  });

  test('does not stop a refund whose handler was already called', async () => {
    const handler = refundHandler();
    await begin(handler);
    const order_id = await orderOnAccount(by, await readyCart(by));
    const held = heldAnswer();
    handler.answering = held.answering;
    const refunding = by.ok('adjust_order', { order_id, type: 'refund', amount: 100 });
    await held.asked(1);
    await revoke();
    held.answer({ state: 'completed' });
    expect((await refunding).data.adjustments).toMatchObject([{ status: 'completed', amount: 100 }]);
  });
});

function operationOf(name: string): Operation {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  return operation;
}
