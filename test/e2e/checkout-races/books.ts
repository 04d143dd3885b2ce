import { z } from 'zod';
import { readStoredAtOnce, type Stored } from '../../support/stored.js';

const total = z.object({ type: z.string(), amount: z.int() });
const discount = z.object({ code: z.string(), max_uses: z.int().optional(), once_per_buyer: z.boolean() });
const checkoutBody = z.object({
  id: z.string(),
  state: z.enum(['open', 'paying', 'completed', 'canceled']),
  lines: z.array(z.object({ item_id: z.string(), quantity: z.int() })),
  buyer_key: z.string().optional(),
  order_id: z.string().optional(),
  attempt: z.object({ id: z.string(), amount: z.int() }).optional(),
  frozen: z.object({ discounts: z.array(discount) }).optional(),
});
/** Body of a completed checkout, which refers to parts of its terms by hash. */
const shortenedBody = z.looseObject({ frozen: z.looseObject({ shop: z.string(), discounts: z.array(z.string()) }) });
const orderBody = z.object({
  id: z.string(),
  checkout_id: z.string(),
  totals: z.array(total),
  line_items: z.array(
    z.object({
      item: z.object({ id: z.string(), price: z.int() }),
      quantity: z.object({ total: z.int() }),
      allocation: z.object({ subtotal: z.int(), items_discount: z.int(), order_discount: z.int(), tax: z.int() }),
    }),
  ),
  shipping: z.object({ fulfillment: z.int(), discount: z.int(), tax: z.int() }),
  payment: z.object({ attempt_id: z.string() }),
});
const counterRow = z.object({ name: z.string(), key: z.string(), value: z.int() });

export type CheckoutRow = z.output<typeof checkoutBody>;
export type OrderRow = z.output<typeof orderBody>;

/** Snapshot of the database, read independently of the portal. */
export interface Books {
  readonly checkouts: readonly CheckoutRow[];
  readonly orders: readonly OrderRow[];
  readonly counters: readonly z.output<typeof counterRow>[];
}

/** Initial units of each counted item, and the highest number of uses of each limited discount. */
export interface Start {
  readonly stock: Readonly<Record<string, number>>;
  readonly uses: Readonly<Record<string, number>>;
}

export async function readBooks(database: string): Promise<Books> {
  const [checkouts = [], shared = [], orders = [], counters = []] = await readStoredAtOnce(database, [
    'SELECT body FROM checkout',
    'SELECT hash, body FROM shared_part',
    'SELECT body FROM "order"',
    'SELECT name, key, value FROM counter',
  ]);
  const parts = new Map(shared.map((row) => [row.hash, bodyOf(row)]));
  return {
    checkouts: checkouts.map((row) => checkoutBody.parse(withDiscounts(bodyOf(row), parts))),
    orders: orders.map((row) => orderBody.parse(bodyOf(row))),
    counters: z.array(counterRow).parse(counters),
  };
}

function bodyOf({ body }: Stored): unknown {
  return JSON.parse(String(body));
}

/** Replaces the hashes in a completed checkout's terms with the parts they refer to. */
function withDiscounts(body: unknown, parts: ReadonlyMap<unknown, unknown>): unknown {
  const shortened = shortenedBody.safeParse(body);
  if (!shortened.success) return body;
  const { frozen } = shortened.data;
  return { ...shortened.data, frozen: { ...frozen, discounts: frozen.discounts.map((hash) => parts.get(hash)) } };
}

/** Returns the inconsistencies in the books. There must be none, even while payments are in flight. */
export function problemsIn(books: Books, start: Start): string[] {
  return [
    ...Object.entries(start.stock).flatMap(([item, units]) => stockProblems(books, item, units)),
    ...Object.entries(start.uses).flatMap(([code, uses]) => useProblems(books, code, uses)),
    ...buyerUseProblems(books),
    ...pairingProblems(books),
    ...books.orders.flatMap(sumProblems),
  ];
}

/** Checks that start = left + ordered + held by open payments. */
function stockProblems({ counters, orders, checkouts }: Books, item: string, start: number): string[] {
  const left = counters.find(({ name, key }) => name === 'stock' && key.endsWith(`/${item}`))?.value ?? Number.NaN;
  const ordered = orders.flatMap(({ line_items }) => line_items).filter((line) => line.item.id === item);
  const held = checkouts.filter(({ state }) => state === 'paying').flatMap(({ lines }) => lines);
  const sold = sum(ordered.map(({ quantity }) => quantity.total));
  const open = sum(held.filter(({ item_id }) => item_id === item).map(({ quantity }) => quantity));
  if (left >= 0 && left + sold + open === start) return [];
  return [`${item}: ${start} at the start, ${left} left, ${sold} ordered, ${open} held`];
}

/** Checks that a discount's counter is the number of checkouts paid or in payment with it, and at most the limit. */
function useProblems({ counters, checkouts }: Books, code: string, limit: number): string[] {
  const counted = counters.find(({ name, key }) => name === 'discount_use' && key.includes(`/${code}/`))?.value ?? 0;
  const used = checkouts.filter((checkout) => paysWith(checkout, (one) => one.code === code)).length;
  if (counted === used && counted <= limit) return [];
  return [`${code}: limit ${limit}, ${counted} counted, ${used} used or held`];
}

/** True if the checkout is paid or in payment with a discount that `which` accepts. */
function paysWith({ state, frozen }: CheckoutRow, which: (one: z.output<typeof discount>) => boolean): boolean {
  return (state === 'paying' || state === 'completed') && (frozen?.discounts.some(which) ?? false);
}

/**
 * Checks that the buyers recorded for once-per-buyer discounts are those of the checkouts that are paid or in payment
 * with such a discount.
 */
function buyerUseProblems({ counters, checkouts }: Books): string[] {
  const counted = counters.filter(({ name }) => name === 'buyer_use').map(({ key }) => key.split('/').at(-1) ?? '');
  const made = checkouts
    .filter((checkout) => paysWith(checkout, (one) => one.once_per_buyer))
    .map(({ buyer_key }) => buyer_key ?? '');
  if (counted.sort().join() === made.sort().join()) return [];
  return [`uses by buyers: ${counted.length} counted, ${made.length} paid or held`];
}

/** Checks that each completed checkout has one order, of the paid amount, and that other checkouts have no order. */
function pairingProblems({ checkouts, orders }: Books): string[] {
  const byCheckout = new Map<string, OrderRow[]>();
  for (const order of orders) byCheckout.set(order.checkout_id, [...(byCheckout.get(order.checkout_id) ?? []), order]);
  return checkouts.flatMap(({ id, state, order_id, attempt }) => {
    const own = byCheckout.get(id) ?? [];
    const [order] = own;
    if (state !== 'completed') return own.length === 0 ? [] : [`${id} is ${state} and has an order`];
    if (own.length !== 1 || !order || order.id !== order_id) return [`${id} has ${own.length} orders`];
    const paid = order.payment.attempt_id === attempt?.id && totalIn(order) === attempt.amount;
    return paid ? [] : [`${order.id} of ${totalIn(order)} was paid by ${attempt?.amount}`];
  });
}

/** Checks that lines and shipping add up to the entries of the totals, and these entries to the order's total. */
function sumProblems(order: OrderRow): string[] {
  const { totals, line_items, shipping } = order;
  const entry = (type: string) => sum(totals.filter((one) => one.type === type).map(({ amount }) => amount));
  const lines = (member: 'subtotal' | 'items_discount' | 'order_discount' | 'tax') =>
    sum(line_items.map(({ allocation }) => allocation[member]));
  const facts = {
    entries: sum(totals.slice(0, -1).map(({ amount }) => amount)) === totalIn(order),
    prices: sum(line_items.map(({ item, quantity }) => item.price * quantity.total)) === entry('subtotal'),
    subtotal: lines('subtotal') === entry('subtotal'),
    items_discount: -lines('items_discount') === entry('items_discount'),
    discount: -lines('order_discount') - shipping.discount === entry('discount'),
    tax: lines('tax') + shipping.tax === entry('tax'),
    fulfillment: shipping.fulfillment === entry('fulfillment'),
  };
  return Object.entries(facts).flatMap(([fact, holds]) => (holds ? [] : [`${order.id}: ${fact} does not add up`]));
}

export function totalIn({ totals }: OrderRow): number {
  const last = totals.at(-1);
  return last?.type === 'total' ? last.amount : Number.NaN;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
