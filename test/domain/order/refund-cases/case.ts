import type { ErrorCode } from '../../../../src/domain/errors/portal-error.js';
import type { RequestedType } from '../../../../src/domain/order/adjustment.js';
import type { Order, OrderStatus } from '../../../../src/domain/order/order.js';
import type { PaymentStatus } from '../../../../src/domain/payment/payment-status.js';
import type { Discount } from '../../../../src/domain/shop/discount.js';
import type { ShopSettings, TaxRate } from '../../../../src/domain/shop/shop.js';
import { type CartParts, COUNTER, item, line, rate } from '../../fixtures.js';
import { placed } from '../orders.js';

type Units = Readonly<Record<string, number>>;

/**
 * A request for a refund or return: of the whole remainder, or of units of lines. `amount` defaults to the value of the
 * units.
 */
export interface Ask {
  readonly of: 'the order' | Units;
  readonly amount?: number;
  readonly type?: RequestedType;
  /** Expected adjustment of each line: units, and amount in minor units. */
  readonly gives: Readonly<Record<string, readonly [units: number, amount: number]>>;
  /** Outcome of the payment handler; success by default. */
  readonly handler?: 'fails' | 'waits' | 'fails later';
}

export type Step =
  | Ask
  | (Omit<Ask, 'gives' | 'handler'> & { readonly refused: ErrorCode })
  | { readonly shipped: Units }
  /** The handler reports that a pending refund failed. */
  | { readonly handler: 'answers' }
  /** Nothing is owed anymore, so the payment is voided. */
  | { readonly voided: true }
  | {
      readonly canceled: Ask['gives'];
      /** Units to cancel; omit for the whole order. */
      readonly units?: Units;
    }
  /** Expected order: status, payment status, and units of each line that were shipped, canceled and returned. */
  | {
      readonly stands: readonly [OrderStatus, PaymentStatus];
      readonly units: Readonly<Record<string, readonly [fulfilled: number, canceled: number, returned: number]>>;
    };

/** A purchase and its refunds, computed by hand from docs/orders.md. Amounts are minor units. */
export interface RefundCase {
  readonly name: string;
  /** For each line: price, units, and `digital` or the tax category. */
  readonly goods: Readonly<Record<string, readonly [price: number, units: number, kind?: string]>>;
  readonly discounts?: readonly Discount[];
  /** Shipping price; defaults to 0. */
  readonly shipping?: number;
  /** A fixed fee, taxed as `standard`; defaults to none. */
  readonly fee?: number;
  /** Price of pickup, which replaces shipping. */
  readonly pickup?: number;
  /** Tax rate in parts per million: one for all categories, or one for each. */
  readonly tax?: number | Readonly<Record<string, number>>;
  readonly prices_include_tax?: boolean;
  readonly tax_on_shipping?: boolean;
  /** The arithmetic in words. */
  readonly working: string;
  /** Amount paid for each line, including its share of shipping and fees. */
  readonly paid: Readonly<Record<string, number>>;
  /** The order is placed with payment due, and never paid. */
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
