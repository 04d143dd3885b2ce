import { z } from 'zod';
import type { KeptStatement } from '../../domain/order/kept-statement.js';
import { once } from '../../domain/values/once.js';
import { stamps, text } from './forms.js';
import { order } from './order.js';
import { idOf } from './owner-columns.js';
import type { PermanentTable } from './table.js';

export const order_statement: PermanentTable<KeptStatement> = {
  form: once(() =>
    z.strictObject({
      id: text,
      issuer: text,
      signed_at: z.int().min(0),
      signatures: z.array(z.strictObject({ kid: text, signature: text })),
      ...stamps,
    }),
  ),
  key: idOf,
  columns: {},
  after: [order],
  cached: false,
  removable: false,
};
