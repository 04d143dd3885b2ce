import { z } from 'zod';
import { once } from '../../domain/values/once.js';
import { created, text } from './forms.js';
import { idOf } from './owner-columns.js';
import type { PermanentTable } from './table.js';

/** A text stored by a payment handler (ports/payment.ts, PaymentNotes). */
export interface PaymentNote {
  /** The handler's id, a slash, and the key chosen by the handler. */
  readonly id: string;
  readonly text: string;
  readonly created_at: number;
  readonly version: number;
}

export const payment_note: PermanentTable<PaymentNote> = {
  form: once(() => z.strictObject({ id: text, text, ...created })),
  key: idOf,
  columns: {},
  after: [],
  cached: false,
  removable: false,
};
