import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { platformReceiverId } from '../../src/domain/webhook/platform-receiver.js';
import { networkConnector } from '../../src/outbound/connector.js';
import { replaceWrite } from '../../src/ports.js';
import { newShopKey } from '../../src/records/shop-keys.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { Receiver, type Sent } from '../delivery/receiver.js';
import { type Delivered, LOOK_EVERY } from '../delivery/scene.js';
import type { Options } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey, fullKey } from '../support/tenants.js';
import { BUYER, type INVOICE, mugs, wanted } from './bodies.js';
import { toldProblems } from './held-answers.js';
import {
  ADDRESS,
  allCapabilities,
  CARD,
  call,
  PROFILE,
  platformProfile,
  type UcpPortal,
  ucpPortal,
} from './platform.js';

/** Caller that buys for a platform, with or without a key, and the payment instrument, by default a card. */
interface Buyer {
  readonly key?: string;
  readonly profile?: string;
  readonly instrument?: typeof CARD | typeof INVOICE;
}

/** A shop that sends order events to a platform on this machine, with a clock that the test moves. */
export interface ListeningShop extends UcpPortal {
  readonly receiver: Receiver;
  readonly clock: ReturnType<typeof stillClock>;
  /** Ships goods and makes refunds. */
  readonly merchant: Shopper;
  /** Reads deliveries and sends them again. */
  readonly owner: RegistryCaller;
  /** Receiver id of the platform. */
  readonly platform: string;
  /** Changes the URL to which the platform wants events from now on; `undefined` for none. */
  listensAt(url: string | undefined, version?: string): void;
  /** Buys three mugs, to be shipped. Returns the ids of the order and its line. */
  bought(as?: Buyer, version?: string): Promise<{ readonly id: string; readonly line: string }>;
  /** Resolves with the events sent to the platform about an order once there are `count`. */
  told(order: string, count: number): Promise<readonly Sent[]>;
  deliveries(): Promise<readonly Delivered[]>;
  close(): Promise<void>;
}

export const HOST = 'shop.example.com';
const PATH = '/orders';

export async function listeningShop(version: string, options: Options = {}): Promise<ListeningShop> {
  const receiver = new Receiver();
  await receiver.open();
  const clock = stillClock();
  const env = { PORTAL_LOCAL_ADDRESSES: '1' };
  const shop = await ucpPortal(
    version,
    { host: HOST },
    { clock, poster: networkConnector, delivery: { pollIntervalMs: LOOK_EVERY }, env, ...options },
  );
  const { portal, connector, key } = shop;
  await addSigningKey(shop, clock.now());
  const { deployment_id } = portal.demo;
  const { key: fulfilling } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const platform = platformReceiverId({ deployment_id, profile: PROFILE });
  const listensAt: ListeningShop['listensAt'] = (url, of = version) =>
    connector.serve(PROFILE, platformProfile(of, allCapabilities(of), url));
  listensAt(`${receiver.url}${PATH}`);
  return {
    ...{ ...shop, receiver, clock, owner, platform, listensAt },
    merchant: shopper(portal, { key: fulfilling }),
    bought: (as = { key }, of = version) => bought(shop, of, as),
    async told(order, count) {
      const about = () => receiver.sent.filter(({ body }) => JSON.parse(body).id === order);
      while (about().length < count) await receiver.next();
      for (const { body } of about()) expect(toldProblems(body), body).toEqual([]);
      return about();
    },
    async deliveries() {
      const { json } = await owner.send('list_webhook_deliveries', { webhook_id: platform, limit: 100 });
      return json.data.toReversed();
    },
    async close() {
      await portal.close();
      await receiver.close();
    },
  };
}

/** Adds the signing key that a deployment gets when UCP is enabled. */
export async function addSigningKey({ portal: { app, demo } }: Pick<UcpPortal, 'portal'>, now: number): Promise<void> {
  await app.store.update((rows) => {
    const row = required(rows.get('deployment', demo.deployment_id), 'deployment');
    const ucp_keys = [newShopKey(app.store.secret('ucp_keys'), 'P-256', now)];
    return { writes: [replaceWrite('deployment', row, { ...row, ucp_keys })], result: undefined };
  });
}

/** Makes a purchase over REST with the payment form of the version. */
export async function bought(shop: Pick<UcpPortal, 'portal'>, version: string, { instrument = CARD, ...as }: Buyer) {
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    return (await call(shop, version, method, path, { ...as, headers, body })).json;
  };
  const content = {
    line_items: mugs(3),
    buyer: BUYER,
    fulfillment: { methods: [{ type: 'shipping', destinations: [{ id: 'home', ...ADDRESS }] }] },
  };
  const made = await send('POST', '/checkout-sessions', content);
  const [method] = made.fulfillment.methods;
  const [group] = method.groups;
  const chosen = { ...method, groups: [{ ...group, selected_option_id: group.options[0].id }] };
  const line_items = wanted(made.line_items);
  await send('PUT', `/checkout-sessions/${made.id}`, { ...content, line_items, fulfillment: { methods: [chosen] } });
  const paying =
    version === '2026-01-11' ? { payment_data: early(instrument) } : { payment: { instruments: [instrument] } };
  const paid = await send('POST', `/checkout-sessions/${made.id}/complete`, paying);
  return { id: String(paid.order.id), line: required(line_items[0], 'line').id };
}

/** Returns the instrument in the form of 2026-01-11, in which display data is beside the other members. */
function early({ selected: _selected, ...instrument }: typeof CARD | typeof INVOICE): object {
  if (!('display' in instrument)) return instrument;
  const { display, ...card } = instrument;
  return { ...card, ...display };
}
