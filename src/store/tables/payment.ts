import { z } from 'zod';
import type { Payment } from '../../domain/payment/payment.js';
import { ACCOUNT_OWNERS } from '../../domain/payment/shop-account.js';
import { once } from '../../domain/values/once.js';
import { checkout } from './checkout.js';
import { amount, instant, maybe, stamps, text } from './forms.js';
import { idOf, SHOP_ID } from './owner-columns.js';
import { paymentProgress } from './payment-progress.js';
import { shop } from './shop.js';
import type { PermanentTable } from './table.js';

export const payment: PermanentTable<Payment> = {
  form: once(() =>
    z.strictObject({
      id: text,
      organization_id: text,
      shop_id: text,
      checkout_id: text,
      order_id: maybe(text),
      handler_id: text,
      account: maybe(z.enum(ACCOUNT_OWNERS)),
      amount,
      currency: text,
      spend: maybe(z.strictObject({ key_id: text, at: instant })),
      progress: paymentProgress(),
      ask_at: maybe(instant),
      due_at: maybe(instant),
      ...stamps,
    }),
  ),
  key: idOf,
  columns: {
    shop_id: SHOP_ID,
    checkout_id: { type: 'text', of: (row) => row.checkout_id },
    spender_id: { type: 'text', nullable: true, of: (row) => row.spend?.key_id ?? null },
    spent_at: { type: 'integer', nullable: true, of: (row) => row.spend?.at ?? null },
    spent: { type: 'integer', nullable: true, changes: true, of: (row) => row.progress.spent ?? null },
    due_at: { type: 'integer', nullable: true, changes: true, of: (row) => row.due_at ?? null },
  },
  after: [shop, checkout],
  cached: true,
  removable: false,
};
