import type { Order } from '../domain/order/order.js';
import type { Shop } from '../domain/shop/shop.js';
import { required } from '../domain/values/required.js';
import { type Delivery, deliveryId, laneKey, type NewDelivery } from '../domain/webhook/delivery.js';
import { NOTICES, type ShopNotice } from '../domain/webhook/notices.js';
import { platformReceiver } from '../domain/webhook/platform-receiver.js';
import type { Webhook } from '../domain/webhook/webhook.js';
import type { Ids, Rows, Write } from '../ports.js';
import { shopNotices } from './notices.js';

/** Events about no order that only the staff of a shop get, by mail. */

/** A notice to a shop's staff, and the object that it is about. */
interface StaffEvent {
  readonly shop: Shop;
  /** Name of the object, such as `item/shp_…/mug`. */
  readonly path: string;
  readonly notice: ShopNotice;
}

export interface StaffEventDeps {
  readonly ids: Ids;
  /** Key of the receivers' names. */
  readonly secret: Buffer;
}

/** Interval between two notices about dead deliveries to one receiver. */
const DEAD_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** Derives the notices to the staff from the writes of a decision. */
export function findStaffDeliveries(
  rows: Rows,
  writes: readonly Write[],
  deps: StaffEventDeps,
  now: number,
): NewDelivery[] {
  const low = findLowStock(rows, writes).flatMap((event) => staffDeliveries(rows, event, deps));
  const dead = findDeadDeliveries(rows, writes).flatMap((event) => staffDeliveries(rows, event, deps));
  return [...low, ...dead.filter((one) => !isRecent(rows, one, now))];
}

/** Builds the deliveries of an event, one for each recipient among the staff. */
export function staffDeliveries(
  rows: Rows,
  { shop, path, notice }: StaffEvent,
  { ids, secret }: StaffEventDeps,
): NewDelivery[] {
  const { event: type } = NOTICES[notice.kind];
  const { organization_id } = shop;
  const notices = shopNotices(rows, shop, notice, secret);
  if (notices.length === 0) return [];
  const about = { organization_id, event_id: ids.next('evt'), type, subject: path, subject_version: 1 };
  return notices.map((one) => ({ ...about, ...one }));
}

function isRecent(rows: Rows, { receiver, subject }: NewDelivery, now: number): boolean {
  const lane = rows.get('delivery_lane', laneKey(receiver, subject));
  const last = lane && rows.get('delivery', deliveryId(lane.id, lane.last));
  return last !== undefined && last.created_at > now - DEAD_INTERVAL_MS;
}

/** Finds the items whose stock these writes move from the shop's threshold or above to below it. */
function findLowStock(rows: Rows, writes: readonly Write[]): StaffEvent[] {
  const moves = writes.filter((write) => write.type === 'move_stock' || write.type === 'set_stock');
  const watched = moves.flatMap(({ key }) => watchingShop(rows, key)?.key ?? []);
  if (watched.length === 0) return [];
  const before = rows.counters('stock', watched);
  const after = new Map<string, number | null>(before);
  for (const move of moves)
    after.set(move.key, move.type === 'set_stock' ? move.to : (after.get(move.key) ?? 0) + move.by);
  return [...new Set(watched)].flatMap((key): StaffEvent[] => {
    const { shop, threshold } = required(watchingShop(rows, key), 'shop');
    const [had, stock] = [before.get(key), after.get(key)];
    if (had === undefined || had < threshold || typeof stock !== 'number' || stock >= threshold) return [];
    const { id: item_id, title } = required(rows.get('item', key), 'item');
    return [{ shop, path: `item/${key}`, notice: { kind: 'low_stock', item_id, title, stock, threshold } }];
  });
}

/** Returns the shop of an item if it has a threshold. */
function watchingShop(rows: Rows, key: string) {
  const shop = rows.get('shop', key.slice(0, key.indexOf('/')));
  const threshold = shop?.settings.mail?.low_stock;
  return shop && threshold !== undefined ? { key, shop, threshold } : undefined;
}

/** Finds the receivers to which a delivery died, each once. */
function findDeadDeliveries(rows: Rows, writes: readonly Write[]): StaffEvent[] {
  const died = writes.flatMap((write): Delivery[] => {
    if (write.type !== 'put' || write.table !== 'delivery' || write.row.state !== 'dead') return [];
    return isAnnounced(write.row) && rows.get('delivery', write.row.id)?.state === 'waiting' ? [write.row] : [];
  });
  const events = died.flatMap((one) => deadEvent(rows, one) ?? []);
  return [...new Map(events.map((event) => [event.path, event])).values()];
}

const NO_NEWS: ReadonlySet<Delivery['outcome']> = new Set(['not_active', 'erased', 'outdated']);

/**
 * A dead notice about a dead delivery would call for another one. Mails with links to sign in are a person's own. What
 * the merchant, buyer or an erasure ended is no news.
 */
function isAnnounced({ form, outcome }: Delivery): boolean {
  if (form.kind === 'mail' && (form.notice === 'dead_delivery' || form.notice === 'sign_in')) return false;
  return !NO_NEWS.has(outcome);
}

function deadEvent(rows: Rows, { receiver, form, type, subject, outcome, status }: Delivery): StaffEvent | undefined {
  const found = receiverOf(rows, receiver, form, subject);
  const shop = found?.shop_id === undefined ? undefined : rows.get('shop', found.shop_id);
  if (!found || !shop) return undefined;
  const { path, name } = found;
  return { shop, path, notice: { kind: 'dead_delivery', receiver: name, event: type, subject, outcome, status } };
}

interface DeadReceiver {
  /** Object that the notice is about. All mail of a shop counts as one receiver. */
  readonly path: string;
  readonly name: string;
  /** `undefined` if the delivery belongs to no shop. */
  readonly shop_id: string | undefined;
}

function receiverOf(rows: Rows, id: string, form: Delivery['form'], subject: string): DeadReceiver | undefined {
  if (form.kind === 'mail') return { path: `mail/${form.shop_id}`, name: form.notice, shop_id: form.shop_id };
  const platform = platformReceiver(id);
  if (platform) {
    const { deployment_id, profile } = platform;
    return {
      path: `deployment/${deployment_id}`,
      name: profile,
      shop_id: rows.get('deployment', deployment_id)?.shop_id,
    };
  }
  const webhook = rows.get('webhook', id);
  return (
    webhook && { path: `webhook/${id}`, name: nameWebhook(webhook), shop_id: webhook.shop_id ?? shopOf(rows, subject) }
  );
}

/** Names a webhook without the parts of its URL that may be secret, since mail is not. */
function nameWebhook({ id, url }: Webhook): string {
  return `${new URL(url).origin} (${id})`;
}

/** Returns the shop of an event's object; `undefined` for receipts and keys, which belong to no shop. */
function shopOf(rows: Rows, subject: string): Order['shop_id'] | undefined {
  const [type, id = ''] = subject.split('/');
  if (type === 'order') return rows.get('order', id)?.shop_id;
  return type === 'item' ? id : undefined;
}
