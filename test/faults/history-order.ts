import { versionOf } from '../actors/registry-caller.js';
import type { Answered } from '../support/portal.js';
import { type OrderInput, type OrderState, orderModel } from './history-models.js';
import { HistoryObject } from './history-object.js';
import type { ActionOn } from './history-plan.js';
import { mayHaveEffect, type Send, type Sender, type Sending } from './history-sender.js';
import type { HistoryShop } from './history-shop.js';

const OPERATIONS = { read: 'get_order', hold: 'hold_order', release: 'release_order', cancel: 'cancel_order' };

/** Calls on an order. */
export class OrderCalls {
  readonly object: HistoryObject<OrderState, OrderInput, OrderState | 'canceled'>;
  private readonly send: Send;
  private readonly order_id: string;
  /** Last version that each client has seen, which it sends with guarded calls. */
  private readonly versions = new Map<number, number>();
  private readonly firstVersion: number;

  constructor(sender: Sender, { shopKey, order }: HistoryShop) {
    this.object = new HistoryObject('order', orderModel(order.version));
    this.send = sender.as({ key: shopKey });
    this.order_id = order.order_id;
    this.firstVersion = order.version;
  }

  async make(client: number, action: ActionOn<'order'>, how: Sending): Promise<void> {
    const isGuarded = action.do !== 'read' && action.isGuarded;
    const ifMatch = isGuarded ? (this.versions.get(client) ?? this.firstVersion) : undefined;
    const attempts = await this.send(OPERATIONS[action.do], { order_id: this.order_id }, how, ifMatch);
    const guard = ifMatch !== undefined && { ifMatch };
    const input: OrderInput = action.do === 'read' ? { do: 'read' } : { do: action.do, ...guard };
    const answer = this.object.record({ client, input, attempts }, action.do === 'cancel' ? () => 'canceled' : orderIn);
    if (answer) this.versions.set(client, versionOf(answer));
    if (action.do !== 'cancel') return;
    // A cancellation writes twice, and its response shows the order after the second write.
    this.object.record({ client, input: { do: 'void' }, attempts: attempts.filter(mayHaveEffect) }, orderIn);
  }
}

function orderIn(answer: Answered): OrderState {
  const { status, payment_status } = answer.json.data;
  return { status, payment: payment_status, version: versionOf(answer) };
}
