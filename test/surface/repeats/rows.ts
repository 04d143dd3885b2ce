import type { Answered } from '../../support/portal.js';
import type { Args, RegistryCaller } from '../../support/registry-caller.js';
import { ATTESTED_ROWS } from './attested.js';
import { BY_CARD, BY_INVOICE, type Stage } from './stage.js';

/** How a write is tried. */
export interface Row {
  /** Arguments on an object that nothing else in the test has touched. */
  fresh(stage: Stage): Promise<Args>;
  /** Members that make the same call another one; absent = it takes path ids alone. */
  readonly other?: Args;
  /** Reads the object that was written, with the version that it has; absent = a checkout or an order. */
  readonly read?: 'get_shop_settings' | 'get_discount';
  /** Holds what was written against the one answer, where it has no version. */
  oneEffect?(by: RegistryCaller, args: Args, answer: Answered): Promise<void>;
}

const EMAIL = { email: 'ada@example.com' };
const TENTH = { title: 'A tenth', kind: 'percent', value_ppm: 100_000 };
const CODE = 'TENTH';

const cart = (more: Args = {}) => ({
  fresh: async (stage: Stage): Promise<Args> => ({ checkout_id: await stage.cart(), ...more }),
});

const order = (more: Args = {}, payment?: object) => ({
  fresh: async (stage: Stage): Promise<Args> => ({ order_id: await stage.order(payment), ...more }),
});

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
  ...ATTESTED_ROWS,
};
