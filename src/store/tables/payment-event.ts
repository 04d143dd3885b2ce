import { z } from 'zod';
import { once } from '../../domain/values/once.js';
import { created, maybe, text } from './forms.js';
import { idOf } from './owner-columns.js';
import type { RemovableTable } from './table.js';

/** An event of a payment provider whose signature was verified, stored so that a repeat has no effect. */
export interface ReceivedEvent {
  /** The handler's id, the id of the shop if it was sent to that shop's address, and the provider's id of the event. */
  readonly id: string;
  /** Organization of its payments; absent if these belong to several. */
  readonly organization_id?: string;
  readonly created_at: number;
  readonly version: number;
}

export const payment_event: RemovableTable<ReceivedEvent> = {
  form: once(() => z.strictObject({ id: text, organization_id: maybe(text), ...created })),
  key: idOf,
  columns: {},
  after: [],
  cached: false,
  removable: true,
};
