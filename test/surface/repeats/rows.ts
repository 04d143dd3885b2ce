import { randomUUID } from 'node:crypto';
import type { Args, RegistryCaller } from '../../actors/registry-caller.js';
import type { Answered } from '../../support/portal.js';
import { ATTESTED_ROWS } from './attested.js';
import { BY_CARD, BY_INVOICE, type Stage } from './stage.js';

/** How a write is tried. */
export interface Row {
  /** Arguments on an object that nothing else in the test has touched. */
  fresh(stage: Stage): Promise<Args>;
  /** Members that make the same call another one; absent = it takes path ids alone. */
  readonly other?: Args;
  /** Reads the object that was written, with the version that it has; absent = a checkout or an order. */
  readonly read?: (typeof READS)[number];
  /** Lists what the one call made: one entry has the name that was sent, or else the id that was answered. */
  readonly list?: 'list_shops' | 'list_deployments' | 'list_consumers' | 'list_agents' | 'list_keys';
  /** Holds what was written against the one answer, where it has no version. */
  oneEffect?(by: RegistryCaller, args: Args, answer: Answered): Promise<void>;
}

export const READS = ['get_shop_settings', 'get_discount', 'get_shop_item', 'get_consumer', 'get_agent'] as const;

const EMAIL = { email: 'ada@example.com' };
const TENTH = { title: 'A tenth', kind: 'percent', value_ppm: 100_000 };
const CODE = 'TENTH';

const cart = (more: Args = {}) => ({
  fresh: async (stage: Stage): Promise<Args> => ({ checkout_id: await stage.cart(), ...more }),
});

const order = (more: Args = {}, payment?: object) => ({
  fresh: async (stage: Stage): Promise<Args> => ({ order_id: await stage.order(payment), ...more }),
});

/** A name that nothing else has. */
const named = () => ({ fresh: async (): Promise<Args> => ({ name: randomUUID() }) });

const BOWL = { title: 'Bowl', price: 1, fulfillment_types: ['pickup'], stock: 3 };

/** A row for each write of the registry. */
export const ROWS: Readonly<Record<string, Row>> = {
  add_line_items: {
    ...cart({ line_items: [{ item: { id: 'sea-salt' }, quantity: 1 }] }),
    other: { line_items: [{ item: { id: 'sea-salt' }, quantity: 2 }] },
  },
  update_line_item: { ...cart({ line_item_id: 'mug', quantity: 3 }), other: { quantity: 4 } },
  remove_line_item: cart({ line_item_id: 'mug' }),
  set_buyer: { ...cart({ buyer: EMAIL }), other: { buyer: { email: 'eve@example.com' } } },
  apply_discount: { ...cart({ code: 'WELCOME10' }), other: { code: 'MUG5' } },
  remove_discount: {
    async fresh(stage) {
      const checkout_id = await stage.cart();
      await stage.by.ok('apply_discount', { checkout_id, code: 'WELCOME10' });
      return { checkout_id, code: 'WELCOME10' };
    },
  },
  set_destination: {
    ...cart({ destination: { address_country: 'US' } }),
    other: { destination: { address_country: 'CA' } },
  },
  select_fulfillment: {
    ...cart({ selected_option_id: 'pickup-portland' }),
    other: { selected_option_id: 'standard' },
  },
  complete_checkout: {
    fresh: async (stage) => ({ ...(await stage.readyCart()), payment: BY_CARD }),
    other: { expected_total: 1 },
  },
  cancel_checkout: cart(),
  hold_order: { ...order({ reason: 'wrong size' }), other: { reason: 'wrong colour' } },
  release_order: {
    async fresh(stage) {
      const order_id = await stage.order();
      await stage.by.ok('hold_order', { order_id });
      return { order_id };
    },
  },
  record_fulfillment_event: {
    ...order({ type: 'picked_up', line_items: [{ id: 'mug', quantity: 1 }] }),
    other: { line_items: [{ id: 'mug', quantity: 2 }] },
  },
  cancel_order: { ...order({ reason: 'changed their mind' }), other: { reason: 'out of stock' } },
  adjust_order: { ...order({ type: 'refund', amount: 500 }), other: { amount: 501 } },
  mark_order_paid: order({}, BY_INVOICE),
  update_shop_settings: {
    async fresh(stage) {
      const shop_id = await stage.shop();
      return { ...(await stage.merchant.ok('get_shop_settings', { shop_id })), shop_id };
    },
    other: { pickup: [] },
    read: 'get_shop_settings',
  },
  put_discount: {
    fresh: async (stage) => ({ shop_id: await stage.shop(), code: CODE, ...TENTH }),
    other: { value_ppm: 200_000 },
    read: 'get_discount',
  },
  delete_discount: {
    async fresh(stage) {
      const shop_id = await stage.shop();
      await stage.merchant.ok('put_discount', { shop_id, code: CODE, ...TENTH });
      return { shop_id, code: CODE };
    },
    read: 'get_discount',
  },
  create_shop: { ...named(), other: { name: 'Third' }, list: 'list_shops' },
  create_deployment: {
    fresh: async (stage) => ({ shop_id: await stage.shop(), name: randomUUID() }),
    other: { name: 'App' },
    list: 'list_deployments',
  },
  put_item: {
    fresh: async (stage) => ({ shop_id: await stage.shop(), item_id: 'bowl', ...BOWL }),
    other: { price: 2 },
    read: 'get_shop_item',
  },
  import_items: {
    fresh: async (stage) => ({ shop_id: await stage.shop(), items: [{ id: 'bowl', ...BOWL }, 5], partial: true }),
    other: { items: [{ id: 'bowl', ...BOWL }] },
  },
  create_consumer: { ...named(), other: { description: 'Another' }, list: 'list_consumers' },
  update_consumer: {
    fresh: async (stage) => ({ consumer_id: await stage.consumer(), name: 'Bob' }),
    other: { name: 'Cy' },
    read: 'get_consumer',
  },
  create_link_code: { fresh: async () => ({}) },
  link_consumer: {
    async fresh(stage) {
      const consumer_id = await stage.consumer();
      const { code } = await stage.merchant.ok('create_link_code', {});
      return { consumer_id, code };
    },
    other: { code: 'another' },
    read: 'get_consumer',
  },
  update_agent: {
    fresh: async (stage) => ({ agent_id: (await stage.merchant.ok('create_agent', { name: 'Ada' })).id, name: 'Bob' }),
    other: { name: 'Cy' },
    read: 'get_agent',
  },
  create_agent: { ...named(), other: { name: 'Bob' }, list: 'list_agents' },
  create_key: { ...named(), other: { name: 'another' }, list: 'list_keys' },
  revoke_key: {
    fresh: async (stage) => ({ key_id: (await stage.merchant.ok('create_key', { name: 'to end' })).id }),
    list: 'list_keys',
  },
  ...ATTESTED_ROWS,
};
