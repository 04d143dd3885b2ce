import { type Shopper, shopper } from '../actors/shopper.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey } from '../support/tenants.js';
import { type Agent, EMAIL, PICKUP, readyFor } from './agent.js';
import { openStage, type Stage } from './stage.js';

/** Every page that a buyer can see, in each of its states. */

const HOUR = 60 * 60 * 1000;

/** An address to which the demo shop ships. */
export const ADDRESS = {
  full_name: 'Ada Lovelace',
  street_address: '12 Main St',
  address_locality: 'Springfield',
  address_region: 'OR',
  postal_code: '97477',
  address_country: 'US',
};
export const ONE = [{ item: { id: 'vacuum-flask' }, quantity: 1 }];
const THREE = [
  { item: { id: 'vacuum-flask' }, quantity: 2 },
  { item: { id: 'keepsake-mug' }, quantity: 1, properties: [{ name: 'Engraving', value: 'For Ada' }] },
  { item: { id: 'linen-tea-towel' }, quantity: 3 },
];

interface Backstage {
  readonly stage: Stage;
  readonly merchant: Shopper;
  readonly clock: ReturnType<typeof stillClock>;
}

/** Fills a cart that lacks nothing but the payment. */
export async function shipped(
  { stage }: Pick<Backstage, 'stage'>,
  lines: typeof ONE | typeof THREE,
  selected_option_id = 'standard',
): Promise<Agent> {
  const agent = await stage.agent(lines);
  await agent.cart('set_buyer', EMAIL);
  await agent.cart('set_destination', { destination: ADDRESS });
  await agent.cart('select_fulfillment', { selected_option_id });
  return agent;
}

/** Pays the agent's cart at the total shown last. Returns its order. */
export async function paid(
  agent: Agent,
  instrument: object,
): Promise<{ readonly id: string; readonly permalink_url: string }> {
  const { totals } = await agent.cart('get_checkout');
  const args = { expected_total: totals.at(-1).amount, payment: { instruments: [{ id: 'i', ...instrument }] } };
  return (await agent.cart('complete_checkout', args)).order;
}

export const INVOICE = { handler_id: 'invoice' };
export const card = (token: string) => ({
  handler_id: 'sandbox_card',
  type: 'card',
  brand: 'visa',
  last_digits: '4242',
  credential: { type: 'token', token },
});

/** Pays with a card whose bank asks for a confirmation. Returns the link for the buyer. */
async function confirming(back: Backstage): Promise<string> {
  const agent = await shipped(back, ONE);
  await paid(agent, card('tok_confirm'));
  return agent.continue_url;
}

/** Prepares a page and returns its URL. */
type Scene = (backstage: Backstage) => Promise<string>;

export const SCENES: Readonly<Record<string, Scene>> = {
  'checkout-one': async (back) => (await shipped(back, ONE)).continue_url,
  'checkout-three': async (back) => {
    const agent = await shipped(back, THREE);
    await agent.cart('apply_discount', { code: 'WELCOME10' });
    return agent.continue_url;
  },
  'checkout-bare': async ({ stage }) => (await stage.agent(ONE)).continue_url,
  'checkout-digital': async ({ stage }) =>
    (await stage.agent([{ item: { id: 'preserving-ebook' }, quantity: 1 }])).continue_url,
  'checkout-mend': async ({ stage }) =>
    (
      await stage.agent([
        { item: { id: 'shop-tee' }, quantity: 1 },
        { item: { id: 'copper-saucepan' }, quantity: 2 },
      ])
    ).continue_url,
  'checkout-approve': async ({ stage }) => {
    const agent = await stage.agent([{ item: { id: 'butcher-block-island' }, quantity: 2 }]);
    await agent.cart('set_buyer', EMAIL);
    return (await agent.cart('select_fulfillment', PICKUP)).continue_url;
  },
  'checkout-age': async ({ stage }) =>
    (await readyFor(await stage.agent([{ item: { id: 'oregon-pinot-noir' }, quantity: 1 }]))).continue_url,
  empty: async ({ stage }) => (await stage.agent()).continue_url,
  done: async (back) => {
    const agent = await shipped(back, THREE);
    await paid(agent, card('tok_approve'));
    return agent.continue_url;
  },
  'done-invoice': async ({ stage }) => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'fountain-pen' }, quantity: 1 }]));
    await paid(agent, INVOICE);
    return agent.continue_url;
  },
  pending: async (back) => {
    const agent = await shipped(back, ONE);
    await paid(agent, card('tok_pending'));
    return agent.continue_url;
  },
  confirm: confirming,
  'test-bank': async (back) => `${await confirming(back)}/test-bank`,
  'checkout-failed': async (back) => {
    const url = await confirming(back);
    await fetch(`${url}/test-bank`, { method: 'POST', body: new URLSearchParams({ result: 'rejected' }) });
    return url;
  },
  canceled: async (back) => {
    const agent = await shipped(back, ONE);
    await agent.cart('cancel_checkout');
    return agent.continue_url;
  },
  order: async (back) => (await paid(await shipped(back, ONE), INVOICE)).permalink_url,
  'order-told': async (back) => {
    const order = await paid(await shipped(back, THREE), card('tok_approve'));
    const does = (operation: string, args: object) => back.merchant.ok(operation, { order_id: order.id, ...args });
    const { data } = await back.merchant.ok('get_order', { order_id: order.id });
    const [first] = data.line_items;
    const units = [{ id: first.id, quantity: 1 }];
    back.clock.advance(20 * HOUR);
    const tracking = { carrier: 'Ground post', tracking_number: 'GP 77', tracking_url: 'https://track.example/GP77' };
    await does('record_fulfillment_event', { type: 'shipped', line_items: units, ...tracking });
    back.clock.advance(30 * HOUR);
    await does('record_fulfillment_event', { type: 'delivered', line_items: units });
    await does('adjust_order', { type: 'return', line_items: units, reason: 'A dent', visible: true });
    await does('hold_order', { reason: 'The towels are late.', visible: true });
    return order.permalink_url;
  },
  expired: async (back) => {
    const agent = await shipped(back, ONE);
    back.clock.advance(7 * HOUR);
    return agent.continue_url;
  },
  'not-found': async ({ stage }) => `${stage.portal.url}/checkout/none`,
};

/** Opens a stage with a merchant. */
export async function openBackstage(): Promise<Backstage> {
  const clock = stillClock();
  const stage = await openStage({ clock });
  const { key } = await anotherKey(stage.portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  return { stage, merchant: shopper(stage.portal, { key }), clock };
}
