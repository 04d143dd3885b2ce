import type { Order } from '../../domain/order/order.js';
import { required } from '../../domain/values/required.js';
import { platformReceiverId } from '../../domain/webhook/platform-receiver.js';
import type { EventDeps } from '../../outbox/event-writes.js';
import type { Rows } from '../../ports.js';
import { isoTime } from '../../view/format.js';
import { ORDER } from '../capabilities.js';
import { keepActive } from '../order/agreed.js';
import { orderAnswer } from '../order/answers.js';
import type { Sites } from '../site/sites.js';
import { VERSIONS } from '../versions/index.js';
import { webhookId } from './webhook-id.js';

/**
 * Finds the receiver of an order's UCP events: the platform that placed the order, if it proved its identity, has a URL
 * for events, negotiated the order capability, and is still accepted. Events have the version agreed at payment.
 */
export function orderListeners(sites: Pick<Sites, 'of'>): EventDeps['findListener'] {
  return (rows, order) => {
    const { platform, deployment_id } = order;
    if (!platform?.proven || !platform.agreed?.listens) return undefined;
    const { profile, agreed } = platform;
    const version = VERSIONS.find(({ date }) => date === agreed.version);
    if (!version || agreed.capabilities[ORDER] === undefined) return undefined;
    const site = sites.of(required(rows.get('deployment', deployment_id), 'deployment'));
    if (!site?.accepts(profile)) return undefined;
    const session = { site, version, active: keepActive(agreed, { site, version }) };
    return {
      receiver: platformReceiverId({ deployment_id, profile }),
      write: (event_id, occurred_at) => ({
        form: { kind: 'ucp', version: version.date, occurred_at },
        payload: JSON.stringify(bodyOf(session, rows, order, event_id, occurred_at)),
      }),
    };
  };
}

/** Body of an event: the complete order. In 2026-01-11 it also includes the event's id and time. */
function bodyOf(
  session: Parameters<typeof orderAnswer>[0],
  rows: Rows,
  order: Order,
  event_id: string,
  occurred_at: number,
): object {
  const { body } = orderAnswer(session, order, required(rows.get('shop', order.shop_id), 'shop'));
  if (!session.version.isEarly) return body;
  return { ...body, event_id: webhookId(event_id), created_time: isoTime(occurred_at) };
}
