import { expect, it } from 'vitest';
import { ERRORS, isErrorCode, PortalError } from '../../../src/domain/errors/portal-error.js';
import { refusal } from '../../../src/mcp/refusal.js';
import { MEANINGS, unknownToolText } from '../../../src/mcp/unknown-tool.js';
import { OPERATIONS } from '../../../src/operations/index.js';
import { HARMFUL, harmfulIn } from './harmful.js';

const TOOLS = new Map(OPERATIONS.filter(({ mcp }) => mcp).map((tool) => [tool.name, tool]));
const scopes = new Set(OPERATIONS.map(({ scope }) => scope));
const CODES = Object.keys(ERRORS).filter(isErrorCode);

it('names no harmful tool after any error of any tool', () => {
  const named = [...TOOLS.values()].flatMap((operation) =>
    CODES.flatMap((code) => {
      const error = new PortalError(code, 'Some detail.');
      const text = JSON.stringify(refusal(error, { operation, args: {}, scopes, tools: TOOLS }));
      return harmfulIn(text, operation.name).map((tool) => `${operation.name}, ${code}: ${tool}`);
    }),
  );
  expect(HARMFUL).toEqual(expect.arrayContaining(['hold_order', 'release_order', 'complete_checkout']));
  expect(named).toEqual([]);
});

it('never suggests a harmful tool as the next step, even if an error lists it', () => {
  const operation = TOOLS.get('get_checkout');
  if (!operation) throw new Error('no get_checkout');
  const error = new PortalError('checkout_closed', 'Over.').withNextStep('Look.', 'get_order', 'hold_order');
  const text = JSON.stringify(refusal(error, { operation, args: {}, scopes, tools: TOOLS }));
  expect(text).toContain('Call get_order.');
});

it.each([
  ['delete_order', undefined],
  ['close_order', undefined],
  ['send_order', undefined],
  ['hold_oder', 'hold_order'],
  ['pause_order', 'hold_order'],
  ['unhold_order', 'release_order'],
  ['resume_order', 'release_order'],
  ['cancel_orders', 'cancel_order'],
  ['delete_checkout', undefined],
  ['get_return_policy', undefined],
  ['refund_order', 'request_order_change'],
  ['requestReturn', 'request_order_change'],
  ['request_cancel', 'request_order_change'],
  ['request_address_change', 'request_order_change'],
  ['place_order', 'complete_checkout'],
])('for the unknown tool %s, suggests no harmful tool except %s', (name, meant) => {
  const text = unknownToolText(name, [...TOOLS.values()], scopes);
  expect(harmfulIn(text, name)).toEqual(meant === undefined ? [] : [meant]);
});

it.each([
  ['list_products', '; did you mean "search_catalog"?'],
  ['get_item_by_sku', '; did you mean "get_item"?'],
  ['track_shipment', '; did you mean "get_order"?'],
  ['create_cart', '; did you mean "add_line_items"?'],
  ['get_shop_policies', '; did you mean "get_policies"?'],
  ['get_weather', ''],
  ['refund_order', '; did you mean "request_order_change"?'],
  ['cancel_orders', '; "cancel_order" would need a key with the scope "fulfillment"'],
])('for the unknown tool %s of a shopping key, says by meaning: %s', (name, hint) => {
  const text = unknownToolText(name, [...TOOLS.values()], new Set(['commerce']));
  expect(text).toBe(`Unknown tool "${name}"${hint}`);
});

it('maps names by meaning only to tools that exist', () => {
  expect(MEANINGS.flatMap(([, tool = 'get_order']) => (TOOLS.has(tool) ? [] : [tool]))).toEqual([]);
});
