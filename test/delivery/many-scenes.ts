import { required } from '../../src/domain/values/required.js';
import { platformReceiverId } from '../../src/domain/webhook/platform-receiver.js';
import { insertWrite } from '../../src/ports.js';
import { type ListeningShop, listeningShop } from '../ucp/listening-shop.js';
import { allCapabilities, platformProfile } from '../ucp/platform.js';
import type { Sent } from './receiver.js';
import { openScene, type Scene } from './scene.js';

/** A portal that sends events about many objects to many receivers. */
export interface ManyScene extends Pick<Scene, 'portal' | 'receiver' | 'close'> {
  /** Creates events about `count` objects, separate for each path or the same for all. Returns the objects by path. */
  tell(paths: readonly string[], count: number): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  objectOf(sent: Sent): string;
  /** States of the deliveries to a path. */
  states(path: string): Promise<readonly string[]>;
}

/** Webhooks of one merchant, which all receive events about the same items. */
async function webhooks(): Promise<ManyScene> {
  const scene = await openScene();
  const ids = new Map<string, string>();
  return {
    ...scene,
    async tell(paths, count) {
      for (const path of paths) ids.set(path, (await scene.webhook(path, { events: ['item.created'] })).id);
      const items = numbered(count).map((index) => ({
        ...{ id: `bowl-${index}`, title: 'Bowl', price: 900, fulfillment_types: ['pickup'] },
      }));
      await scene.owner.ok('import_items', { shop_id: scene.portal.demo.shop_id, items });
      const told = new Set(items.map(({ id }) => id));
      return new Map(paths.map((path) => [path, told]));
    },
    objectOf: ({ subject }) => subject.id,
    states: async (path) => (await scene.deliveries(ids.get(path) ?? '')).map(({ state }) => state),
  };
}

const VERSION = '2026-08-25';
const profileOf = (path: string) => `https://agent.example${path}.json`;

/** Platforms, each of which is notified that its orders are on hold. */
async function platforms(): Promise<ManyScene> {
  const shop = await listeningShop(VERSION);
  const { portal, receiver, connector, owner } = shop;
  return {
    portal,
    receiver,
    async tell(paths, count) {
      for (const path of paths)
        connector.serve(profileOf(path), platformProfile(VERSION, allCapabilities(VERSION), `${receiver.url}${path}`));
      const { id } = await shop.bought();
      const told = new Map<string, ReadonlySet<string>>();
      for (const path of paths) {
        const orders = await ordersLike(shop, id, profileOf(path), count);
        await Promise.all(orders.map((order_id) => shop.merchant.ok('hold_order', { order_id })));
        told.set(path, new Set(orders));
      }
      return told;
    },
    objectOf: ({ body }) => JSON.parse(body).id,
    async states(path) {
      const { deployment_id } = portal.demo;
      const webhook_id = platformReceiverId({ deployment_id, profile: profileOf(path) });
      const { json } = await owner.send('list_webhook_deliveries', { webhook_id, limit: 100 });
      return json.data.map(({ state }: { state: string }) => state);
    },
    close: () => shop.close(),
  };
}

/** Inserts `count` copies of an order, placed by the platform with this profile, without events. Returns the ids. */
async function ordersLike({ portal }: ListeningShop, id: string, profile: string, count: number) {
  const ids = numbered(count).map((index) => `ord_${index}_of_${profile}`);
  await portal.app.store.update((rows) => {
    const order = required(rows.get('order', id), 'order');
    const checkout = required(rows.get('checkout', order.checkout_id), 'checkout');
    const platform = { ...required(order.platform, 'platform'), profile };
    const writes = ids.flatMap((copy) => [
      insertWrite('checkout', { ...checkout, id: copy, order_id: copy, version: 0 }),
      insertWrite('order', { ...order, id: copy, display_id: copy, checkout_id: copy, platform, version: 0 }),
    ]);
    return { writes, result: undefined };
  });
  return ids;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

export const SCENES: readonly (readonly [receivers: string, open: () => Promise<ManyScene>])[] = [
  ['webhooks', webhooks],
  ['platforms', platforms],
];
