import { registryCaller } from '../actors/registry-caller.js';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { anotherKey, fullKey } from '../support/tenants.js';
import { volume } from '../support/volume.js';
import { addSigningKey, bought, HOST } from '../ucp/listening-shop.js';
import { allCapabilities, OPEN, platformKey, platformProfile, setUcp } from '../ucp/platform.js';
import type { Receiver, Sent } from './receiver.js';

/** Events that were stored while no process could send them. */
export interface KilledScene {
  readonly objects: number;
  /** Stores three events for each of several objects, addressed to a path of the receiver. */
  write(portal: TestPortal, receiver: Receiver): Promise<void>;
  /** Object of an event, and the event's position among that object's three, from 0. */
  placed(sent: Sent): { readonly object: string; readonly place: number };
}

export const PATH = '/events';
export const EVENTS = 3;
const VERSION = '2026-08-25';

/** Items that are created and then changed, for a merchant's webhook. */
const items: KilledScene = {
  objects: volume(6, 40),
  async write(portal, receiver) {
    const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
    const { shop_id } = portal.demo;
    await owner.ok('create_webhook', { url: `${receiver.url}${PATH}`, events: ['item.created', 'item.updated'] });
    for (let version = 1; version <= EVENTS; version += 1) {
      for (let item = 0; item < this.objects; item += 1) {
        const terms = { title: `Bowl ${version}`, price: 900, fulfillment_types: ['pickup'] };
        await owner.ok('put_item', { shop_id, item_id: `bowl-${item}`, ...terms });
      }
    }
  },
  placed: ({ subject: { id, version } }) => ({ object: id, place: version - 1 }),
};

/** Orders that are placed and sent in two parcels, for the platform that placed them. */
const orders: KilledScene = {
  objects: volume(4, 20),
  async write(portal, receiver) {
    const profile = `${receiver.url}/profile.json`;
    receiver.serves('/profile.json', platformProfile(VERSION, allCapabilities(VERSION), `${receiver.url}${PATH}`));
    await setUcp(portal, { ...OPEN, host: HOST });
    await addSigningKey({ portal }, Date.now());
    const key = await platformKey(portal, [profile]);
    const { key: fulfilling } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    const merchant = shopper(portal, { key: fulfilling });
    for (let order = 0; order < this.objects; order += 1) {
      const { id: order_id, line } = await bought({ portal }, VERSION, { key, profile });
      const parcel = { type: 'shipped', line_items: [{ id: line, quantity: 1 }] };
      await merchant.ok('record_fulfillment_event', { order_id, ...parcel });
      await merchant.ok('record_fulfillment_event', { order_id, ...parcel });
    }
  },
  placed({ body }) {
    const { id, fulfillment } = JSON.parse(body);
    return { object: id, place: fulfillment.events.length };
  },
};

export const SCENES: readonly (readonly [name: string, scene: KilledScene])[] = [
  ['to a webhook', items],
  ['to a platform', orders],
];

/** Stores a scene in a new database. Returns the environment for programs that use it. */
export async function written(scene: KilledScene, database: string, receiver: Receiver) {
  // The receiver is on this machine, which only the development setting allows.
  const portal = await startPortal({ database, env: { PORTAL_LOCAL_ADDRESSES: '1' } });
  await scene.write(portal, receiver);
  await portal.close();
  return portal.commandEnv;
}
