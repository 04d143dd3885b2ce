import type { Order } from '../domain/order/order.js';
import { itemKey } from '../domain/shop/item.js';
import { required } from '../domain/values/required.js';
import { type EventSubject, orderEventOf, type WebhookEventType } from '../domain/webhook/event-types.js';
import type { AuditEvent, Put, Rows, Write } from '../ports.js';
import type { ViewSettings } from '../view/checkout-view.js';
import { itemData, orderData, receiptData } from '../view/event-view.js';
import { signingKeyView } from '../view/signing-key-view.js';

/** Something that receivers may be told of: what a write of a decision means to them. */
export interface Happening {
  readonly type: WebhookEventType;
  readonly organization_id: string;
  readonly shop_id: string | null;
  readonly subject: { readonly type: EventSubject; readonly id: string; readonly version: number };
  /** Names the object among all: the lane of its events. */
  readonly path: string;
  /** Set where it is about an order. */
  readonly order?: Order;
  /** Made only where there is a receiver. */
  data(): object;
}

type Seen = Omit<ViewSettings, 'language'>;
type Of<T extends Put['table']> = Extract<Put, { readonly table: T }>;

/** What the writes of a decision mean, in their order. Whatever wrote them: no call site has to think of it. */
export function happeningsIn(rows: Rows, writes: readonly Write[], view: Seen): Happening[] {
  const audits = new Audits(writes);
  return writes.flatMap((write): Happening[] => {
    if (write.type === 'receipt') return [ofReceipt(write.receipt)];
    if (write.type !== 'put') return [];
    if (write.table === 'order') return [ofOrder(rows, write, audits.next('order', write.row.id), view)];
    if (write.table === 'item') return [ofItem(rows, write)];
    if (write.table === 'signing_key') return ofSigningKey(write, audits.next('signing_key', write.row.id));
    return [];
  });
}

/** Each change of a row is written together with an audit event that names it, in the same order. */
class Audits {
  private readonly events: AuditEvent[];

  constructor(writes: readonly Write[]) {
    this.events = writes.flatMap((write) => (write.type === 'audit' ? [write.event] : []));
  }

  next(type: AuditEvent['subject_type'], id: string): string | undefined {
    const index = this.events.findIndex((event) => event.subject_type === type && event.subject_id === id);
    return index < 0 ? undefined : this.events.splice(index, 1)[0]?.action;
  }
}

function ofOrder(rows: Rows, { row }: Of<'order'>, action: string | undefined, view: Seen): Happening {
  const { id, organization_id, shop_id, version } = row;
  const type = orderEventOf(action ?? '', newestEvent(row));
  const data = () => orderData(row, required(rows.get('shop', shop_id), 'shop'), view);
  const subject = { type: 'order', id, version } as const;
  return { type, organization_id, shop_id, subject, path: `order/${id}`, order: row, data };
}

function newestEvent({ fulfillment }: Order) {
  return fulfillment.events.at(-1)?.type;
}

function ofItem(rows: Rows, { row, replaces }: Of<'item'>): Happening {
  const { id, shop_id, version } = row;
  const { organization_id } = required(rows.get('shop', shop_id), 'shop');
  const key = itemKey(shop_id, id);
  const isWithdrawn = row.status === 'withdrawn' && rows.get('item', key)?.status !== 'withdrawn';
  const type = isWithdrawn ? 'item.withdrawn' : replaces === undefined ? 'item.created' : 'item.updated';
  const subject = { type: 'item', id, version } as const;
  return { type, organization_id, shop_id, subject, path: `item/${key}`, data: () => itemData(row) };
}

function ofReceipt(row: Extract<Write, { readonly type: 'receipt' }>['receipt']): Happening {
  const { id, organization_id } = row;
  const subject = { type: 'receipt', id, version: 1 } as const;
  const about = { type: 'receipt.accepted', organization_id, shop_id: null, subject, path: `receipt/${id}` } as const;
  return { ...about, data: () => receiptData(row) };
}

const OF_KEYS: Readonly<Record<string, WebhookEventType>> = {
  'signing_key.registered': 'signing_key.registered',
  'signing_key.retired': 'signing_key.retired',
  'signing_key.revoked': 'signing_key.revoked',
};

function ofSigningKey({ row }: Of<'signing_key'>, action: string | undefined): Happening[] {
  const type = OF_KEYS[action ?? ''];
  if (!type) return [];
  const { id, organization_id, version } = row;
  const subject = { type: 'signing_key', id, version } as const;
  return [
    { type, organization_id, shop_id: null, subject, path: `signing_key/${id}`, data: () => signingKeyView(row) },
  ];
}
