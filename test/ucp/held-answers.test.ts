import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mugs, PAYMENT, ready, wanted } from './bodies.js';
import { ADDRESS, call, type UcpPortal, ucpPortal } from './platform.js';
import { type Answer, BREAKS } from './rules/breaks.js';
import { RULES } from './rules/index.js';
import type { Held } from './rules/rule.js';
import { answerProblems, requestProblems, withSchemas } from './schemas.js';

/** Tests the checks that run on all responses: each response broken in one way must be detected. */

const VERSION = '2026-08-25';
const CODES = { codes: ['WELCOME10', 'mug5', 'nonsense'] };

let shop: UcpPortal;
const right = new Map<string, { readonly sent: unknown; readonly answer: Answer }>();
beforeAll(async () => {
  shop = await ucpPortal(VERSION, { host: 'shop.example.com' });
  const ask = async (operation: string, method: string, path: string, sent?: object) => {
    const { json } = await call(shop, VERSION, method, path, { key: shop.key, body: sent });
    right.set(operation, { sent, answer: json });
    return json;
  };
  const shipping = { methods: [{ type: 'shipping', line_item_ids: [], destinations: [ADDRESS] }] };
  const made = await ask('create_checkout', 'POST', '/checkout-sessions', {
    ...ready(2),
    fulfillment: shipping,
    discounts: CODES,
  });
  const [method] = made.fulfillment.methods;
  const groups = [{ id: method.groups[0].id, selected_option_id: 'express' }];
  await ask('update_checkout', 'PUT', `/checkout-sessions/${made.id}`, {
    ...ready(),
    line_items: wanted(made.line_items),
    discounts: CODES,
    fulfillment: { methods: [{ ...method, groups }] },
  });
  const paid = await ask('complete_checkout', 'POST', `/checkout-sessions/${made.id}/complete`, PAYMENT);
  await ask('get_order', 'GET', `/orders/${paid.order.id}`);
  await ask('create_cart', 'POST', '/carts', { line_items: mugs() });
  await ask('lookup_catalog', 'POST', '/catalog/lookup', { ids: ['bicycle-bell', 'enamel-mug'] });
  await ask('search_catalog', 'POST', '/catalog/search', { query: 'mug', pagination: { limit: 1 } });
  await ask('get_product', 'POST', '/catalog/product', { id: 'bicycle-bell' });
});
afterAll(() => shop.portal.close());

const heldOf = (operation: string): Held & { readonly answer: Answer } => {
  const { sent, answer } = right.get(operation) ?? {};
  return { version: VERSION, operation, sent, answer: structuredClone(answer) };
};

describe('detects a broken response', () => {
  test.each(RULES.map((rule) => [rule.must, rule] as const))('%s', (must, { broken }) => {
    const [operation, change] = BREAKS[must] ?? [];
    const held = heldOf(operation ?? '');
    expect(broken(held)).toEqual([]);
    change?.(held.answer);
    expect(broken(held)).not.toEqual([]);
  });
});

withSchemas('the published schemas', () => {
  const capabilities = ['dev.ucp.shopping.fulfillment', 'dev.ucp.shopping.discount'];

  test.each<[string, (answer: Answer) => void]>([
    ['a required member is missing', (answer) => delete answer.line_items],
    ['a member has another type', (answer) => Object.assign(answer, { currency: 7 })],
    [
      'a member of an extension has another type',
      ({ fulfillment }) => {
        fulfillment.methods[0].groups[0].options[0].title = 7;
      },
    ],
    ['the payment handlers are missing', ({ ucp }) => delete ucp.payment_handlers],
  ])('reject a response: %s', (_name, change) => {
    const { answer } = heldOf('create_checkout');
    expect(answerProblems(VERSION, 'create_checkout', capabilities, answer)).toEqual([]);
    change(answer);
    expect(answerProblems(VERSION, 'create_checkout', capabilities, answer)).not.toEqual([]);
  });

  test('check a request against its operation', () => {
    const problems = (operation: string, body: unknown) => requestProblems(VERSION, operation, capabilities, body);
    const methods = [{ type: 'pickup', selected_destination_id: 'pickup-portland' }];
    const body = { ...ready(), fulfillment: { methods } };
    expect(problems('create_checkout', body)).toEqual([]);
    expect(problems('update_checkout', body)).toEqual([
      "/fulfillment/methods/0 must have required property 'line_item_ids'",
    ]);
    expect(problems('complete_checkout', PAYMENT)).toEqual([]);
    expect(problems('complete_checkout', {})).toContain("/ must have required property 'payment'");
  });
});

test('checks responses in every test of this folder', () => {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'platform.ts');
  const starting = files.filter((name) => / startPortal\b/.test(readFileSync(new URL(name, folder), 'utf8')));
  expect(starting.filter((name) => name !== 'held-answers.test.ts')).toEqual([]);
});
