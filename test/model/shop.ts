/**
 * The small shop of the model test, in which rules often interact. Amounts are minor units. Many limits are 3210,
 * the price of two mugs, so that carts meet them exactly.
 */

export interface Spec {
  readonly name: string;
  readonly required: boolean;
  /** Surcharge of each choice; `null` for free text. */
  readonly values: Readonly<Record<string, number>> | null;
}

export interface Goods {
  readonly price: number;
  readonly types: readonly ('shipping' | 'pickup' | 'digital')[];
  readonly grams: number;
  readonly category: string;
  readonly adult: boolean;
  readonly specs: readonly Spec[];
  readonly withdrawn: boolean;
  /** Units at the start; `null` if not counted. */
  readonly stock: number | null;
  /** True if the item may be sold before it is in stock. */
  readonly backorder: boolean;
}

const plain: Goods = {
  price: 1000,
  types: ['shipping', 'pickup'],
  grams: 180,
  category: 'standard',
  adult: false,
  specs: [],
  withdrawn: false,
  stock: null,
  backorder: false,
};

const size: Spec = { name: 'Size', required: true, values: { M: 0, XXL: 333 } };
const text: Spec = { name: 'Text', required: false, values: null };

export const GOODS = {
  mug: { ...plain, price: 1605, specs: [{ ...size, required: false }] },
  tee: { ...plain, price: 2499, grams: 220, specs: [size, text] },
  stove: { ...plain, price: 4350, types: ['shipping'], grams: 900, stock: 6 },
  poster: { ...plain, price: 999, types: ['pickup'], stock: 4 },
  beans: { ...plain, price: 1850, grams: 360, category: 'food', stock: 8 },
  guide: { ...plain, price: 1299, types: ['digital'], grams: 0, category: 'digital' },
  wine: { ...plain, price: 2800, grams: 1350, adult: true },
  lamp: { ...plain, price: 1450, stock: 2, backorder: true },
  relic: { ...plain, withdrawn: true },
} as const satisfies Record<string, Goods>;
export type GoodsName = keyof typeof GOODS;

/** Changes that a merchant makes to an item. */
export const GOODS_CHANGES = {
  dearer: (goods: Goods): Goods => ({ ...goods, price: goods.price + 151 }),
  cheaper: (goods: Goods): Goods => ({ ...goods, price: Math.max(100, goods.price - 350) }),
  withdrawn: (goods: Goods): Goods => ({ ...goods, withdrawn: true }),
  'on sale': (goods: Goods): Goods => ({ ...goods, withdrawn: false }),
  'without XXL': (goods: Goods): Goods => withSize(goods, { S: -100, M: 0 }),
  'with XXL': (goods: Goods): Goods => withSize(goods, { M: 0, XXL: 333 }),
} as const;
export type GoodsChange = keyof typeof GOODS_CHANGES;

function withSize(goods: Goods, values: Readonly<Record<string, number>>): Goods {
  return { ...goods, specs: goods.specs.map((spec) => (spec.name === 'Size' ? { ...spec, values } : spec)) };
}

/** Terms of a discount. Times are hours from the start of the sequence. */
export interface Terms {
  readonly kind: 'percent' | 'fixed' | 'free_shipping';
  readonly value_ppm?: number;
  readonly amount?: number;
  readonly item_ids?: readonly string[];
  readonly option_ids?: readonly string[];
  readonly minimum_subtotal?: number;
  readonly starts?: number;
  readonly ends?: number;
  readonly max_uses?: number;
  readonly once_per_buyer?: boolean;
  readonly combinable?: boolean;
  readonly automatic?: boolean;
}

/** For each code, the terms to choose from; a shop starts with the first. */
export const DISCOUNTS: Readonly<Record<string, readonly Terms[]>> = {
  TEN: [
    { kind: 'percent', value_ppm: 101_500 },
    { kind: 'percent', value_ppm: 100_000, combinable: false },
  ],
  THIRD: [
    { kind: 'percent', value_ppm: 333_333, item_ids: ['mug', 'tee'] },
    { kind: 'percent', value_ppm: 125_000, item_ids: ['tee', 'guide'], max_uses: 2 },
  ],
  FIVE: [
    { kind: 'fixed', amount: 500, minimum_subtotal: 3210 },
    { kind: 'fixed', amount: 5001 },
  ],
  BREW: [
    { kind: 'fixed', amount: 2222, item_ids: ['beans', 'stove', 'mug'], minimum_subtotal: 3210 },
    { kind: 'fixed', amount: 2222, item_ids: ['beans', 'stove', 'mug'], automatic: true },
  ],
  SHIP: [
    { kind: 'free_shipping', minimum_subtotal: 2832 },
    { kind: 'free_shipping', item_ids: ['stove'] },
    { kind: 'free_shipping', option_ids: ['post'] },
    { kind: 'free_shipping', max_uses: 1 },
  ],
  ONCE: [
    { kind: 'percent', value_ppm: 150_000, once_per_buyer: true },
    { kind: 'fixed', amount: 450, once_per_buyer: true, max_uses: 3 },
  ],
  LAST: [
    { kind: 'fixed', amount: 1000, max_uses: 1 },
    { kind: 'fixed', amount: 1000, max_uses: 3 },
    { kind: 'fixed', amount: 1000 },
  ],
  ALONE: [
    { kind: 'percent', value_ppm: 250_000, combinable: false },
    { kind: 'percent', value_ppm: 250_000 },
  ],
  SOON: [
    { kind: 'percent', value_ppm: 70_000, starts: 1, ends: 3 },
    { kind: 'fixed', amount: 250, ends: 2 },
  ],
  AUTO: [
    { kind: 'percent', value_ppm: 50_000, minimum_subtotal: 3210, automatic: true, starts: 1, ends: 4 },
    { kind: 'percent', value_ppm: 50_000, minimum_subtotal: 2000, automatic: true, max_uses: 2 },
    { kind: 'fixed', amount: 300, automatic: true, combinable: false, once_per_buyer: true },
  ],
};
