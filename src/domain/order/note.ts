import type { Order } from './order.js';

/** Replaces the merchant's note on an order, or removes it. The order may have any status. */
export function writeNote(order: Order, note: string | null, now: number): Order {
  const { note: _before, ...rest } = order;
  return { ...rest, ...(note !== null && { note }), updated_at: now };
}

/** Returns what the merchant noted on an order and on its hold. */
export function merchantNote({ note, hold_note }: Pick<Order, 'note' | 'hold_note'>): string | undefined {
  return [note, hold_note].filter((text) => text !== undefined).join('\n') || undefined;
}
