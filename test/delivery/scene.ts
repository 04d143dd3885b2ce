import { networkConnector } from '../../src/outbound/connector.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { type Options, startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { fullKey } from '../support/tenants.js';
import { Receiver } from './receiver.js';

/** A portal that sends events to a local receiver, with a clock that the test advances. */
export interface Scene {
  readonly portal: TestPortal;
  readonly receiver: Receiver;
  readonly clock: ReturnType<typeof stillClock>;
  readonly owner: RegistryCaller;
  /** Creates a webhook for a path of the receiver. Returns its id and secret. */
  webhook(path: string, more?: object): Promise<{ readonly id: string; readonly secret: string }>;
  /** Creates or changes an item of the demo shop. Returns its id. */
  item(id: string, title?: string): Promise<string>;
  /** Deliveries of a webhook, oldest first. */
  deliveries(webhook: string): Promise<readonly Delivered[]>;
  close(): Promise<void>;
}

export interface Delivered {
  readonly id: string;
  readonly event_id: string;
  readonly type: string;
  readonly subject_id: string;
  readonly state: string;
  readonly attempts: number;
  readonly outcome: string | null;
  readonly http_status: number | null;
  readonly resends: string | null;
}

/** Poll interval of the deliverer: the longest wait of a test after it advances the clock, in milliseconds. */
export const LOOK_EVERY = 50;

export async function openScene(options: Options = {}): Promise<Scene> {
  const receiver = new Receiver();
  await receiver.open();
  const clock = stillClock();
  const env = { PORTAL_LOCAL_ADDRESSES: '1' };
  const portal = await startPortal({
    clock,
    poster: networkConnector,
    delivery: { pollIntervalMs: LOOK_EVERY },
    env,
    ...options,
  });
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const { shop_id } = portal.demo;
  return {
    portal,
    receiver,
    clock,
    owner,
    webhook: (path, more = {}) => owner.ok('create_webhook', { url: `${receiver.url}${path}`, ...more }),
    async item(id, title = 'Bowl') {
      await owner.ok('put_item', { shop_id, item_id: id, title, price: 900, fulfillment_types: ['pickup'] });
      return id;
    },
    async deliveries(webhook_id) {
      const { json } = await owner.send('list_webhook_deliveries', { webhook_id, limit: 100 });
      return json.data.toReversed();
    },
    async close() {
      await portal.close();
      await receiver.close();
    },
  };
}
