import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { invoice } from '../../src/payments/handlers/invoice.js';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
import type { PaymentHandler, RefundOutcome } from '../../src/ports.js';
import { verifyOrderStatement } from '../../src/receipts.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey } from '../support/tenants.js';
import { EMAIL } from './agent.js';
import { ACCEPTED, type Person } from './person.js';
import { ADDRESS } from './scenes.js';
import { openStage, type Stage } from './stage.js';

const DAY = 24 * 60 * 60 * 1000;
const clock = stillClock();
/** Outcome of refunds by the card handler; tests may change it. */
const card: { refunds: RefundOutcome } = { refunds: { state: 'completed' } };
const sandbox: PaymentHandler = { ...makeSandboxCard(), refund: async () => card.refunds };
let stage: Stage;
/** Calls operations as the shop's merchant. */
let merchant: Shopper;
beforeAll(async () => {
  stage = await openStage({ clock, handlers: [invoice, sandbox] });
  const { key } = await anotherKey(stage.portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  merchant = shopper(stage.portal, { key });
});
afterAll(() => stage.close());

const LINES = [
  { id: 'flask', item: { id: 'vacuum-flask' }, quantity: 2 },
  { id: 'herbs', item: { id: 'garden-herb-kit' }, quantity: 1 },
];
const FLASK = [{ id: 'flask', quantity: 1 }];
const REST = [...FLASK, { id: 'herbs', quantity: 1 }];
const BOTH = 'Steel vacuum flask, Windowsill herb kit';
const TRACKING_URL = 'https://track.example/GP77?parcel=1&of="2"';

interface Ordered {
  readonly order_id: string;
  /** Person with the order's page open. */
  readonly person: Person;
  /** Performs an operation as the merchant, then reloads the person's page. */
  does(operation: string, args?: object): Promise<void>;
}

/** A person pays $106.18 for two flasks and a herb kit with shipping, and opens the order's page. */
async function ordered(pay: (person: Person) => Promise<void>): Promise<Ordered> {
  const agent = await stage.agent(LINES);
  await agent.cart('set_buyer', EMAIL);
  await agent.cart('set_destination', { destination: ADDRESS });
  await agent.cart('select_fulfillment', { selected_option_id: 'standard' });
  const person = await stage.person(agent.continue_url);
  await pay(person);
  await person.follow('See and print your order');
  const order_id: string = (await agent.cart('get_checkout')).order.id;
  return {
    order_id,
    person,
    async does(operation, args = {}) {
      await merchant.ok(operation, { order_id, ...args });
      await person.page.reload();
    },
  };
}

const byCard = (person: Person) => person.pay(ACCEPTED);
const byInvoice = async (person: Person) => {
  await person.page.getByLabel('Pay by invoice').check();
  await person.press('Place the order for $106.18');
};

/** Entries of the order's timeline, with their dates but without their times. */
const timeline = async ({ page }: Person) =>
  (await page.locator('.timeline > li').allInnerTexts()).map((text) => text.replace(/,? \d+:\d\d\s[AP]M\n/u, ': '));
/** State of each line, below its title. */
const lines = ({ page }: Person) => page.locator('.lines .state').allInnerTexts();
const day = (days: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(clock.now() + days * DAY);
const instant = (days: number) => new Date(clock.now() + days * DAY).toISOString();

describe('the page of an order', () => {
  test('shows an order shipped in parts, with a hold in between', async () => {
    const { person, does } = await ordered(byCard);
    const first = day(0);
    expect(await timeline(person)).toEqual([`${first}: Placed`]);
    const tracking = { carrier: 'Ground post', tracking_number: 'GP 77', tracking_url: TRACKING_URL };
    clock.advance(DAY);
    await does('record_fulfillment_event', { type: 'shipped', line_items: FLASK, ...tracking });
    expect(await person.badges()).toEqual(['Partly on its way', 'Paid']);
    expect(await lines(person)).toEqual(['1 of 2 on the way', 'Being prepared']);
    const link = person.page.getByRole('link', { name: 'GP 77', exact: true });
    expect(await link.getAttribute('href')).toBe(TRACKING_URL);
    await does('hold_order', { reason: 'The herbs are <not> ripe.', visible: true, note: 'Call the nursery' });
    expect(await person.badges()).toEqual(['On hold', 'Paid']);
    expect(await person.text()).toContain('The order is on hold: The herbs are <not> ripe.');
    expect(await person.text()).not.toContain('nursery');
    await person.look();
    clock.advance(DAY);
    await does('release_order');
    clock.advance(1);
    expect(await person.badges()).toEqual(['Partly on its way', 'Paid']);
    expect(await person.text()).not.toContain('The order is on hold');
    await does('record_fulfillment_event', { type: 'shipped', line_items: REST });
    expect(await person.badges()).toEqual(['Shipped', 'Paid']);
    expect(await lines(person)).toEqual(['Shipped', 'Shipped']);
    expect(await person.text()).toMatch(/\bExpected by [A-Z][a-z]+ \d/);
    await does('record_fulfillment_event', { type: 'delivered', line_items: FLASK });
    await does('record_fulfillment_event', { type: 'delivered', line_items: REST });
    expect(await person.badges()).toEqual(['Delivered', 'Paid']);
    expect(await lines(person)).toEqual(['Delivered', 'Delivered']);
    expect(await person.text()).not.toMatch(/\bExpected by/);
    expect(await timeline(person)).toEqual([
      `${first}: Placed`,
      `${day(-1)}: Shipped: Steel vacuum flask, with Ground post, GP 77`,
      `${day(-1)}: Put on hold`,
      `${day(0)}: Released`,
      `${day(0)}: Shipped: ${BOTH}`,
      `${day(0)}: Delivered: Steel vacuum flask`,
      `${day(0)}: Delivered: ${BOTH}`,
    ]);
  });

  test('links to the statement that the shop signs', async () => {
    const { order_id, person } = await ordered(byCard);
    const link = person.page.getByRole('link', { name: 'Order signed by the shop (file)' });
    const response = await fetch(new URL((await link.getAttribute('href')) ?? '', person.page.url()));
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${order_id}.json"`);
    expect(await verifyOrderStatement(await response.json())).toMatchObject({ order_id });
    const forged = await fetch(`${stage.portal.url}/orders/${order_id}.0.AAAAAAAAAAAAAAAAAAAAAA/statement`);
    expect(forged.status).toBe(404);
  });

  test('shows an order with a late delivery event and a full refund', async () => {
    const { person, does } = await ordered(byCard);
    const first = day(0);
    clock.advance(DAY);
    await does('record_fulfillment_event', { type: 'shipped', line_items: FLASK });
    clock.advance(2 * DAY);
    const url = { tracking_url: 'https://track.example/2' };
    await does('record_fulfillment_event', { type: 'shipped', line_items: REST, ...url });
    const late = { occurred_at: instant(-1), description: 'It lay at the door.' };
    await does('record_fulfillment_event', { type: 'delivered', line_items: FLASK, ...late });
    clock.advance(DAY);
    await does('adjust_order', { type: 'refund', amount: 250, reason: 'A dent', visible: true });
    expect(await person.badges()).toEqual(['Shipped', 'Partly refunded']);
    clock.advance(DAY);
    await does('adjust_order', { type: 'return', line_items: FLASK, reason: 'She is a difficult one' });
    await does('adjust_order', { type: 'refund' });
    await does('adjust_order', { type: 'return', line_items: [{ id: 'herbs', quantity: 1 }] });
    expect(await person.badges()).toEqual(['Shipped', 'Refunded']);
    expect(await person.text()).toMatch(/You paid\s*\$106\.18\s*Refunded\s*-\$106\.18/);
    expect(await timeline(person)).toEqual([
      `${first}: Placed`,
      `${day(-4)}: Shipped: Steel vacuum flask`,
      `${day(-3)}: Delivered: Steel vacuum flask. It lay at the door.`,
      `${day(-2)}: Shipped: ${BOTH}, Track the delivery`,
      `${day(-1)}: Refund: $2.50 given back (A dent)`,
      `${day(0)}: Return: $38.61 given back`,
      `${day(0)}: Refund: $65.07 given back`,
      `${day(0)}: Return: Windowsill herb kit`,
    ]);
    const follow = person.page.getByRole('link', { name: 'Track the delivery', exact: true });
    expect(await follow.getAttribute('href')).toBe(url.tracking_url);
    await person.look();
  });

  test('shows the reason and the refunds of an order that the merchant canceled', async () => {
    const { person, does } = await ordered(byCard);
    clock.advance(DAY);
    await does('cancel_order', { line_items: FLASK, reason: 'We dropped it' });
    expect(await lines(person)).toEqual(['Being prepared, 1 canceled', 'Being prepared']);
    await does('cancel_order', { reason: 'The flasks were <lost>.', visible: true });
    expect(await person.badges()).toEqual(['Canceled', 'Refunded']);
    expect(await person.text()).toContain('The order is canceled: The flasks were <lost>.');
    expect(await lines(person)).toEqual(['Canceled', 'Canceled']);
    expect(await timeline(person)).toEqual([
      `${day(-1)}: Placed`,
      `${day(0)}: Canceled`,
      `${day(0)}: Canceled: Steel vacuum flask, $38.61 given back`,
      `${day(0)}: Refund: $67.57 given back (The flasks were <lost>.)`,
    ]);
    expect(await person.text()).not.toMatch(/\bExpected by [A-Z][a-z]+ \d/);
    await person.look();
  });

  test('puts the same lines, buyer and address into a new cart for a reorder', async () => {
    const { person, order_id } = await ordered(byCard);
    await person.press('Buy again');
    expect(person.page.url()).toMatch(/\/checkout\/[^/]+$/);
    expect(await person.page.getByLabel('Quantity of Steel vacuum flask').inputValue()).toBe('2');
    expect(await person.page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    expect(await person.page.getByLabel('Street and house number').inputValue()).toBe('12 Main St');
    expect(await person.primary()).toEqual(['Pay $106.18']);
    await byCard(person);
    await person.follow('See and print your order');
    const { data } = await merchant.ok('get_order', { order_id });
    expect(await person.heading()).toBe(`Order ${Number(data.display_id) + 1}`);
  });

  test('shows an order canceled before payment', async () => {
    const { person, does } = await ordered(byInvoice);
    expect(await person.badges()).toEqual(['Being prepared', 'Payment is due']);
    await does('cancel_order');
    expect(await person.badges()).toEqual(['Canceled', 'Payment voided']);
    expect(await person.text()).toContain('The order is canceled.');
    const canceled = `${day(0)}: Canceled: 2 × Steel vacuum flask, Windowsill herb kit, $106.18 no longer to be paid`;
    expect(await timeline(person)).toEqual([`${day(0)}: Placed`, canceled]);
    await person.look();
  });

  test('shows a pending and a failed refund', async () => {
    const { person, does } = await ordered(byCard);
    onTestFinished(() => {
      card.refunds = { state: 'completed' };
    });
    card.refunds = { state: 'failed', reason: 'the card was closed' };
    await does('adjust_order', { type: 'refund', amount: 250 });
    card.refunds = { state: 'pending' };
    clock.advance(DAY);
    await does('adjust_order', { type: 'refund', amount: 300 });
    expect(await person.badges()).toEqual(['Being prepared', 'Paid']);
    expect(await person.text()).toContain('A refund of $2.50 failed.');
    expect(await person.text()).toContain('A refund of $3.00 is on its way.');
    expect(await timeline(person)).toEqual([
      `${day(-1)}: Placed`,
      `${day(-1)}: Refund: $2.50 could not be given back`,
      `${day(0)}: Refund: $3.00 on its way`,
    ]);
    await person.look();
  });

  test.each([
    ['picked_up', '1 of 2 picked up'],
    ['provisioned', '1 of 2 delivered digitally'],
    ['shipped', '1 of 2 on the way'],
  ])('shows how the units of a line left the shop: %s', async (type, note) => {
    const { person, does } = await ordered(byInvoice);
    expect(await person.text()).toMatch(/\bExpected by [A-Z][a-z]+ \d/);
    await does('record_fulfillment_event', { type, line_items: FLASK });
    expect((await lines(person))[0]).toBe(note);
  });

  test('describes every kind of event in words, with the number of units', async () => {
    const { person, order_id, does } = await ordered(byInvoice);
    await does('mark_order_paid');
    expect(await person.badges()).toEqual(['Being prepared', 'Paid']);
    const line_items = [{ id: 'flask', quantity: 2 }];
    const record = (type: string, units: object[]) =>
      merchant.ok('record_fulfillment_event', { order_id, type, line_items: units });
    await record('provisioned', [{ id: 'herbs', quantity: 1 }]);
    await record('ready_for_pickup', FLASK);
    await record('picked_up', FLASK);
    await record('shipped', FLASK);
    for (const type of ['in_transit', 'failed_attempt', 'undeliverable', 'returned_to_sender', 'delivered'])
      await record(type, line_items);
    await person.page.reload();
    expect(await timeline(person)).toEqual(
      [
        'Placed',
        'Delivered digitally: Windowsill herb kit',
        'Ready for pickup: Steel vacuum flask',
        'Picked up: Steel vacuum flask',
        'Shipped: Steel vacuum flask',
        'On its way: 2 × Steel vacuum flask',
        'Delivery was attempted: 2 × Steel vacuum flask',
        'Could not be delivered: 2 × Steel vacuum flask',
        'Returned to the shop: 2 × Steel vacuum flask',
        'Delivered: 2 × Steel vacuum flask',
      ].map((text) => `${day(0)}: ${text}`),
    );
    await person.look();
  });
});
