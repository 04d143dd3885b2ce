import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Merchant } from '../actors/merchant.js';
import { CARD, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { parseToolResult } from '../support/tool-result.js';
import { ACCEPT } from './fast-path/messages.js';

let portal: TestPortal;
let by: Shopper;
let cart: { readonly id: string; readonly total: number };
beforeAll(async () => {
  portal = await startPortal();
  by = shopper(portal, { buyer: 'ada' });
  cart = await readyCart(by);
});
afterAll(() => portal.close());

const DECLINED = { ...CARD, credential: { type: 'token', token: 'tok_decline' } };
const wanting = (language: string) => ({ 'accept-language': language });

/** Rejected calls, with their error code and German text. */
const REFUSED: readonly (readonly [operation: string, args: object, code: string, says: RegExp])[] = [
  ['apply_discount', { code: 'NOSUCH' }, 'discount_code_invalid', /^code: Der Shop hat keinen solchen Rabattcode$/],
  [
    'add_line_items',
    { line_items: [{ item: { id: 'none' }, quantity: 1 }] },
    'item_not_found',
    /^line_items\[0\]\.item\.id: Der Shop hat keinen Artikel/,
  ],
  [
    'select_fulfillment',
    { selected_option_id: 'pickup-portlant' },
    'fulfillment_option_unknown',
    /meinten Sie „pickup-portland“\?$/,
  ],
  [
    'complete_checkout',
    { expected_total: 1, payment: { instruments: [CARD] } },
    'total_changed',
    /^expected_total: Sie haben 1 gesendet, .* ist jetzt \d+ \(in kleinsten Einheiten\)\.$/,
  ],
];

describe('an error of a purchase', () => {
  test.each(REFUSED)(
    "is explained in the caller's language, with the same code: %s",
    async (operation, args, code, says) => {
      const call = { checkout_id: cart.id, ...args };
      const german = await by.send(operation, call, wanting('de-AT, en;q=0.5'));
      expect(german.json.error).toBe(code);
      expect(german.json.detail).toMatch(says);
      const others = await Promise.all(
        ['fr', 'es', 'it'].map((language) => by.send(operation, call, wanting(language))),
      );
      const english = await by.refused(operation, call, code);
      const details = [german, ...others].map(({ json }) => json.detail);
      expect(new Set([...details, english]).size).toBe(5);
      const unknown = await by.send(operation, call, wanting('nl'));
      expect(unknown.json.detail).toBe(english);
    },
  );
});

/** Calls a tool over MCP. Returns its result. */
async function tool(name: string, args: object, language: string) {
  const response = await fetch(`${portal.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: ACCEPT,
      'x-api-key': portal.demo.deployment_key,
      'x-buyer-id': 'ada',
      ...wanting(language),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result } = JSON.parse(await response.text());
  return parseToolResult(result) as Readonly<Record<string, string>>;
}

describe('over MCP', () => {
  test("explains errors in the caller's language, but words the next steps alike in every language", async () => {
    const args = { checkout_id: cart.id, code: 'NOSUCH' };
    const [german, english] = [await tool('apply_discount', args, 'de'), await tool('apply_discount', args, 'en')];
    expect(german.error).toBe('discount_code_invalid');
    expect(german.detail).toBe('code: Der Shop hat keinen solchen Rabattcode');
    expect(german.next).toBe(english.next);
  });
});

test('replays a stored error in the language of the repeat', async () => {
  const call = { checkout_id: cart.id, expected_total: cart.total, payment: { instruments: [DECLINED] } };
  const pay = (language: string) =>
    by.send('complete_checkout', call, { ...wanting(language), 'idempotency-key': 'declined-once' });
  const [first, repeat] = [await pay('de'), await pay('it')];
  expect([first.status, repeat.status]).toEqual([402, 402]);
  expect(first.json.detail).toMatch(/^Die Zahlung wurde abgelehnt: .*\. Es wurde nichts abgebucht\.$/);
  expect(repeat.json.detail).toMatch(/^Il pagamento è stato rifiutato: .*\. Non è stato addebitato nulla\.$/);
});

test("writes a checkout's messages in the shop's language by default", async () => {
  const merchant = new Merchant(portal);
  await merchant.changeSettings(() => ({ language: 'fr-FR' }));
  const { data } = await shopper(portal, { buyer: 'nobody' }).ok('get_cart', {});
  expect(data.messages[0]).toMatchObject({ code: 'cart_empty', content: 'Le panier est vide. Ajoutez un article.' });
});
