import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHandlers } from '../../src/payments/handlers/index.js';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
import type { PaymentHandler } from '../../src/ports.js';
import type { Tracing } from '../../src/tracing/tracing.js';
import { CARD, READY, readyCart, shopper } from '../actors/shopper.js';
import { CARD_HANDLER_ID, type CardHandler, cardHandler } from '../support/card-handler.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openSurface } from '../support/surfaces.js';
import { anotherKey, changeSettings } from '../support/tenants.js';
import { bytesOf } from '../surface/leaks/database.js';
import { documentedRequestMembers, rawCardMembers } from './portal-api.js';

/** Raw card data is accepted only over HTTP, and only for a handler that declares it (docs/paying.md, Complete). */

const NUMBER = '5555005555000055';
const CVC = '9071';
const CRYPTOGRAM = 'Q1JZUFRPR1JBTS1PRi1BLVRPS0VO';
const CREDENTIAL = {
  type: 'card',
  card_number_type: 'network_token',
  number: NUMBER,
  cvc: CVC,
  cryptogram: CRYPTOGRAM,
  eci_value: '05',
  name: 'Zadie Quillfeather',
  expiry_month: 11,
  expiry_year: 2199,
};

const TOKENS_ONLY_ID = 'tokens_only';

let portal: TestPortal;
let handler: CardHandler;
const spans: string[] = [];
beforeAll(async () => {
  handler = cardHandler();
  const tokensOnly = named(TOKENS_ONLY_ID, { ...makeSandboxCard(), acceptsCardNumbers: false });
  const handlers = [...makeHandlers({ handlerSettings: {} }), handler, tokensOnly];
  portal = await startPortal({ handlers, tracing: recordingInto(spans) });
  await changeSettings(portal, { payment_handlers: ['sandbox_card', CARD_HANDLER_ID, TOKENS_ONLY_ID] });
});
afterAll(() => portal.close());

/** Completes a new cart of this buyer with a single instrument. */
async function payWith(buyer: string, instrument: object) {
  const by = shopper(portal, { buyer });
  const { id, total } = await readyCart(by);
  const args = { checkout_id: id, expected_total: total, payment: { instruments: [{ ...CARD, ...instrument }] } };
  return { by, args, answered: await by.send('complete_checkout', args) };
}

function named(id: string, made: PaymentHandler): PaymentHandler {
  return { ...made, description: { ...made.description, id } };
}

/** Tracing that records the names and attributes of all spans. */
function recordingInto(recorded: string[]): Tracing {
  const record = (...about: unknown[]) => void recorded.push(JSON.stringify(about));
  return {
    async span(name, attributes, work) {
      record(name, attributes);
      return work({ set: record });
    },
    ended: record,
    within: (_carrier, _transport, work) => work(),
    transport: () => 'http',
    close: async () => undefined,
  };
}

/** Everything that the portal has stored, logged or traced so far. */
async function traces(): Promise<string> {
  return [await bytesOf(portal.database), ...portal.logged, ...spans].join('\n');
}

/** Expects no part of a credential that could charge a card or that names its holder. */
function expectNoTrace(text: string): void {
  for (const secret of [NUMBER, CRYPTOGRAM, CREDENTIAL.name]) expect(text).not.toContain(secret);
  // Four digits can occur in any id.
  expect(text).not.toMatch(new RegExp(`"${CVC}\\\\?"`));
}

describe('over HTTP', () => {
  it('passes card data completely and once to a handler that declares it, and keeps none of it', async () => {
    const { by, args, answered } = await payWith('taken', { handler_id: CARD_HANDLER_ID, credential: CREDENTIAL });
    expect(answered.json.data.status).toBe('completed');
    expect(handler.given).toEqual([CREDENTIAL]);
    const read = await by.ok('get_checkout', { checkout_id: args.checkout_id });
    expect(read.data.payment.instruments).toEqual([expect.objectContaining({ brand: 'visa', last_digits: '4242' })]);
    const order = await by.ok('get_order', { order_id: read.data.order.id });
    expectNoTrace([answered.text, JSON.stringify(read), JSON.stringify(order), await traces()].join('\n'));
  });

  it('replays the response only for the same card number, and does not store the number', async () => {
    const by = shopper(portal, { buyer: 'repeated' });
    const { id, total } = await readyCart(by);
    const pay = (number: string) => {
      const instrument = { ...CARD, handler_id: CARD_HANDLER_ID, credential: { ...CREDENTIAL, number } };
      const args = { checkout_id: id, expected_total: total, payment: { instruments: [instrument] } };
      return by.send('complete_checkout', args, { 'idempotency-key': 'once' });
    };
    const before = handler.given.length;
    const paid = await pay(NUMBER);
    expect(paid.status).toBe(200);
    expect((await pay(NUMBER)).json).toEqual(paid.json);
    const another = await pay('4000000000000002');
    expect([another.status, another.json.error]).toEqual([409, 'idempotency_conflict']);
    expect(handler.given).toHaveLength(before + 1);
    expectNoTrace(await traces());
  });

  it.each([
    ['number', { type: 'card', number: NUMBER, cvc: CVC }, 'send { "type": "token", "token": one of tok_approve'],
    ['cvc', { type: 'card', cvc: CVC }, 'send { "type": "token", "token": one of tok_approve'],
    ['cryptogram', { ...CARD.credential, cryptogram: CRYPTOGRAM }, 'send the token alone'],
  ] as const)(
    'rejects %s for a token-only handler, and says what to send instead',
    async (member, credential, text) => {
      const { answered } = await payWith(`refused-${member}`, { handler_id: TOKENS_ONLY_ID, credential });
      expect([answered.status, answered.json.error]).toEqual([400, 'payment_instrument_invalid']);
      const sentence = `payment.instruments[0].credential: this handler accepts no ${member}; ${text}`;
      expect(answered.json.detail.slice(0, sentence.length)).toBe(sentence);
      expectNoTrace([answered.text, await traces()].join('\n'));
    },
  );

  it('does not repeat a malformed number in the error', async () => {
    const credential = { ...CREDENTIAL, number: `${NUMBER}x`, cvc: `${CVC}x` };
    const { answered } = await payWith('malformed', { handler_id: CARD_HANDLER_ID, credential });
    expect([answered.status, answered.json.error]).toEqual([400, 'invalid_request']);
    expectNoTrace([answered.text, await traces()].join('\n'));
  });
});

describe('the sandbox over HTTP', () => {
  const TEST_NUMBER = '4000056655665556';
  const TEST_CARD = { ...CREDENTIAL, number: TEST_NUMBER };
  const expectNumberNowhere = async (number: string, text: string) =>
    expect([text, await traces()].join('\n')).not.toContain(number);

  it.each(rawCardMembers.map((path) => path.split('.').at(-1) ?? ''))('accepts a test card with %s', async (member) => {
    const credential = { type: 'card', number: TEST_NUMBER, [member]: Reflect.get(TEST_CARD, member) };
    const { answered } = await payWith(`sandbox-${member}`, { credential });
    expect(answered.json.data.status).toBe('completed');
    await expectNumberNowhere(TEST_NUMBER, answered.text);
  });

  it('keeps no part of a complete test card, also not with an idempotency key', async () => {
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    const by = shopper(portal, { buyer: 'sandbox-key', key });
    const { id, total } = await readyCart(by);
    const payment = { instruments: [{ ...CARD, credential: TEST_CARD }] };
    const pay = () => by.ok('complete_checkout', args, { 'idempotency-key': 'test card' });
    const args = { checkout_id: id, expected_total: total, payment };
    const paid = await pay();
    expect(await pay()).toEqual(paid);
    const order = await by.ok('cancel_order', { order_id: paid.data.order.id });
    expect(order.data.payment_status).toBe('refunded');
    await expectNumberNowhere(TEST_NUMBER, JSON.stringify([paid, order]));
    expectNoTrace(await traces());
  });

  it.each([
    ['a number for declines', { number: '4000000000000002' }, 'the card was declined by the sandbox'],
    ['an expired card', { expiry_month: 12, expiry_year: 2020 }, 'the card has expired'],
  ])('declines %s', async (name, change, reason) => {
    const credential = { ...TEST_CARD, ...change };
    const { by, args, answered } = await payWith(name.replaceAll(' ', '-'), { credential });
    expect([answered.status, answered.json.error]).toEqual([402, 'payment_failed']);
    expect(answered.json.detail).toContain(reason);
    await expectNumberNowhere(credential.number, answered.text);
    const again = { ...args, payment: { instruments: [{ ...CARD, credential: TEST_CARD }] } };
    expect((await by.ok('complete_checkout', again)).data.status).toBe('completed');
  });

  it('leads to the confirmation by the bank if a number requires authentication', async () => {
    const credential = { ...TEST_CARD, number: '4000002760003184' };
    const { by, args, answered } = await payWith('authenticated', { credential });
    const { status, messages, continue_url } = answered.json.data;
    expect([status, messages]).toMatchObject(['complete_in_progress', [{ code: 'payment_action_required' }]]);
    await fetch(`${continue_url}/test-bank`, { method: 'POST', body: new URLSearchParams({ result: 'confirmed' }) });
    expect((await by.ok('get_checkout', { checkout_id: args.checkout_id })).data.status).toBe('completed');
    await expectNumberNowhere(credential.number, answered.text);
    expectNoTrace(await traces());
  });

  it.each([
    ['another number', { ...CREDENTIAL, type: 'card' }],
    ['a test number beside a token', { ...TEST_CARD, token: 'tok_approve' }],
    ['a card without its number', { type: 'card', cvc: CVC }],
  ])('rejects %s in one sentence that names a test number and the tokens', async (name, credential) => {
    const { answered } = await payWith(name.replaceAll(' ', '-'), { credential });
    expect([answered.status, answered.json.error]).toEqual([400, 'payment_instrument_invalid']);
    expect(answered.json.detail).toMatch(
      /^payment\.instruments\[0\]\.credential: send \{ "type": "card", "number": a published test number, such as 4242424242424242 \} or \{ "type": "token", "token": one of tok_approve/,
    );
    expectNoTrace([answered.text, await traces()].join('\n'));
    await expectNumberNowhere(TEST_NUMBER, answered.text);
  });

  it('rejects another number in a single call of buy, and keeps none of it', async () => {
    const by = shopper(portal, { buyer: 'sandbox-buy' });
    const payment = { instruments: [{ ...CARD, credential: CREDENTIAL }] };
    const wish = { ...READY, max_total: 100_000, payment };
    expect(await by.refused('buy', wish, 'payment_instrument_invalid')).toContain('a published test number');
    expectNoTrace(await traces());
  });
});

describe('over MCP', () => {
  const names = rawCardMembers.map((path) => path.split('.').at(-1) ?? '');

  it("omits raw card data from the tool's schema", async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { 'x-api-key': portal.demo.deployment_key } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', portal.url), { requestInit }));
    const { tools } = await client.listTools();
    await client.close();
    const schema = tools.find(({ name }) => name === 'complete_checkout')?.inputSchema;
    // These members are accepted but not in the schema, so that a model has less to read.
    const quiet = /^payment\.(selected_|instruments\[\]\.(billing_address|rich_|type|expiry_))/;
    const body = documentedRequestMembers.complete_checkout.filter(
      (path) => !rawCardMembers.includes(path) && !quiet.test(path),
    );
    const more = ['checkout_id', 'idempotency_key', 'payment.instruments', 'payment.instruments[].credential'];
    expect([...new Set(pathsOf(schema))].sort()).toEqual([...new Set([...body, ...more])].sort());
  });

  it.each(['mcp 2.x http', 'mcp 1.x stdio'] as const)(
    '%s rejects each card member in one sentence, which names the token to send instead',
    async (name) => {
      const buyer = name.replaceAll(/\W/g, '-');
      const { id, total } = await readyCart(shopper(portal, { buyer }));
      const { url, database, demo } = portal;
      const surface = await openSurface(name, { url, database, key: demo.deployment_key, buyer });
      const before = handler.given.length;
      const instrument = { ...CARD, handler_id: CARD_HANDLER_ID };
      const cases: (readonly [path: string, payment: object])[] = [
        ...names.map((member) => {
          const credential = { type: 'card', [member]: Reflect.get(CREDENTIAL, member) };
          return ['payment.instruments[0].credential', { instruments: [{ ...instrument, credential }] }] as const;
        }),
        // Nothing else is worth saying about them.
        ['payment.instruments[0].credential', { instruments: [{ id: 1, credential: { number: NUMBER, pin: 1 } }] }],
        ['payment.instruments[0].credential', { instruments: [{ number: NUMBER, credential: { cvc: CVC } }] }],
        ['payment.instruments[0]', { instruments: [{ ...instrument, number: NUMBER }] }],
        ['payment', { card_number: NUMBER }],
      ];
      for (const [path, payment] of cases) {
        const args = { checkout_id: id, expected_total: total, payment };
        const detail = `${path}: card data must not be sent over MCP; send "credential": { "type": "token", "token": the token of the payment provider } instead`;
        expect(await surface.call('complete_checkout', args)).toEqual({ error: 'invalid_request', detail });
      }
      await surface.close();
      expect(names).toHaveLength(8);
      expect(handler.given).toHaveLength(before);
      expectNoTrace(await traces());
    },
  );
});

/** Path of every member in a JSON Schema, as `memberPaths` writes it. */
function pathsOf(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const properties: unknown = Reflect.get(schema, 'properties') ?? {};
  const named = Object.entries(Object(properties)).flatMap(([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [path, ...pathsOf(inner, path)];
  });
  const items: unknown = Reflect.get(schema, 'items');
  return [...named, ...(items === undefined ? [] : pathsOf(items, `${at}[]`))];
}
