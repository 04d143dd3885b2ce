import type { Order } from '../domain/order/order.js';
import { itemKey } from '../domain/shop/item.js';
import { required } from '../domain/values/required.js';
import { type EventSubject, orderEventOf, type WebhookEventType } from '../domain/webhook/event-types.js';
import type { AuditEvent, Put, Rows, Write } from '../ports.js';
import type { ViewSettings } from '../view/checkout-view.js';
import { itemData, orderData, paymentData, receiptData } from '../view/event-view.js';
import { signingKeyView } from '../view/signing-key-view.js';

/** A domain event derived from a write, not yet addressed to receivers. */
export interface DomainEvent {
  readonly type: WebhookEventType;
  readonly organization_id: string;
  readonly shop_id: string | null;
  readonly subject: { readonly type: EventSubject; readonly id: string; readonly version: number };
  /** Unique name of the object, from which the name of its lane is derived. */
  readonly path: string;
  /** Set for events about an order. */
  readonly order?: Order;
  /** Called only if the event has a receiver. */
  data(): object;
}

type EventView = Omit<ViewSettings, 'language'>;
type Of<T extends Put['table']> = Extract<Put, { readonly table: T }>;

/** Derives the events of a decision from its writes, in the same order, so that no call site has to emit them. */
export function findDomainEvents(rows: Rows, writes: readonly Write[], view: EventView): DomainEvent[] {
  const audits = new Audits(writes);
  return writes.flatMap((write): DomainEvent[] => {
    if (write.type === 'receipt') return [receiptEvent(write.receipt)];
    if (write.type !== 'put') return [];
    if (write.table === 'order') return [orderEvent(rows, write, audits.next('order', write.row.id), view)];
    if (write.table === 'payment') return paymentEvents(write, audits.next('payment', write.row.id));
    if (write.table === 'item') return [itemEvent(rows, write)];
    if (write.table === 'signing_key') return signingKeyEvents(write, audits.next('signing_key', write.row.id));
    return [];
  });
}

/** Pairs each changed row with its audit event. Decisions return the audit events in the same order as the rows. */
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

function orderEvent(rows: Rows, { row }: Of<'order'>, action: string | undefined, view: EventView): DomainEvent {
  const { id, organization_id, shop_id, version } = row;
  const type = orderEventOf(action ?? '', newestEvent(row));
  const data = () => orderData(row, required(rows.get('shop', shop_id), 'shop'), view);
  const subject = { type: 'order', id, version } as const;
  return { type, organization_id, shop_id, subject, path: `order/${id}`, order: row, data };
}

function paymentEvents({ row }: Of<'payment'>, action: string | undefined): DomainEvent[] {
  if (action !== 'payment.late_success') return [];
  const { id, organization_id, shop_id, version } = row;
  const subject = { type: 'payment', id, version } as const;
  return [{ type: action, organization_id, shop_id, subject, path: `payment/${id}`, data: () => paymentData(row) }];
}

function newestEvent({ fulfillment }: Order) {
  return fulfillment.events.at(-1)?.type;
}

function itemEvent(rows: Rows, { row, replaces }: Of<'item'>): DomainEvent {
  const { id, shop_id, version } = row;
  const { organization_id } = required(rows.get('shop', shop_id), 'shop');
  const key = itemKey(shop_id, id);
  const isWithdrawn = row.status === 'withdrawn' && rows.get('item', key)?.status !== 'withdrawn';
  const type = isWithdrawn ? 'item.withdrawn' : replaces === undefined ? 'item.created' : 'item.updated';
  const subject = { type: 'item', id, version } as const;
  return { type, organization_id, shop_id, subject, path: `item/${key}`, data: () => itemData(row) };
}

function receiptEvent(row: Extract<Write, { readonly type: 'receipt' }>['receipt']): DomainEvent {
  const { id, organization_id } = row;
  const subject = { type: 'receipt', id, version: 1 } as const;
  const about = { type: 'receipt.accepted', organization_id, shop_id: null, subject, path: `receipt/${id}` } as const;
  return { ...about, data: () => receiptData(row) };
}

const SIGNING_KEY_EVENTS: Readonly<Record<string, WebhookEventType>> = {
  'signing_key.registered': 'signing_key.registered',
  'signing_key.retired': 'signing_key.retired',
  'signing_key.revoked': 'signing_key.revoked',
};

function signingKeyEvents({ row }: Of<'signing_key'>, action: string | undefined): DomainEvent[] {
  const type = SIGNING_KEY_EVENTS[action ?? ''];
  if (!type) return [];
  const { id, organization_id, version } = row;
  const subject = { type: 'signing_key', id, version } as const;
  return [
    { type, organization_id, shop_id: null, subject, path: `signing_key/${id}`, data: () => signingKeyView(row) },
  ];
}
