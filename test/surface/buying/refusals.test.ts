import { afterAll, beforeAll, expect, it } from 'vitest';
import { CARD, type Shopper, shopper } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { tableCounts } from '../../support/table-counts.js';
import { addDiscounts, changeItem } from '../../support/tenants.js';
import { keptIn } from './kept.js';
import { ADA, buyStepByStep, HOME, INVOICE, MUG, type Wish } from './ways.js';

let portal: TestPortal;
let by: Shopper;
beforeAll(async () => {
  portal = await startPortal();
  by = shopper(portal, { buyer: 'in-one-call' });
  await addDiscounts(portal, portal.demo.shop_id, [{ code: 'ENDED', ends_at: 1 }]);
  await changeItem(portal, 'glazed-teapot', { status: 'withdrawn' });
});
afterAll(() => portal.close());

interface Refusal {
  readonly code: string;
  readonly why: string;
  /** Replaces members of a mug that is picked up. */
  readonly wish?: Partial<Wish>;
  /** Replaces the right total, or the payment by invoice. */
  readonly paying?: object;
}

const of = (id: string, more: object = {}) => [{ item: { id }, quantity: 1, ...more }];
const SHIPPED = { destination: HOME, selected_option_id: 'standard' };
const card = (token: string) => ({ payment: { instruments: [{ ...CARD, credential: { type: 'token', token } }] } });

/** Errors of the content or the payment, after which nothing is stored. */
const WRONG: readonly Refusal[] = [
  { code: 'item_not_found', why: 'an unknown item', wish: { line_items: of('teleporter') } },
  { code: 'item_unavailable', why: 'a withdrawn item', wish: { line_items: of('glazed-teapot') } },
  { code: 'parent_not_found', why: 'an unknown parent', wish: { line_items: of('enamel-mug', { parent_id: 'p' }) } },
  {
    code: 'property_unknown',
    why: 'an unknown property',
    wish: { line_items: of('enamel-mug', { properties: [{ name: 'Size', value: 'M' }] }) },
  },
  {
    code: 'property_value_invalid',
    why: 'an unknown value',
    wish: { line_items: of('shop-tee', { properties: [{ name: 'Size', value: 'Huge' }] }) },
  },
  {
    code: 'line_item_conflict',
    why: 'an id for two items',
    wish: { line_items: [...of('enamel-mug', { id: 'a' }), ...of('sea-salt', { id: 'a' })] },
  },
  { code: 'limit_exceeded', why: 'too many units', wish: { line_items: of('enamel-mug', { quantity: 10_000 }) } },
  { code: 'fulfillment_option_unknown', why: 'an unknown option', wish: { selected_option_id: 'teleport' } },
  { code: 'fulfillment_option_unknown', why: 'a long id of an option', wish: { selected_option_id: 'x'.repeat(129) } },
  {
    code: 'fulfillment_option_unknown',
    why: 'an option of another country',
    wish: { destination: { address_country: 'DE' }, selected_option_id: 'standard' },
  },
  {
    code: 'fulfillment_destination_required',
    why: 'shipping without a destination',
    wish: { selected_option_id: 'standard' },
  },
  { code: 'discount_code_invalid', why: 'an unknown code', wish: { discount_codes: ['NONE'] } },
  { code: 'discount_code_invalid', why: 'a long code', wish: { discount_codes: ['x'.repeat(65)] } },
  { code: 'discount_code_expired', why: 'an ended code', wish: { discount_codes: ['ENDED'] } },
  {
    code: 'discount_code_ineligible',
    why: 'a code for more goods',
    wish: { line_items: of('sea-salt'), discount_codes: ['FREESHIP'] },
  },
  { code: 'discount_code_already_applied', why: 'a code twice', wish: { discount_codes: ['MUG5', 'mug5'] } },
  { code: 'payment_instrument_invalid', why: 'no payment', paying: { payment: undefined } },
  { code: 'payment_instrument_invalid', why: 'an unknown token', paying: card('tok_stolen') },
  {
    code: 'payment_instrument_invalid',
    why: 'an unknown handler',
    paying: { payment: { instruments: [{ id: 'i', handler_id: 'cash' }] } },
  },
  { code: 'invalid_request', why: 'a negative total', paying: { expected_total: -1 } },
  { code: 'invalid_request', why: 'a wrong email address', wish: { buyer: { email: 'ada' } } },
  { code: 'invalid_request', why: 'no lines', wish: { line_items: [] } },
];

/** Errors about a valid purchase that cannot be paid as asked, and that another call can correct. */
const CORRECTABLE: readonly Refusal[] = [
  { code: 'out_of_stock', why: 'too few units', wish: { line_items: of('copper-saucepan', { quantity: 2 }) } },
  {
    code: 'checkout_not_ready',
    why: 'no street',
    wish: { ...SHIPPED, destination: { address_country: 'US', address_region: 'OR' } },
  },
  {
    code: 'checkout_not_ready',
    why: 'a missing property',
    wish: { line_items: of('shop-tee'), selected_option_id: 'pickup-portland' },
  },
  { code: 'total_changed', why: 'another total', paying: { expected_total: 1 } },
];

/** Errors after which the buyer must act, or needs another card. The purchase is kept. */
const KEPT: readonly Refusal[] = [
  { code: 'checkout_not_ready', why: 'an age to confirm', wish: { line_items: of('oregon-pinot-noir') } },
  {
    code: 'checkout_not_ready',
    why: 'a total to review',
    wish: { line_items: of('butcher-block-island', { quantity: 2 }) },
  },
  {
    code: 'checkout_not_ready',
    why: 'an age to confirm beside a missing property',
    wish: { line_items: [...of('oregon-pinot-noir'), ...of('shop-tee')] },
  },
  { code: 'payment_failed', why: 'a declined card', paying: card('tok_decline') },
];

let buyers = 0;

/** Buys both ways with the same arguments. Returns the two responses. */
async function bothWays({ wish, paying }: Refusal) {
  buyers += 1;
  const stepper = shopper(portal, { buyer: `step-by-step-${buyers}` });
  const whole = { ...MUG, ...wish };
  const exact = { expected_total: 1716, payment: INVOICE, ...paying };
  const single = await buyStepByStep(stepper, whole, exact);
  return { single, before: await tableCounts(portal.database), bought: await by.send('buy', { ...whole, ...exact }) };
}

it.each([...WRONG, ...CORRECTABLE])(
  'rejects $why with $code, as the single calls do, and stores nothing',
  async (refusal) => {
    const { single, before, bought } = await bothWays(refusal);
    expect([single.json.error, bought.json.error]).toEqual([refusal.code, refusal.code]);
    expect(bought.status).toBe(single.status);
    expect(await tableCounts(portal.database)).toEqual(before);
  },
);

it.each(KEPT)('rejects $why with $code, as the single calls do, and keeps the cart', async (refusal) => {
  const { single, bought } = await bothWays(refusal);
  expect([single.json.error, bought.json.error]).toEqual([refusal.code, refusal.code]);
  const kept = keptIn(bought.json.detail);
  expect(bought.json.detail).toBe(`${single.json.detail} The cart is kept as checkout ${kept}.`);
  const { data } = await by.ok('get_checkout', { checkout_id: kept });
  const { line_items = MUG.line_items, buyer = ADA } = refusal.wish ?? {};
  expect(data).toMatchObject({ line_items, buyer });
  expect(['requires_escalation', 'ready_for_complete']).toContain(data.status);
});
