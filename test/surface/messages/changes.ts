import type { ShopSettings } from '../../../src/domain/shop/shop.js';
import { NOON } from '../../support/still-clock.js';
import { changeItem } from '../../support/tenants.js';
import { HOME, payWith, type Scene, setStock } from './scene.js';

type Act = (world: Scene, round: number) => Promise<unknown>;

/** Calls by which a shopper fills a cart. */
export const STEPS: readonly (readonly [operation: string, args: object])[] = [
  [
    'add_line_items',
    {
      line_items: [
        { id: 'mug', item: { id: 'enamel-mug' }, quantity: 2 },
        { id: 'days', item: { id: 'desk-calendar' }, quantity: 1 },
      ],
    },
  ],
  ['set_buyer', { buyer: { email: 'ada@example.com' } }],
  ['apply_discount', { code: 'WELCOME10' }],
  ['set_destination', { destination: HOME }],
  ['select_fulfillment', { selected_option_id: 'standard' }],
];
/** Number of steps after which the cart has lines, a code, a destination or a selected option. */
const LINES = 1;
const CODE = 3;
const PLACE = 4;
const OPTION = 5;

/** A change that happens while the buyer shops. */
export interface Change {
  readonly name: string;
  /** Smallest number of steps before the change, which can also happen later. */
  readonly after: number;
  /** Number of steps after which responses show the change. */
  readonly shown: number;
  readonly happens: Act;
  readonly undone: Act;
  /** Code of the message that reports the change; absent if only the totals show it. */
  readonly code?: string;
  /** Code of the message that names the change until the buyer accepts it by selecting the option. */
  readonly says?: string;
  /** Error code when completing at the earlier total. */
  readonly refusal: string;
}

const settings =
  (change: (scene: Scene) => Partial<ShopSettings>): Act =>
  (scene) =>
    scene.merchant.changeSettings(() => change(scene));
const asBefore: Act = ({ merchant, original }) => merchant.replaceSettings(original);
const welcome =
  (terms: Readonly<Record<string, unknown>> = {}): Act =>
  ({ merchant }) =>
    merchant.putDiscount('WELCOME10', { title: '10 % off the order', kind: 'percent', value_ppm: 100_000, ...terms });
const mug =
  (change: Parameters<typeof changeItem>[2]): Act =>
  ({ portal }) =>
    changeItem(portal, 'enamel-mug', change);

const onLines = { after: LINES, shown: LINES };
const onCode = { after: CODE, shown: CODE, code: 'discount_code_expired', refusal: 'total_changed' };
const NOT_READY = 'checkout_not_ready';
const TOTAL = 'total_changed';

const standard = ({ original }: Scene, change: object) => ({
  shipping: original.shipping.map((rate) => (rate.id === 'standard' ? { ...rate, ...change } : rate)),
});
const tax = ({ original }: Scene, change: object) => ({ tax: { ...original.tax, ...change } });

export const CHANGES: readonly Change[] = [
  {
    name: 'a price rises',
    ...onLines,
    happens: mug({ price: 1700 }),
    undone: mug({ price: 1600 }),
    code: 'price_changed',
    refusal: TOTAL,
  },
  {
    name: 'a price falls',
    ...onLines,
    happens: mug({ price: 1500 }),
    undone: mug({ price: 1600 }),
    code: 'price_changed',
    refusal: TOTAL,
  },
  {
    name: 'an item is withdrawn',
    ...onLines,
    happens: mug({ status: 'withdrawn' }),
    undone: mug({ status: 'active' }),
    code: 'item_unavailable',
    refusal: NOT_READY,
  },
  {
    name: 'an item gets a property that must be set',
    ...onLines,
    happens: mug({ property_specs: [{ name: 'Rim', required: true, description: '', values: [] }] }),
    undone: mug({ property_specs: [] }),
    code: 'property_required',
    refusal: NOT_READY,
  },
  {
    name: 'the last unit is sold',
    ...onLines,
    happens: ({ portal }) => setStock(portal, 'desk-calendar', 0),
    undone: ({ portal }) => setStock(portal, 'desk-calendar', 60),
    code: 'out_of_stock',
    refusal: 'out_of_stock',
  },
  {
    name: 'the discount is deleted',
    ...onCode,
    happens: ({ merchant }) => merchant.deleteDiscount('WELCOME10'),
    undone: welcome(),
  },
  {
    name: 'the discount ends',
    ...onCode,
    happens: welcome({ ends_at: new Date(NOON).toISOString() }),
    undone: welcome(),
  },
  {
    name: 'the discount is used up',
    ...onCode,
    async happens(world, round) {
      await payWith(world.portal, 'WELCOME10', `bob-${round}`);
      await welcome({ max_uses: 1 })(world, round);
    },
    undone: welcome(),
  },
  {
    name: 'the discount is worth less',
    ...{ after: LINES, shown: CODE, refusal: TOTAL },
    happens: welcome({ value_ppm: 50_000 }),
    undone: welcome(),
  },
  {
    name: 'the selected rate is removed',
    ...{ after: OPTION, shown: OPTION, code: 'fulfillment_option_dropped', refusal: NOT_READY },
    happens: settings(({ original }) => ({
      shipping: original.shipping.filter(({ id }) => id === 'express'),
    })),
    undone: asBefore,
  },
  {
    name: 'the rate costs more',
    ...{ after: LINES, shown: OPTION, says: 'fulfillment_price_changed', refusal: TOTAL },
    happens: settings((world) => standard(world, { price: { type: 'flat', amount: 799 } })),
    undone: asBefore,
  },
  {
    name: 'the rate becomes free at a lower amount',
    ...{ after: LINES, shown: OPTION, says: 'fulfillment_price_changed', refusal: TOTAL },
    happens: settings((world) => standard(world, { free_from: 5000 })),
    undone: asBefore,
  },
  {
    name: 'the tax rates change',
    ...{ after: LINES, shown: PLACE, says: 'tax_changed', refusal: TOTAL },
    happens: settings((world) => tax(world, { rates: [{ country: 'US', rate_ppm: 80_000 }] })),
    undone: asBefore,
  },
  {
    name: 'prices include tax from now on',
    ...{ after: LINES, shown: PLACE, says: 'tax_changed', refusal: TOTAL },
    happens: settings((world) => tax(world, { included: true })),
    undone: asBefore,
  },
  {
    name: 'shipping is taxed from now on',
    ...{ after: LINES, shown: OPTION, says: 'tax_changed', refusal: TOTAL },
    happens: settings((world) => tax(world, { on_shipping: true, rates: [{ country: 'US', rate_ppm: 72_500 }] })),
    undone: asBefore,
  },
  {
    name: 'a fee is introduced',
    ...{ ...onLines, says: 'fee_changed', refusal: TOTAL },
    happens: settings(() => ({
      fees: [{ id: 'packing', title: 'Packing', price: { type: 'fixed', amount: 150 }, tax_category: 'standard' }],
    })),
    undone: asBefore,
  },
  {
    name: 'the buyer must review the order from now on',
    ...{ ...onLines, code: 'high_value_order', refusal: NOT_READY },
    happens: settings(() => ({ review_limit: 0 })),
    undone: asBefore,
  },
  {
    name: 'all settings return to their defaults, and no payment handler is left',
    ...{ ...onLines, code: 'payment_unavailable', refusal: NOT_READY },
    happens: ({ merchant }) => merchant.replaceSettings({ payment_handlers: [] }),
    undone: ({ merchant, original }) => merchant.replaceSettings(original),
  },
];
