import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHandlers } from '../../src/payments/handlers/index.js';
import { CARD, readyCart, shopper } from '../actors/shopper.js';
import { CARD_HANDLER_ID, type CardHandler, cardHandler } from '../support/card-handler.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openSurface } from '../support/surfaces.js';
import { changeSettings } from '../support/tenants.js';
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

let portal: TestPortal;
let handler: CardHandler;
beforeAll(async () => {
  handler = cardHandler();
  portal = await startPortal({ handlers: [...makeHandlers({ handlerSettings: {} }), handler] });
  await changeSettings(portal, { payment_handlers: ['sandbox_card', CARD_HANDLER_ID] });
});
afterAll(() => portal.close());

/** Completes a new cart of this buyer with a single instrument. */
async function payWith(buyer: string, instrument: object) {
  const by = shopper(portal, { buyer });
  const { id, total } = await readyCart(by);
  const args = { checkout_id: id, expected_total: total, payment: { instruments: [{ ...CARD, ...instrument }] } };
  return { by, args, answered: await by.send('complete_checkout', args) };
}

/** Everything that the portal has stored or logged so far. */
async function traces(): Promise<string> {
  return [await bytesOf(portal.database), ...portal.logged].join('\n');
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

  it.each(['number', 'cvc', 'cryptogram'] as const)('rejects %s for a token-only handler', async (member) => {
    const before = handler.given.length;
    const credential = { ...CARD.credential, [member]: CREDENTIAL[member] };
    const { answered } = await payWith(`refused-${member}`, { credential });
    expect(answered.status).toBe(400);
    expect(answered.json.error).toBe('payment_instrument_invalid');
    expect(answered.json.detail).toMatch(new RegExp(`^payment\\.instruments\\[0\\]\\.credential: .*${member}`));
    expect(handler.given).toHaveLength(before);
    expectNoTrace([answered.text, await traces()].join('\n'));
  });

  it('does not repeat a malformed number in the error', async () => {
    const credential = { ...CREDENTIAL, number: `${NUMBER}x`, cvc: `${CVC}x` };
    const { answered } = await payWith('malformed', { handler_id: CARD_HANDLER_ID, credential });
    expect([answered.status, answered.json.error]).toEqual([400, 'invalid_request']);
    expectNoTrace([answered.text, await traces()].join('\n'));
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

  it.each(['mcp 2.x http', 'mcp 1.x stdio'] as const)('%s rejects each card member by name', async (name) => {
    const buyer = name.replaceAll(/\W/g, '-');
    const { id, total } = await readyCart(shopper(portal, { buyer }));
    const { url, database, demo } = portal;
    const surface = await openSurface(name, { url, database, key: demo.deployment_key, buyer });
    const before = handler.given.length;
    for (const member of names) {
      const credential = { type: 'card', [member]: Reflect.get(CREDENTIAL, member) };
      const instrument = { ...CARD, handler_id: CARD_HANDLER_ID, credential };
      const args = { checkout_id: id, expected_total: total, payment: { instruments: [instrument] } };
      const detail = `payment.instruments[0].credential: unknown member "${member}" (it accepts type, token)`;
      expect(await surface.call('complete_checkout', args)).toEqual({ error: 'invalid_request', detail });
    }
    await surface.close();
    expect(names).toHaveLength(8);
    expect(handler.given).toHaveLength(before);
    expectNoTrace(await traces());
  });
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
