import type { Checkout } from '../../domain/checkout/checkout.js';
import type { PlatformCart } from '../../domain/checkout/platform-cart.js';
import type { Order } from '../../domain/order/order.js';
import { personId } from '../../domain/person/person.js';
import { profileKey } from '../../domain/person/profile.js';
import { eraseCheckout, eraseOrder } from '../../domain/privacy/erase.js';
import { belongsTo, type DataSubject, DEFAULT_RETENTION_YEARS, retentionReason } from '../../domain/privacy/person.js';
import { addressOf } from '../../domain/values/email.js';
import { eraseDeliveries } from '../../outbox/erased-deliveries.js';
import { type Decision, type Rows, replaceWrite, type Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';
import { buildCheckoutWrites } from '../../records/checkout-writes.js';
import type { ErasureReport } from '../../schema/privacy.js';
import { eraseAnswers } from './erase-answers.js';
import { decideOnGrants } from './erase-grants.js';
import { eraseStaff } from './erase-staff.js';
import type { Eraser } from './eraser.js';
import { inPortions } from './in-portions.js';
import { type OfShop, rowsOfPerson } from './person-rows.js';

/**
 * Erases a person from an organization's carts, orders and former staff, from their events, and from stored responses
 * that contain the address or one of these objects. Carts and orders of the person's grants are erased too, even if they
 * contain no address or another one, and ended grants lose their person. Afterwards the email address remains only in
 * orders that must be retained, in their checkouts, and in checkouts that are being paid or were paid since the search
 * (`orders_kept`, `carts_kept`). `by.forget` also removes the erased data from the database files.
 */
export async function erasePerson(by: Eraser, organizationId: string, email: string): Promise<ErasureReport> {
  const address = addressOf(email);
  const person = { id: personId(by.secrets.people, address), email };
  const { subject, orders, checkouts, platformCarts } = await rowsOfPerson(by, organizationId, person);
  const own: Step = (decide) => by.step(decide, organizationId);
  const { erased: goneOrders, kept } = await eraseOrders(by, own, orders, subject);
  for (const id of goneOrders) await eraseDeliveries(by, organizationId, `order/${id}`);
  const keptIds = new Set(kept.map(({ order_id }) => order_id));
  const gone = checkouts.filter(({ state, order_id }) => state !== 'paying' && !keptIds.has(order_id ?? ''));
  const decided = await inPortions(gone, (some) =>
    own((rows) => eraseCheckouts(by, rows, some, { organizationId, subject })),
  );
  const goneCheckouts = decided.filter(({ isKept }) => !isKept).map(idOf);
  for (const id of goneCheckouts) await eraseDeliveries(by, organizationId, `checkout/${id}`);
  const goneCarts = [
    ...goneCheckouts,
    ...(await inPortions(platformCarts, (some) => own((rows) => removeCarts(rows, some, subject)))),
  ];
  const keptRows = [
    ...orders.map(({ row }) => row).filter(({ id }) => keptIds.has(id)),
    ...findKeptCheckouts(checkouts, goneCheckouts),
  ];
  await inPortions(grantsWithout(subject, keptRows), (some) => own((rows) => decideOnGrants(by, rows, some)));
  await own((rows) => removeProfile(rows, organizationId, address));
  const staff = await eraseStaff(by, organizationId, address);
  const answers = await eraseAnswers(by, organizationId, address, new Set([...goneOrders, ...goneCarts]));
  await by.forget();
  return {
    orders_erased: goneOrders.length,
    carts_erased: goneCarts.length,
    answers_removed: answers,
    carts_kept: checkouts.length - gone.length + decided.filter(({ isKept }) => isKept).length,
    orders_kept: kept,
    staff,
  };
}

/** Runs a decision of the organization. */
type Step = <R>(decide: (rows: Rows) => Decision<R>) => Promise<R>;

type RetainedOrder = ErasureReport['orders_kept'][number];

/**
 * Erases the orders that need not be retained. Returns the ids of the erased orders, and the retained orders with the
 * reason. Each order is checked again when it is written.
 */
async function eraseOrders(by: Author, step: Step, orders: readonly OfShop<Order>[], subject: DataSubject) {
  const erased: string[] = [];
  const kept: RetainedOrder[] = [];
  const decided = await inPortions(orders, (some) => step((rows) => decideOnOrders(by, rows, some, subject)));
  for (const one of decided) {
    if (typeof one === 'string') erased.push(one);
    else kept.push(one);
  }
  return { erased, kept };
}

function decideOnOrders(
  by: Author,
  rows: Rows,
  found: readonly OfShop<Order>[],
  subject: DataSubject,
): Decision<(string | RetainedOrder)[]> {
  const stored = rows.many(
    'order',
    found.map(({ row }) => row.id),
  );
  const decided = found.flatMap(({ shop, row: { id } }) => {
    const order = stored.get(id);
    if (!order || !belongsTo(order, subject)) return [];
    const because = retentionReason(order, shop.settings.order_retention_years ?? DEFAULT_RETENTION_YEARS, by.now);
    return [{ order, because }];
  });
  return {
    writes: decided.flatMap(({ order, because }) => (because ? [] : orderWrites(by, order))),
    result: decided.map(({ order: { id, display_id }, because }) =>
      because ? { order_id: id, display_id, because } : id,
    ),
  };
}

function orderWrites(by: Author, order: Order): Write[] {
  const changed = ['buyer', 'billing_address', 'fulfillment', 'payment', 'messages', 'adjustments'];
  return [
    replaceWrite('order', order, eraseOrder(order, by.now)),
    auditWrite(by, order.organization_id, { type: 'order', id: order.id }, 'order.erased', changed),
  ];
}

function removeCarts(rows: Rows, found: readonly PlatformCart[], subject: DataSubject): Decision<string[]> {
  const stored = rows.many('platform_cart', found.map(idOf));
  const gone = [...stored.values()].filter((cart) => belongsTo(cart, subject)).map(idOf);
  return { writes: gone.map((key) => ({ type: 'remove', table: 'platform_cart', key })), result: gone };
}

/** Removes the contact and address that the person saved for their assistants. */
function removeProfile(rows: Rows, organizationId: string, address: string): Decision<undefined> {
  const key = profileKey(organizationId, address);
  const writes: Write[] = rows.get('profile', key) ? [{ type: 'remove', table: 'profile', key }] : [];
  return { writes, result: undefined };
}

function findKeptCheckouts(checkouts: readonly Checkout[], gone: readonly string[]): readonly Checkout[] {
  const erased = new Set(gone);
  return checkouts.filter(({ id }) => !erased.has(id));
}

/** Returns the grants of the person to which none of these rows belongs: by the others, a later erasure finds the rows. */
function grantsWithout({ grants }: DataSubject, kept: readonly (Order | Checkout)[]): readonly string[] {
  const used = new Set(kept.flatMap(({ buyer_id, platform }) => [buyer_id, platform?.account]));
  return [...grants].filter((id) => !used.has(id));
}

interface Whose {
  readonly organizationId: string;
  readonly subject: DataSubject;
}

/**
 * Erases the checkouts that still belong to the person. A checkout is retained if it was paid, or its payment began,
 * after the search.
 */
function eraseCheckouts(
  by: Author,
  rows: Rows,
  found: readonly Checkout[],
  { organizationId, subject }: Whose,
): Decision<{ readonly id: string; readonly isKept: boolean }[]> {
  const stored = rows.many('checkout', found.map(idOf));
  const decided = found.flatMap(({ id, order_id }) => {
    const checkout = stored.get(id);
    if (!checkout || !belongsTo(checkout, subject)) return [];
    return [{ checkout, isKept: checkout.order_id !== order_id || checkout.state === 'paying' }];
  });
  const writes = decided.flatMap(({ checkout, isKept }) => {
    if (isKept) return [];
    const put = replaceWrite('checkout', checkout, eraseCheckout(checkout, by.now));
    return buildCheckoutWrites(by, organizationId, put, 'checkout.erased', ['buyer', 'lines']);
  });
  return { writes, result: decided.map(({ checkout: { id }, isKept }) => ({ id, isKept })) };
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}
