import { expect, it } from 'vitest';
import { ERRORS, isErrorCode, PortalError } from '../../../src/domain/errors/portal-error.js';
import { refusal } from '../../../src/mcp/refusal.js';
import { unknownToolText } from '../../../src/mcp/unknown-tool.js';
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
])('for the unknown tool %s, suggests no harmful tool except %s', (name, meant) => {
  const text = unknownToolText(name, [...TOOLS.values()]);
  expect(harmfulIn(text, name)).toEqual(meant === undefined ? [] : [meant]);
});
