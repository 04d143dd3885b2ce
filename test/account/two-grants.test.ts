import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.js';
import { callTool, connect } from '../oauth/assistant.js';
import { ebookPurchase } from '../oauth/assisted-purchase.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { ABSENT, sampleOf, type Things, thingsIn } from '../surface/tenancy/samples.js';

/**
 * Two grants in one shop never see each other's carts and orders: a tool that names an object of the other grant answers
 * as for an absent one. The tools come from the registry.
 */

const CARTS = ['checkout', 'discountedCheckout', 'readyCheckout'] as const;
const ORDERS = ['order', 'heldOrder', 'dueOrder', 'authorizedOrder'] as const;
const PERSONAL: readonly (keyof Things)[] = [...CARTS, ...ORDERS];
const TOOLS = OPERATIONS.filter(
  (one) => one.mcp && one.scope === 'commerce' && thingsIn(one).some((thing) => PERSONAL.includes(thing)),
);

let portal: TestPortal;
let one: string;
let other: string;
let theirs: Things;

const textOf = async (token: string, name: string, args: object) =>
  JSON.stringify((await callTool(portal.url, token, name, args)).json);
const allAs = (names: readonly string[], id: string) => Object.fromEntries(names.map((name) => [name, id]));
const idIn = (text: string, pattern: RegExp) => pattern.exec(text)?.[0] ?? '';

beforeAll(async () => {
  portal = await startPortal({ rateLimit: '0', env: { PORTAL_OAUTH: '1' } });
  one = (await connect(portal.url)).tokens.access_token;
  other = (await connect(portal.url)).tokens.access_token;
  const bought = await textOf(
    other,
    'buy',
    ebookPurchase({ email: 'other@buyer.example.test', full_name: 'Other Example' }, 'other'),
  );
  const lines = [{ id: 'theirs', item: { id: 'enamel-mug' }, quantity: 1 }];
  const cart = await textOf(other, 'add_line_items', { line_items: lines });
  const [checkout, order] = [idIn(cart, /chk_[\w-]+/), idIn(bought, /ord_[\w-]+/)];
  theirs = { ...ABSENT, line: 'theirs', ...allAs(CARTS, checkout), ...allAs(ORDERS, order) };
});
afterAll(() => portal.close());

test('covers tools that name carts and orders', () => {
  expect([theirs.checkout, theirs.order]).not.toContain('');
  expect(TOOLS.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['get_checkout', 'complete_checkout', 'get_order']),
  );
});

describe.each(TOOLS)('$name', (operation) => {
  test("treats another grant's objects as absent", async () => {
    const absent = await textOf(one, operation.name, sampleOf(operation)({ ...ABSENT, line: theirs.line }));
    const named = await textOf(one, operation.name, sampleOf(operation)(theirs));
    expect(named).toBe(absent);
    expect(named).not.toContain(theirs.checkout);
  });
});

test('shows a grant only its own cart and orders', async () => {
  expect(await textOf(one, 'get_cart', {})).not.toContain('enamel-mug');
  expect(await textOf(one, 'list_orders', {})).not.toContain(theirs.order);
  expect(await textOf(other, 'list_orders', {})).toContain(theirs.order);
});
