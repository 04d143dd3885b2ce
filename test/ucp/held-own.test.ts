import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { listOperations } from '../../src/ucp/operations/index.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { demoAttester, newSignerOf, submitted } from '../actors/attester.js';
import { shopper } from '../actors/shopper.js';
import { anotherKey } from '../support/tenants.js';
import { mugs, PAYMENT, ready } from './bodies.js';
import { ownProblems } from './held-own.js';
import { extendedPortal, taken } from './own-extensions.js';
import type { UcpPortal } from './platform.js';
import { withSchemas } from './schemas.js';

/** Tests the checks of the portal's extensions: each response broken in one way must be detected. */

// biome-ignore lint/suspicious/noExplicitAny: a right answer is broken
type Answer = any;

const BREAKS: readonly (readonly [name: string, operation: string, change: (answer: Answer) => void])[] = [
  ['a member that is absent', 'get_order', (order) => delete order.on_hold],
  ['a member of another type', 'get_order', (order) => Object.assign(order, { permitted_actions: 'hold' })],
  ['a member that no schema has', 'get_order', (order) => Object.assign(order, { hold_note: 'Ask Ann' })],
  ['an absent member of a line', 'get_order', ({ line_items: [line] }) => delete line.properties],
  [
    'a member that lines of orders do not have',
    'get_order',
    ({ line_items: [line] }) => Object.assign(line, { property_specs: [] }),
  ],
  [
    'a member that receipts of orders do not have',
    'get_order',
    ({ attestation }) => Object.assign(attestation.receipts[0], { job_id: 'j' }),
  ],
  ['an invalid hash', 'get_order', ({ attestation }) => Object.assign(attestation, { context_hash: 'x' })],
  ['lines without specs', 'create_checkout', ({ line_items: [line] }) => delete line.property_specs],
  ['a property without a name', 'create_cart', ({ line_items: [line] }) => line.properties.push({ value: 'Ada' })],
  [
    'members of an extension that is not active',
    'get_order',
    ({ ucp }) => {
      for (const name of Object.keys(ucp.capabilities).filter((one) => one.endsWith('order_actions')))
        delete ucp.capabilities[name];
    },
  ],
  ['a member that checkouts do not have', 'create_checkout', (checkout) => Object.assign(checkout, { on_hold: false })],
];

const NEWEST = required(VERSIONS[0], 'version');

withSchemas('the checks of the extensions', () => {
  const answers = new Map<string, Answer>();
  let shop: UcpPortal;
  beforeAll(async () => {
    const version = NEWEST.date;
    shop = await extendedPortal(version);
    const ask = async (name: string, method: string, path: string, body?: object) => {
      const answer = await taken(shop, version, [method, path], { body });
      answers.set(name, answer);
      return answer;
    };
    await ask('create_cart', 'POST', '/carts', { line_items: mugs() });
    const made = await ask('create_checkout', 'POST', '/checkout-sessions', ready());
    const { order } = await ask('complete_checkout', 'POST', `/checkout-sessions/${made.id}/complete`, PAYMENT);
    const { key } = await anotherKey(shop.portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    const context = (await shopper(shop.portal, { key }).ok('get_receipt_context', { order_id: order.id })).data;
    const attester = demoAttester(shop.portal);
    const signer = await newSignerOf(attester);
    await submitted(attester, signer, Date.now(), { context_hash: context.context_hash });
    await ask('get_order', 'GET', `/orders/${order.id}`);
  });
  afterAll(() => shop.portal.close());

  test.each(BREAKS)('detect %s (%s)', (_name, operation, change) => {
    const declared = required(
      listOperations(NEWEST).find(({ name }) => name === operation),
      operation,
    );
    const problems = (answer: Answer) => ownProblems(NEWEST.date, declared, undefined, answer);
    const answer = structuredClone(answers.get(operation));
    expect(problems(answer).filter((one) => !one.startsWith('the request'))).toEqual([]);
    change(answer);
    expect(problems(answer).filter((one) => !one.startsWith('the request'))).not.toEqual([]);
  });
});
