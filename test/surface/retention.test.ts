import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CART_LIFETIME } from '../../src/domain/checkout/checkout.js';
import { sweep } from '../../src/maintenance/sweep.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { tableCounts } from '../support/table-counts.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { changeSettings } from '../support/tenants.js';
import { fullCart, openPayment } from './leaks/carts.js';
import { rowText } from './leaks/database.js';
import { HANDLER_ID, type MarkedCard, markedCard } from './leaks/marked-card.js';
import { FIELDS, holds } from './leaks/markers.js';
import { httpSpeaker, type Speaker, Witness } from './leaks/speakers.js';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

let portal: TestPortal;
let database: string;
let clock: ReturnType<typeof stillClock>;
let card: MarkedCard;
beforeEach(async () => {
  clock = stillClock();
  card = markedCard();
  database = join(temporaryFolder(), 'portal.db');
  portal = await startPortal({ database, clock, handlers: [card] });
  await changeSettings(portal, { payment_handlers: [HANDLER_ID], address_check: 'street' });
});
afterEach(async () => {
  await portal.close();
  rmSync(dirname(database), { recursive: true });
});

const agent = (buyer: string) =>
  httpSpeaker(new Witness(), { url: portal.url, key: portal.demo.deployment_key }, buyer);

/** Returns the fields whose markers the row of a checkout contains. */
const fieldsIn = async (id: string) => {
  const row = await rowText(database, 'checkout', id);
  return [...FIELDS.keys()].filter((field) => holds(row, field));
};

interface Ending {
  readonly name: string;
  /** Closes a full cart. Returns its id. */
  end(by: Speaker): Promise<string>;
  readonly messages: readonly string[];
}

const ENDINGS: readonly Ending[] = [
  {
    name: 'a canceled cart',
    async end(by) {
      const checkout_id = await fullCart(by);
      await by.call('cancel_checkout', { checkout_id });
      return checkout_id;
    },
    messages: [],
  },
  {
    name: 'a cart that was canceled while it was being paid',
    async end(by) {
      const checkout_id = await openPayment(by, card);
      await by.call('cancel_checkout', { checkout_id });
      return checkout_id;
    },
    messages: [],
  },
  {
    name: 'an expired cart',
    async end(by) {
      const checkout_id = await fullCart(by);
      clock.advance(CART_LIFETIME);
      return checkout_id;
    },
    messages: ['checkout_expired'],
  },
];

describe('after the retention period', () => {
  it.each(ENDINGS)('clears $name, and still returns it', async ({ end, messages }) => {
    const by = agent('ada');
    const checkout_id = await end(by);
    clock.advance(30 * DAY - 1);
    await sweep(portal.app.portal);
    expect((await fieldsIn(checkout_id)).length).toBeGreaterThan(20);
    clock.advance(1);
    await sweep(portal.app.portal);
    expect(await fieldsIn(checkout_id)).toEqual([]);
    const { data } = await by.call('get_checkout', { checkout_id });
    expect(data).toMatchObject({ id: checkout_id, status: 'canceled', line_items: [] });
    expect(data.messages.map(({ code }: { code: string }) => code)).toEqual(messages);
    for (const member of ['buyer', 'order', 'continue_url']) expect(data).not.toHaveProperty(member);
    expect(data.fulfillment.methods).toEqual([]);
    expect(data.payment).not.toHaveProperty('instruments');
    expect((await agent('bob').call('get_checkout', { checkout_id })).code).toBe('checkout_not_found');
  });

  it('keeps the content of completed checkouts and carts in use', async () => {
    const by = agent('ada');
    const paid = await openPayment(by, card);
    card.known = { state: 'authorized', payment_status: 'paid' };
    expect((await by.call('get_checkout', { checkout_id: paid })).data.status).toBe('completed');
    clock.advance(31 * DAY);
    const used = await fullCart(agent('bob'));
    await sweep(portal.app.portal);
    for (const id of [paid, used]) expect((await fieldsIn(id)).length).toBeGreaterThan(20);
  });
});

describe('an expired cart', () => {
  it('is closed once by the sweep, and the next call gets a new cart', async () => {
    const by = agent('ada');
    const checkout_id = await fullCart(by);
    clock.advance(CART_LIFETIME - 1);
    await sweep(portal.app.portal);
    expect(await stateOf(checkout_id)).toBe('open');
    clock.advance(1);
    await sweep(portal.app.portal);
    expect(await stateOf(checkout_id)).toBe('canceled');
    const once = (await tableCounts(database)).audit_event;
    await sweep(portal.app.portal);
    expect((await tableCounts(database)).audit_event).toEqual(once);
    const { data } = await by.call('get_cart', {});
    expect(data).toMatchObject({ status: 'incomplete', line_items: [] });
    expect(data.id).not.toBe(checkout_id);
  });
});

describe('a stored response', () => {
  it('is removed after 48 hours, and not before', async () => {
    await fullCart(agent('ada'));
    const { idempotency } = await tableCounts(database);
    expect(idempotency).toMatchObject({ rows: 8 });
    clock.advance(48 * HOUR - 1);
    await sweep(portal.app.portal);
    expect((await tableCounts(database)).idempotency).toEqual(idempotency);
    clock.advance(1);
    await sweep(portal.app.portal);
    expect((await tableCounts(database)).idempotency).toMatchObject({ rows: 0 });
  });
});

async function stateOf(id: string): Promise<unknown> {
  const row: unknown = JSON.parse(await rowText(database, 'checkout', id));
  return typeof row === 'object' && row !== null ? Reflect.get(row, 'state') : undefined;
}
