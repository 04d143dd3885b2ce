import type { AnswerSearch, ToldAnswer } from '../../calls/answer-search.js';
import { erasedAnswerWrites } from '../../calls/erased-answer.js';
import { pause } from '../../calls/pause.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import type { Order } from '../../domain/order/order.js';
import { erasedCheckout, erasedOrder } from '../../domain/privacy/erased.js';
import { DEFAULT_RETENTION_YEARS, isIn, keptBecause } from '../../domain/privacy/person.js';
import type { Shop } from '../../domain/shop/shop.js';
import { addressOf } from '../../domain/values/email.js';
import { portions } from '../../domain/values/portions.js';
import { eraseDeliveries } from '../../outbox/erased-deliveries.js';
import {
  type Decision,
  type IdempotencyRecord,
  type Rows,
  replaced,
  type StoreWriter,
  type Write,
} from '../../ports.js';
import { type Author, audited } from '../../records/audit.js';
import { savedCheckout } from '../../records/saved-checkout.js';
import type { ErasureReport } from '../../schema/privacy.js';
import { toldBy } from './answer-passes.js';
import { rowsOfPerson } from './person-rows.js';

/** Rows changed in one transaction, so that callers wait for a short one only. */
const AT_ONCE = 20;

/** What erasing needs of the store, for a call or for the command line. */
export interface Eraser extends Author, Pick<StoreWriter, 'list' | 'forget'> {
  readonly answers: AnswerSearch;
  step<R>(decide: (rows: Rows) => Decision<R>): Promise<R>;
}

/**
 * Erases a person from the carts and orders of an organization, the events about these orders, and the kept answers that tell of them.
 * Afterwards the address stands in no row, unless an order keeps its buyer, and as far as `by.forget` goes not in the files of the
 * database either.
 */
export async function erasePerson(by: Eraser, organizationId: string, email: string): Promise<ErasureReport> {
  const address = addressOf(email);
  const { orders, checkouts, platformCarts } = await rowsOfPerson(by, organizationId, address);
  const kept = orders.flatMap(({ shop, row }) => {
    const because = whyKept(row, shop, by.now);
    return because ? [{ order_id: row.id, display_id: row.display_id, because }] : [];
  });
  const keptIds = new Set(kept.map(({ order_id }) => order_id));
  const goneOrders = orders.filter(({ row }) => !keptIds.has(row.id)).map(({ row }) => row.id);
  const gone = checkouts.filter(({ state, order_id }) => state !== 'paying' && !keptIds.has(order_id ?? ''));
  await inPortions(goneOrders, (ids) => by.step((rows) => write(ids.flatMap((id) => orderWrites(by, rows, id)))));
  for (const id of goneOrders) await eraseDeliveries(by, id);
  const goneCarts: string[] = [];
  await inPortions(gone, async (some) => {
    goneCarts.push(...(await by.step((rows) => eraseCheckouts(by, rows, organizationId, some))));
  });
  goneCarts.push(...platformCarts.map(({ id }) => id));
  await inPortions(platformCarts, (some) => by.step(() => write(some.map(({ id }) => removedCart(id)))));
  const ids = new Set([...goneOrders, ...goneCarts]);
  const answers = await eraseAnswers(by, organizationId, address, ids);
  await by.forget();
  return {
    orders_erased: goneOrders.length,
    carts_erased: goneCarts.length,
    answers_removed: answers,
    carts_kept: checkouts.length + platformCarts.length - goneCarts.length,
    orders_kept: kept,
  };
}

function removedCart(key: string): Write {
  return { type: 'remove', table: 'platform_cart', key };
}

function whyKept(order: Order, { settings }: Shop, now: number) {
  return keptBecause(order, settings.order_retention_years ?? DEFAULT_RETENTION_YEARS, now);
}

function orderWrites(by: Author, rows: Rows, id: string): Write[] {
  const order = rows.get('order', id);
  if (!order) return [];
  const changed = ['buyer', 'billing_address', 'fulfillment', 'payment', 'messages', 'adjustments'];
  return [
    replaced('order', order, erasedOrder(order, by.now)),
    audited(by, order.organization_id, { type: 'order', id }, 'order.erased', changed),
  ];
}

/** The ids of those that were erased: not of one that was paid since it was found, or is being paid. */
function eraseCheckouts(
  by: Author,
  rows: Rows,
  organizationId: string,
  found: readonly Checkout[],
): Decision<string[]> {
  const stored = rows.many(
    'checkout',
    found.map(({ id }) => id),
  );
  const gone = found.flatMap(({ id, order_id }) => {
    const checkout = stored.get(id);
    return checkout && checkout.state !== 'paying' && checkout.order_id === order_id ? [checkout] : [];
  });
  const writes = gone.flatMap((checkout) => {
    const put = replaced('checkout', checkout, erasedCheckout(checkout, by.now));
    return savedCheckout(by, organizationId, put, 'checkout.erased', ['buyer', 'lines']);
  });
  return { writes, result: gone.map(({ id }) => id) };
}

/** Answers that are kept for repeats of the organization's calls and show the address, or one of the carts and orders. */
async function eraseAnswers(
  by: Eraser,
  organizationId: string,
  address: string,
  ids: ReadonlySet<string>,
): Promise<number> {
  const telling = await by.answers.find((answer) => tellsOf(answer, address, ids));
  let removed = 0;
  await inPortions(telling, async (some) => {
    removed += await by.step((rows) => {
      const records = [...rows.many('idempotency', some).values()];
      const callers = rows.many('api_key', [...new Set(records.flatMap(({ caller_id }) => caller_id ?? []))]);
      const isOwn = ({ caller_id = '' }: IdempotencyRecord) =>
        callers.get(caller_id)?.organization_id === organizationId;
      const found = records.filter((record) => tellsOf(toldBy(record), isOwn(record) ? address : undefined, ids));
      return { writes: found.flatMap(erasedAnswerWrites), result: found.length };
    });
  });
  return removed;
}

/** The ids are of one organization alone, the address may be known to many: undefined = the record is of another one. */
function tellsOf(answer: ToldAnswer, address: string | undefined, ids: ReadonlySet<string>): boolean {
  // It cannot be answered either.
  if (answer.text === undefined) return address !== undefined;
  return (address !== undefined && isIn(answer.text, address)) || answer.ids.some((id) => ids.has(id));
}

async function inPortions<T>(all: readonly T[], run: (some: readonly T[]) => Promise<void>): Promise<void> {
  for (const [index, some] of [...portions(all, AT_ONCE)].entries()) {
    if (index > 0) await pause();
    await run(some);
  }
}

function write(writes: readonly Write[]): Decision<void> {
  return { writes, result: undefined };
}
