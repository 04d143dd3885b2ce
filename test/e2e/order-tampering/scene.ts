import { LogSequencer } from '../../../src/checkpoints/log-sequencer.js';
import { systemClock } from '../../../src/system.js';
import { registryCaller } from '../../actors/registry-caller.js';
import { CARD, orderOnAccount, readyCart, shopper, totalOf } from '../../actors/shopper.js';
import { type Options, startPortal, type TestPortal } from '../../support/portal.js';
import { addGrant, anotherKey, fullKey } from '../../support/tenants.js';

/** Ids in a database whose order and grants have been through their lives, and are in the log. */
export interface OrderScene {
  readonly organization_id: string;
  readonly order: string;
  readonly consumer: string;
  /** A grant whose limits were changed. */
  readonly grant: string;
  /** A grant that was ended. */
  readonly ended: string;
  /** A key without limits. */
  readonly key: string;
  /** An order that counts toward the limits of a key. */
  readonly limited: string;
}

/** Buys, ships and refunds an order, changes and ends grants, and gives all entries their places. */
export async function makeOrderScene(options: Options): Promise<OrderScene> {
  const portal = await startPortal(options);
  try {
    const order = await buyWithEverything(portal);
    await liveOn(portal, order);
    const grants = await makeGrants(portal);
    await sequence(portal);
    const { organization_id, consumer_id } = portal.demo;
    return { organization_id, order, consumer: consumer_id, ...grants };
  } finally {
    await portal.close();
  }
}

/** Gives waiting entries their places now, instead of at the next round. */
export async function sequence({ app }: TestPortal): Promise<void> {
  await new LogSequencer({ store: app.store, clock: systemClock, log: app.log }).round();
}

/** Buys with an engraving, a discount, tax, shipping and a card. */
export async function buyWithEverything(portal: TestPortal): Promise<string> {
  const by = shopper(portal, { buyer: 'ada' });
  const checkout_id: string = (await by.ok('get_cart', {})).data.id;
  const properties = [{ name: 'Engraving', value: 'Zoë' }];
  const line_items = [{ id: 'keepsake', item: { id: 'keepsake-mug' }, quantity: 2, properties }];
  await by.ok('add_line_items', { checkout_id, line_items });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com', full_name: 'Ada Lovelace' } });
  await by.ok('apply_discount', { checkout_id, code: 'WELCOME10' });
  const destination = {
    ...{ address_country: 'US', street_address: '1 Main St', address_locality: 'Salem' },
    ...{ address_region: 'OR', postal_code: '97301', full_name: 'Ada Lovelace' },
  };
  await by.ok('set_destination', { checkout_id, destination });
  const { data } = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
  const args = { checkout_id, expected_total: totalOf(data), payment: { instruments: [CARD] } };
  return (await by.ok('complete_checkout', args)).data.order.id;
}

/** Gives grants, changes the limits of one, ends another, and buys with a limited key. */
async function makeGrants(portal: TestPortal) {
  const { deployment_id } = portal.demo;
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const limits = { per_order: 10_000, per_30_days: 50_000, categories: ['Books'], currency: 'USD' };
  const grant = await addGrant(portal, deployment_id, { limits }, { person_id: 'prs_ada', shares: ['contact'] });
  await owner.ok('set_key_limits', { key_id: grant, per_order: 9_000 });
  const ended = await addGrant(portal, deployment_id);
  await owner.ok('revoke_key', { key_id: ended });
  const { id: key } = await anotherKey(portal, 'deployment');
  const limited = await anotherKey(portal, 'deployment', { limits: { per_30_days: 500_000, currency: 'USD' } });
  const by = shopper(portal, { key: limited.key, buyer: 'bob' });
  return { grant, ended, key, limited: await orderOnAccount(by, await readyCart(by)) };
}

/** Holds, releases, ships and partly refunds the order. */
async function liveOn(portal: TestPortal, order_id: string): Promise<void> {
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  const by = shopper(portal, { key, buyer: 'ada' });
  await by.ok('hold_order', { order_id, reason: 'Check the engraving.' });
  await by.ok('release_order', { order_id });
  const line_items = [{ id: 'keepsake', quantity: 1 }];
  await by.ok('record_fulfillment_event', { order_id, type: 'shipped', line_items, tracking_number: '1Z' });
  await by.ok('adjust_order', { order_id, type: 'refund', amount: 100, reason: 'Late.' });
}
