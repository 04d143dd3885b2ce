import type { Model } from './linearize.js';

/** Sequential models of the objects of a history, written from docs/checkout.md, orders.md, catalog.md and receipts.md. */

/** Result of a call: the observed values, or the error code. */
export type Result<Seen> = { readonly seen: Seen } | { readonly error: string };

type ModelOf<State, Input, Seen = State> = Model<State, Input, Result<Seen>>;

interface Guarded {
  /** Version sent as `If-Match`. */
  readonly ifMatch?: number;
}

/** An open cart with one line. */
export interface CartState {
  readonly version: number;
  readonly quantity: number;
}

export type CartInput =
  | { readonly do: 'read' }
  | ({ readonly do: 'set'; readonly quantity: number } & Guarded)
  | ({ readonly do: 'add'; readonly units: number } & Guarded);

export function cartModel(initial: CartState): ModelOf<CartState, CartInput> {
  return {
    initial,
    run(cart, input) {
      if (input.do === 'read') return [cart, { seen: cart }];
      if (isOutdated(input, cart)) return [cart, { error: 'version_conflict' }];
      const quantity = input.do === 'set' ? input.quantity : cart.quantity + input.units;
      return changed({ version: cart.version + 1, quantity });
    },
  };
}

/** The units of an item that cannot be backordered. */
export interface StockState {
  readonly units: number;
  /** Canceled orders, sorted. */
  readonly canceled: readonly string[];
}

export type StockInput =
  | { readonly do: 'read'; readonly through: StockReading }
  | { readonly do: 'buy'; readonly cart: number }
  | { readonly do: 'cancel'; readonly order: string }
  | { readonly do: 'move'; readonly by: number }
  | { readonly do: 'set'; readonly to: number; readonly expected: number };

/** Operation that reads the units. */
export type StockReading = 'get_shop_item' | 'get_item' | 'list_stock_movements';

/** Purchases and cancellations show no number of units, but 'sold' or 'canceled'. */
export type StockSeen = number | 'sold' | 'canceled';

export function stockModel(initial: number): ModelOf<StockState, StockInput, StockSeen> {
  return {
    initial: { units: initial, canceled: [] },
    run(stock, input) {
      const { units, canceled } = stock;
      const moved = (to: number, seen: StockSeen) => [{ ...stock, units: to }, { seen }] as const;
      const failed = (error: string) => [stock, { error }] as const;
      if (input.do === 'read') return moved(units, units);
      if (input.do === 'buy') return units === 0 ? failed('out_of_stock') : moved(units - 1, 'sold');
      if (input.do === 'move')
        return units + input.by < 0 ? failed('stock_below_zero') : moved(units + input.by, units + input.by);
      if (input.do === 'set') return units === input.expected ? moved(input.to, input.to) : failed('stock_moved');
      if (canceled.includes(input.order)) return failed('order_not_cancelable');
      return [{ units: units + 1, canceled: [...canceled, input.order].sort() }, { seen: 'canceled' }];
    },
  };
}

/** An order of which nothing has been shipped or paid. */
export interface OrderState {
  readonly status: 'processing' | 'on_hold' | 'canceled';
  readonly payment: 'pending' | 'voided';
  readonly version: number;
}

/** `void` is the second write of a cancellation, by which the payment is no longer owed. */
export type OrderInput =
  | { readonly do: 'read' }
  | { readonly do: 'void' }
  | ({ readonly do: 'hold' | 'release' | 'cancel' } & Guarded);

/** Error of each action in the statuses that do not permit it. */
const NOT_PERMITTED: Readonly<
  Record<'hold' | 'release' | 'cancel', Partial<Readonly<Record<OrderState['status'], string>>>>
> = {
  hold: { on_hold: 'order_already_on_hold', canceled: 'order_not_holdable' },
  release: { processing: 'order_not_on_hold', canceled: 'order_not_on_hold' },
  cancel: { canceled: 'order_not_cancelable' },
};
const STATUS_AFTER = { hold: 'on_hold', release: 'processing', cancel: 'canceled' } as const;

/** The response of a cancellation shows the order after its second write, so the first shows 'canceled' alone. */
export function orderModel(version: number): ModelOf<OrderState, OrderInput, OrderState | 'canceled'> {
  return {
    initial: { status: 'processing', payment: 'pending', version },
    run(order, input) {
      if (input.do === 'read') return [order, { seen: order }];
      const next = order.version + 1;
      if (input.do === 'void') {
        if (order.status !== 'canceled' || order.payment === 'voided') return [order, { error: 'nothing to void' }];
        return changed({ ...order, payment: 'voided', version: next });
      }
      if (isOutdated(input, order)) return [order, { error: 'version_conflict' }];
      const error = NOT_PERMITTED[input.do][order.status];
      if (error !== undefined) return [order, { error }];
      const after: OrderState = { ...order, status: STATUS_AFTER[input.do], version: next };
      return input.do === 'cancel' ? [after, { seen: 'canceled' }] : changed(after);
    },
  };
}

export type LogInput =
  | { readonly do: 'submit'; readonly receipt: string }
  | { readonly do: 'list' }
  | { readonly do: 'checkpoint' }
  /** The portal itself appends the entry of an order, some time after the change. */
  | { readonly do: 'enter'; readonly leaf: number };

/** A submission shows the receipt, a list each receipt with its index, and a checkpoint the size of the log. */
export type LogSeen = string | number | readonly (readonly [receipt: string, index: number])[];

/** A leaf of a log: the receipt, or `null` for the entry of an order. */
export type Leaf = string | null;

/**
 * A receipt log with `size` leaves of earlier histories. `leaves`: all that it has got since, in their order, which is read
 * from the log after the history. The state is the number of those that are there already.
 */
export function logModel(size: number, leaves: readonly Leaf[]): ModelOf<number, LogInput, LogSeen> {
  return {
    initial: 0,
    run(count, input) {
      if (input.do === 'checkpoint') return [count, { seen: size + count }];
      const receipts = leaves
        .slice(0, count)
        .flatMap((leaf, index) => (leaf === null ? [] : [[leaf, size + index] as const]));
      if (input.do === 'list') return [count, { seen: receipts }];
      const notNext = [count, { error: 'another leaf is next' }] as const;
      if (input.do === 'enter') return input.leaf === count ? [count + 1, { seen: 'entered' }] : notNext;
      const seen = { seen: input.receipt };
      if (receipts.some(([receipt]) => receipt === input.receipt)) return [count, seen];
      return leaves[count] === input.receipt ? [count + 1, seen] : notNext;
    },
  };
}

export type NumbersInput = { readonly do: 'place'; readonly cart: number } | { readonly do: 'list' };

/** Order numbers of a shop. The state is the last number. An order shows its own, and a list all of them. */
export function numbersModel(first: number, last: number): ModelOf<number, NumbersInput, number | readonly number[]> {
  return {
    initial: last,
    run(number, input) {
      if (input.do === 'place') return changed(number + 1);
      return [number, { seen: Array.from({ length: number - first + 1 }, (_, index) => first + index) }];
    },
  };
}

function isOutdated({ ifMatch }: Guarded, { version }: { readonly version: number }): boolean {
  return ifMatch !== undefined && ifMatch !== version;
}

function changed<State>(after: State): readonly [State, { readonly seen: State }] {
  return [after, { seen: after }];
}
