import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweep } from '../../../src/maintenance/sweep.js';
import { type Countersignature, generateKeyPair, verifyBundle, verifyCountersignature } from '../../../src/receipts.js';
import { Consumer, REASON } from '../../actors/consumer.js';
import { registryCaller } from '../../actors/registry-caller.js';
import { type AttackedDatabase, attackedDatabase, changeRow, faultOf } from '../../e2e/order-tampering/database.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { anotherKey } from '../../support/tenants.js';

/** Consumers accept or dispute receipts, which ends or keeps the hold of an order. */

const HOUR_S = 3_600;

const folder = temporaryFolder();
const clock = stillClock();
const pair = generateKeyPair();
let portal: TestPortal;
let database: AttackedDatabase;
let consumer: Consumer;
beforeAll(async () => {
  portal = await startPortal({ database: join(folder, 'portal.db'), clock });
  database = attackedDatabase(portal.database);
  consumer = await Consumer.open(portal, pair, clock);
});
afterAll(async () => {
  await (await database.audit()).close();
  await portal.close();
  rmSync(folder, { recursive: true });
});

const audit = () => faultOf(database, portal.demo.organization_id);

async function heldOrder() {
  const order_id = await consumer.buy();
  const { status } = await consumer.hold(order_id, HOUR_S);
  expect(status).toBe(200);
  return { order_id, receipt: await consumer.submitReceipt(order_id, 'success') };
}

async function expectRefused(
  answer: Promise<{ status: number; json: { error: string; detail: string } }>,
  code: string,
) {
  const { status, json } = await answer;
  expect([status, json.error]).toEqual([code === 'countersignature_conflict' ? 409 : 400, code]);
  return json.detail;
}

/** Fetches the page of an order, in English and German. */
async function expectShown({ permalink_url }: { readonly permalink_url: string }, receipt_id: string) {
  const pageIn = async (language: string) =>
    (await fetch(permalink_url, { headers: { 'accept-language': language } })).text();
  const shown = await pageIn('en');
  expect(shown).toContain('The order stays on hold until the disputed receipt is accepted.');
  const by = `by consumer ${consumer.attester.consumer_id}, receipt ${receipt_id}`;
  expect(shown).toContain(`<strong>Disputed</strong> ${by}: ${REASON.reason}</span>`);
  expect(await pageIn('de')).toContain('<strong>Bestritten</strong> von Verbraucher');
}

describe('an acceptance', () => {
  it('is verified, logged, shown with receipt and order, and releases the order once', async () => {
    const { order_id, receipt } = await heldOrder();
    const accepted = await consumer.decide(portal, receipt, 'accept');
    expect(accepted.json.data).toEqual({ receipt_id: receipt.id, decision: 'accept', order_id, released: true });
    const again = await consumer.decide(portal, receipt, 'accept');
    expect(again.json.data).toEqual({ receipt_id: receipt.id, decision: 'accept', order_id, released: false });
    const { countersignatures } = await consumer.owner.ok('get_receipt', { receipt_id: receipt.id });
    expect(countersignatures).toEqual([
      {
        ...consumer.sign(receipt, 'accept'),
        ...{ decision: 'accept', at: new Date(clock.now()).toISOString(), log_index: expect.any(Number) },
      },
    ]);
    expect(verifyCountersignature(countersignatures[0]).order_id).toBe(order_id);
    const { consumer_id } = consumer.attester;
    const bundle = await consumer.owner.ok('get_receipt_bundle', { receipt_id: receipt.id, version: 'v1' });
    expect(verifyBundle(bundle).countersignatures).toMatchObject([{ decision: 'accept', order_id, consumer_id }]);
    const order = await consumer.order(order_id);
    expect(order).toMatchObject({ status: 'processing', countersignatures: [{ receipt_id: receipt.id }] });
    expect(order.release_when).toBeUndefined();
    const actions = (await consumer.history(order_id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'order.released')).toHaveLength(1);
    expect(await audit()).toBeNull();
  });

  it('is final', async () => {
    const receipt = await consumer.submitReceipt(null, 'success');
    expect((await consumer.decide(portal, receipt, 'accept')).json.data).toMatchObject({ order_id: null });
    const detail = await expectRefused(consumer.decide(portal, receipt, 'dispute'), 'countersignature_conflict');
    expect(detail).toBe('The receipt is accepted; that is final.');
  });
});

describe('a dispute', () => {
  it('keeps the order held after its time, with the reason, until the consumer accepts', async () => {
    const { order_id, receipt } = await heldOrder();
    expect((await consumer.decide(portal, receipt, 'dispute')).status).toBe(200);
    clock.advance(2 * HOUR_S * 1000);
    await sweep(portal.app.portal);
    const order = await consumer.order(order_id);
    expect(order).toMatchObject({
      status: 'on_hold',
      release_when: { state: 'disputed' },
      countersignatures: [{ receipt_id: receipt.id, decision: 'dispute', ...REASON }],
      receipts: [{ id: receipt.id }],
    });
    expect(order.permitted_actions).not.toContain('release');
    await expectShown(order, receipt.id);
    expect((await consumer.decide(portal, receipt, 'accept')).json.data.released).toBe(true);
    expect((await consumer.order(order_id)).status).toBe('processing');
    expect(await audit()).toBeNull();
  });
});

it('releases an order after its time without a dispute', async () => {
  const { order_id } = await heldOrder();
  clock.advance(HOUR_S * 1000 - 1);
  await sweep(portal.app.portal);
  expect((await consumer.order(order_id)).status).toBe('on_hold');
  clock.advance(1);
  await sweep(portal.app.portal);
  expect((await consumer.order(order_id)).status).toBe('processing');
});

it('logs a decision of a consumer that the rule does not name, but does not release for it', async () => {
  const order_id = await consumer.buy();
  expect((await consumer.hold(order_id, HOUR_S, { consumer_id: 'con_unknown' })).json.error).toBe('consumer_not_found');
  const { id: consumer_id } = await consumer.owner.ok('create_consumer', { name: 'Grace' });
  expect((await consumer.hold(order_id, HOUR_S, { consumer_id })).status).toBe(200);
  const receipt = await consumer.submitReceipt(order_id, 'success');
  expect((await consumer.decide(portal, receipt, 'accept')).json.data.released).toBe(false);
  expect(await consumer.order(order_id)).toMatchObject({
    ...{ status: 'on_hold', release_when: { state: 'waiting', consumer_id } },
    countersignatures: [{ decision: 'accept' }],
  });
  expect(await audit()).toBeNull();
});

it('lets only a key of the merchant hold an order by a rule', async () => {
  const order_id = await consumer.buy();
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce'] });
  const agent = registryCaller(() => portal.url, key);
  const release_when = { receipt_and_acceptance: true, or_after: HOUR_S };
  const { status, json } = await agent.send('hold_order', { order_id, release_when });
  expect([status, json.error]).toEqual([403, 'forbidden']);
  expect((await agent.send('hold_order', { order_id })).status).toBe(200);
});

describe('a countersignature is refused', () => {
  it.each<[keyof Countersignature, string]>([
    ['receipt_hash', '0'.repeat(64)],
    ['consumer_id', 'con_other'],
    ['order_id', 'ord_other'],
  ])('if it is about another %s', async (name, value) => {
    const receipt = await consumer.submitReceipt(null, 'success');
    const signed = consumer.sign(receipt, 'accept', { [name]: value });
    const detail = await expectRefused(
      consumer.decide(portal, receipt, 'accept', { ...signed }),
      'invalid_countersignature',
    );
    expect(detail).toBe(`statement.${name}: it is not that of the receipt`);
  });

  it('with another reason, another signature, or another time', async () => {
    const receipt = await consumer.submitReceipt(null, 'success');
    const other = { reason: 'Another reason' };
    await expectRefused(consumer.decide(portal, receipt, 'dispute', other), 'invalid_countersignature');
    await expectRefused(consumer.decide(portal, receipt, 'accept', REASON), 'invalid_countersignature');
    const { signature } = consumer.sign(receipt, 'dispute');
    await expectRefused(consumer.decide(portal, receipt, 'accept', { signature }), 'signature_invalid');
    const late = consumer.sign(receipt, 'accept', { issued_at: new Date(clock.now() + 301_000).toISOString() });
    await expectRefused(consumer.decide(portal, receipt, 'accept', { ...late }), 'issued_at_in_future');
    const early = consumer.sign(receipt, 'accept', { issued_at: new Date(clock.now() - 301_000).toISOString() });
    await expectRefused(consumer.decide(portal, receipt, 'accept', { ...early }), 'issued_at_too_old');
  });

  it('with a key that the consumer does not have, or that was revoked', async () => {
    const receipt = await consumer.submitReceipt(null, 'success');
    const next = generateKeyPair();
    const signed = { ...consumer.sign(receipt, 'accept', {}, next) };
    await expectRefused(consumer.decide(portal, receipt, 'accept', signed), 'signing_key_unknown');
    const key_id = await consumer.register(next);
    const { consumer_id } = consumer.attester;
    await consumer.owner.ok('revoke_consumer_key', { consumer_id, key_id });
    await expectRefused(consumer.decide(portal, receipt, 'accept', signed), 'signing_key_revoked');
    const keys = await consumer.owner.ok('list_consumer_keys', { consumer_id });
    expect(keys).toMatchObject([{ status: 'active' }, { id: key_id, status: 'revoked' }]);
    expect(await audit()).toBeNull();
  });

  it('with a key that SQL added or revived, which the audit names', async () => {
    const { consumer_id } = consumer.attester;
    const receipt = await consumer.submitReceipt(null, 'success');
    const forged = generateKeyPair();
    const undo = await changeRow(database, 'consumer', consumer_id, ({ body }) => {
      body.keys.push({
        ...body.keys[0],
        ...{ id: 'forged', public_key: forged.publicKey.pem, key_fingerprint: forged.publicKey.fingerprint },
      });
    });
    const signed = { ...consumer.sign(receipt, 'accept', {}, forged) };
    await expectRefused(consumer.decide(portal, receipt, 'accept', signed), 'signing_key_unknown');
    expect(await audit()).toBe(`consumer ${consumer_id} is not as the log says: its keys were changed`);
    await undo();
    expect(await audit()).toBeNull();
  });
});
