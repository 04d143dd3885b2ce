import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { invoice } from '../../src/payments/handlers/invoice.js';
import { insertWrite, type PaymentHandler, type Put } from '../../src/ports.js';
import { systemIds } from '../../src/system.js';
import { readyCart, shopper } from '../actors/shopper.js';
import { askedInvoice } from '../support/asked-invoice.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Longer than the interval of maintenance, in milliseconds. */
const A_ROUND = 5_000;

afterEach(() => {
  vi.useRealTimers();
});

const PENDING = { state: 'pending' } as const;
/** Number of stuck payments: more than maintenance checks in one round. */
const STUCK = 150;

const handler = (id: string, more: Partial<PaymentHandler>): PaymentHandler => ({
  ...askedInvoice,
  ...more,
  description: { ...askedInvoice.description, id },
});

const down = () => Promise.reject(new Error('down'));

function stateOf({ app }: TestPortal, id: string): Promise<string | undefined> {
  return app.store.read((rows) => rows.get('checkout', id)?.state);
}

/** Stores many copies of the payment, with an earlier start and with a handler that is down. */
async function stuckBeside({ app }: TestPortal, id: string): Promise<void> {
  await app.store.update((rows) => {
    const row = rows.get('checkout', id);
    if (!row?.attempt) throw new Error('no payment is open');
    const { attempt } = row;
    const writes = Array.from({ length: STUCK }, (_, index): Put => {
      const stuck = { ...attempt, id: systemIds.next('pay'), handler_id: 'down', started_at: attempt.started_at - 1 };
      const copy = { ...row, id: systemIds.next('chk'), buyer_id: `stuck-${index}`, attempt: stuck, version: 0 };
      return insertWrite('checkout', copy);
    });
    return { writes, result: undefined };
  });
}

it('settles the payments of other handlers while one handler is down', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  const broken = handler('down', { status: down, void: down });
  const before = await startPortal({
    database,
    handlers: [handler('invoice', { authorize: async () => PENDING, status: async () => PENDING }), broken],
  });
  const by = shopper(before, { buyer: 'ada' });
  const { id, total } = await readyCart(by);
  const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };
  await by.ok('complete_checkout', { checkout_id: id, expected_total: total, payment });
  await stuckBeside(before, id);
  await before.close();

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const after = await startPortal({ database, handlers: [invoice, broken] });
  await expect
    .poll(() => {
      vi.advanceTimersByTime(A_ROUND);
      return stateOf(after, id);
    })
    .toBe('completed');
  await after.close();
  rmSync(folder, { recursive: true });
});
