import { describe, expect, test } from 'vitest';
import { type InputForm, inputFormOf } from '../../../src/calls/input-form.js';
import { ALIASES, aliasesIn } from '../../../src/mcp/leniency/aliases.js';
import { normalizeArguments } from '../../../src/mcp/leniency/normalize-arguments.js';
import { toolArguments } from '../../../src/mcp/tool-arguments.js';
import { OPERATIONS } from '../../../src/operations/index.js';

const TOOLS = OPERATIONS.filter(({ mcp }) => mcp);

function operation(name: string) {
  const found = TOOLS.find((one) => one.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}

/** All schemas inside a schema, including the schema itself. */
function formsIn(form: InputForm): readonly InputForm[] {
  return [form, ...[...form.members.values()].flatMap(formsIn), ...(form.entry ? formsIn(form.entry) : [])];
}

describe('returns the same object for arguments of the declared form', () => {
  test.each([
    ['add_line_items', { checkout_id: 'c', line_items: [{ item: { id: 'a' }, quantity: 1 }] }],
    ['set_buyer', { checkout_id: 'c', buyer: { email: 'ada@example.com' } }],
    ['get_cart', {}],
    ['update_agent', { agent_id: 'a', name: 'A', description: null }],
    ['update_agent', { agent_id: 'a', name: 'A', description: '' }],
  ])('%s %j', (name, args) => {
    expect(normalizeArguments(operation(name), args)).toBe(args);
  });
});

describe('never changes the meaning of a value', () => {
  const receipt = { agentId: ' a ', issued_at: '', metadata: null, job_id: '1', context: '{"a":1}' };
  test.each([
    ['submit_receipt', { receipt, signature: ' x ', public_key: ' y\n' }],
    ['submit_receipt', { receipt: '{"version":"v0"}', signature: '[1]', public_key: '{}' }],
    ['submit_receipt', { receipt: null, signature: '', public_key: null }],
    ['submit_receipt', { receipt: {}, signature: 's', public_key: 'k', metadata: { a: null, lineItems: ' b ' } }],
    ['complete_checkout', { expected_total: '2331' }],
    ['complete_checkout', { expected_total: 21.99 }],
    ['complete_checkout', { expected_total: '$23.31' }],
    ['apply_discount', { code: ' welcome10 ' }],
    ['get_item', { item_id: ' enamel-mug ' }],
    ['add_line_items', { line_items: [{ item: { id: ' enamel-mug ' }, quantity: 1, id: 'a ', parent_id: ' b' }] }],
    ['search_catalog', { query: 'mug', limit: '5.0' }],
  ])('%s %j', (name, args) => {
    expect(normalizeArguments(operation(name), args)).toEqual(args);
  });

  test('requires checkout_id for a cancellation, but not for a read', () => {
    expect(() => operation('cancel_checkout').prepareAgent({})).toThrow(/checkout_id: is required/);
    expect(() => operation('get_checkout').prepareAgent({})).not.toThrow();
    expect(() => operation('get_checkout').prepare({})).toThrow(/checkout_id: is required/);
  });
});

describe('a member under two names', () => {
  const destination = (given: object) => ({ destination: { address_country: 'US', ...given } });
  const read = (given: object) => normalizeArguments(operation('set_destination'), destination(given));

  test('is accepted if both names have the same value', () => {
    expect(read({ city: 'Portland', address_locality: 'Portland' })).toEqual(
      destination({ address_locality: 'Portland' }),
    );
  });

  test('is accepted if one of the names has no value', () => {
    expect(read({ city: 'Portland', address_locality: null })).toEqual(destination({ address_locality: 'Portland' }));
    expect(read({ city: null, address_locality: 'Portland' })).toEqual(destination({ address_locality: 'Portland' }));
  });

  test('is rejected if the names have different values', () => {
    expect(() => read({ city: 'Seattle', address_locality: 'Portland' })).toThrow(/alias of "address_locality"/);
    expect(() => read({ city: 'Seattle', locality: 'Portland' })).toThrow(/alias of "address_locality"/);
  });
});

test('the error about a member sent under two names has its path', () => {
  const line = { item_id: 'a', item: { id: 'b' }, quantity: 1 };
  expect(() => normalizeArguments(operation('add_line_items'), { items: [line] })).toThrow(/item_id: .* "item\.id"/);
});

test('rejects an idempotency key sent under two names with two values', () => {
  const keys = (own: unknown, camel: unknown) =>
    toolArguments(operation('get_cart'), { idempotency_key: own, idempotencyKey: camel });
  const write = (own: unknown, camel: unknown) =>
    toolArguments(operation('apply_discount'), { code: 'a', idempotency_key: own, idempotencyKey: camel });
  expect(() => write('a', 'b').read()).toThrow(/alias of "idempotency_key"/);
  expect(() => write('a', 5).read()).toThrow(/alias of "idempotency_key"/);
  expect([write('a', 'a').key, write(null, 'b').key, write('a', '').key]).toEqual(['a', 'b', 'a']);
  expect([keys('a', 'b').key, keys('a', 'b').read()]).toEqual([undefined, {}]);
});

test.each(ALIASES.map(([name]) => name))('maps the name %s to a member of some tool', (name) => {
  const forms = TOOLS.flatMap(({ input, mcp }) => formsIn(inputFormOf(mcp?.input ?? input)));
  expect(forms.some((form) => aliasesIn(form).has(name))).toBe(true);
});
