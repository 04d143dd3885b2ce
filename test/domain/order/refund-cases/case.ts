import type { ErrorCode } from '../../../../src/domain/errors/portal-error.js';
import type { RequestedType } from '../../../../src/domain/order/adjustment.js';
import type { Order, OrderStatus, PaymentStatus } from '../../../../src/domain/order/order.js';
import type { Discount } from '../../../../src/domain/shop/discount.js';
import type { ShopSettings, TaxRate } from '../../../../src/domain/shop/shop.js';
import { type CartParts, COUNTER, item, line, rate } from '../../fixtures.js';
import { placed } from '../orders.js';

type Units = Readonly<Record<string, number>>;

/** Money that is asked for: of all that is left, or of units of lines; `amount` says how much, and else it follows. */
export interface Ask {
  readonly of: 'the order' | Units;
  readonly amount?: number;
  readonly type?: RequestedType;
  /** Amount that each line gets back: units and minor units. */
  readonly gives: Readonly<Record<string, readonly [units: number, amount: number]>>;
  /** Outcome of the payment handler; success by default. */
  readonly handler?: 'fails' | 'waits' | 'fails later';
}

export type Step =
  | Ask
  | (Omit<Ask, 'gives' | 'handler'> & { readonly refused: ErrorCode })
  | { readonly shipped: Units }
  /** A pending refund fails. */
  | { readonly handler: 'answers' }
  /** The payment, of which nothing is owed any more, is voided. */
  | { readonly voided: true }
  | {
      readonly canceled: Ask['gives'];
      /** The units that are named; absent = the whole order. */
      readonly units?: Units;
    }
  /** Expected order: its status, payment status, and each line's moved, canceled and returned units. */
  | {
      readonly stands: readonly [OrderStatus, PaymentStatus];
      readonly units: Readonly<Record<string, readonly [fulfilled: number, canceled: number, returned: number]>>;
    };

/** A purchase and what is given back of it, worked out by hand from docs/orders.md. Minor units. */
export interface RefundCase {
  readonly name: string;
  /** Price, units, and `digital` or the tax category, by line. */
  readonly goods: Readonly<Record<string, readonly [price: number, units: number, kind?: string]>>;
  readonly discounts?: readonly Discount[];
  /** Price of the parcel; nothing by default. */
  readonly shipping?: number;
  /** A fixed fee, taxed as `standard`; default: none. */
  readonly fee?: number;
  /** Fetched at a counter that costs this. */
  readonly pickup?: number;
  /** Parts per million, of all categories or of each. */
  readonly tax?: number | Readonly<Record<string, number>>;
  readonly prices_include_tax?: boolean;
  readonly tax_on_shipping?: boolean;
  /** The arithmetic. */
  readonly working: string;
  /** Amount paid for each line, including shipping. */
  readonly paid: Readonly<Record<string, number>>;
  /** The payment is due, and is never made. */
  readonly due?: true;
  readonly steps: readonly Step[];
}

export function orderOf(worked: RefundCase): Order {
  const goods = Object.entries(worked.goods);
  return placed(
    {
      lines: goods.map(([id, [, quantity]]) => line(id, { quantity })),
      items: goods.map(([id, [price, , kind]]) =>
        kind === 'digital'
          ? item(id, { price, fulfillment_types: ['digital'] })
          : item(id, { price, ...(kind !== undefined && { tax_category: kind }) }),
      ),
      discounts: worked.discounts ?? [],
      settings: settingsOf(worked),
      checkout: checkoutOf(worked),
    },
    worked.due ? 'pending' : 'paid',
  );
}

function settingsOf({
  tax,
  prices_include_tax,
  tax_on_shipping,
  shipping,
  pickup,
  fee,
}: RefundCase): Partial<ShopSettings> {
  return {
    tax: { included: prices_include_tax ?? false, on_shipping: tax_on_shipping ?? false, rates: ratesOf(tax) },
    shipping: [rate('post', { price: { type: 'flat', amount: shipping ?? 0 } })],
    pickup: [{ ...COUNTER, amount: pickup ?? 0 }],
    fees:
      fee === undefined
        ? []
        : [{ id: 'fee', title: 'Fee', price: { type: 'fixed', amount: fee }, tax_category: 'standard' }],
  };
}

function ratesOf(tax: RefundCase['tax']): TaxRate[] {
  if (tax === undefined) return [];
  if (typeof tax === 'number') return [{ country: 'US', rate_ppm: tax }];
  return Object.entries(tax).map(([category, rate_ppm]) => ({ country: 'US', category, rate_ppm }));
}

function checkoutOf({ pickup }: RefundCase): NonNullable<CartParts['checkout']> {
  const destination = { address_country: 'US' };
  return pickup === undefined ? { destination, selected_option_id: 'post' } : { selected_option_id: COUNTER.id };
}
