import type { LinkDeps } from '../link-call.js';

/** The order of a paid checkout, as the checkout's page shows it. */
export interface PlacedOrder {
  readonly display_id: string;
  readonly handler_id: string | undefined;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
}

export async function placedOrder({ store }: LinkDeps, id: string): Promise<PlacedOrder | undefined> {
  const order = await store.read((rows) => rows.get('order', id));
  return order && { display_id: order.display_id, handler_id: order.payment.handler_id, created_at: order.created_at };
}
