import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateKeyPair, verifyCountersignature } from '../../../src/receipts.js';
import { Consumer, REASON } from '../../actors/consumer.js';
import { registryCaller } from '../../actors/registry-caller.js';
import { type AttackedDatabase, attackedDatabase, faultOf, readRow } from '../../e2e/order-tampering/database.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { releasePostgresOf } from '../../support/postgres-of-path.js';
import { run } from '../../support/program.js';
import { stillClock } from '../../support/still-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { anotherKey } from '../../support/tenants.js';

/** The erasure of a consumer, whose free text is in orders of others. */

const folder = temporaryFolder();
const clock = stillClock();
let portal: TestPortal;
let database: AttackedDatabase;
let consumer: Consumer;
beforeAll(async () => {
  portal = await startPortal({ database: join(folder, 'portal.db'), clock });
  database = attackedDatabase(portal.database);
  consumer = await Consumer.open(portal, generateKeyPair(), clock);
});
afterAll(async () => {
  await (await database.audit()).close();
  await portal.close();
  await releasePostgresOf(portal.database);
  rmSync(folder, { recursive: true });
});

it('removes its name and the reasons of its disputes with their salts, and logs each change', async () => {
  const { consumer_id } = consumer.attester;
  const order_id = await consumer.buy();
  const receipt = await consumer.submitReceipt(order_id, 'success');
  expect((await consumer.decide(portal, receipt, 'dispute')).status).toBe(200);
  const before = JSON.parse(String((await readRow(database, 'order', order_id)).body));
  const { key } = await anotherKey(portal, 'organization', { scopes: ['privacy'] });
  const by = registryCaller(() => portal.url, key);
  expect(await by.ok('erase_personal_data', { consumer_id })).toMatchObject({ orders_erased: 0, reasons_erased: 1 });
  const text = String((await readRow(database, 'order', order_id)).body);
  for (const gone of [REASON.reason, REASON.reason_salt, before.evidence.salts.texts]) expect(text).not.toContain(gone);
  expect((await consumer.order(order_id)).countersignatures).toEqual([
    { receipt_id: receipt.id, consumer_id, decision: 'dispute', at: expect.any(String) },
  ]);
  const { countersignatures } = await consumer.owner.ok('get_receipt', { receipt_id: receipt.id });
  expect(verifyCountersignature(countersignatures[0]).decision).toBe('dispute');
  expect(await consumer.owner.ok('get_consumer', { consumer_id })).toMatchObject({
    name: consumer_id,
    description: null,
  });
  const entries = await database.run(
    `SELECT data FROM log_pending UNION ALL SELECT data FROM log_entry ORDER BY 1`,
    [],
  );
  const changes = entries.map(({ data }) => JSON.parse(String(data))).filter(({ id }) => id === order_id);
  // The hash of its name is in the log, so an earlier salt would prove a guessed name.
  const named = await database.run(`SELECT data, salt FROM log_entry ORDER BY log_index`, []);
  const salts = named
    .filter(({ data }) => JSON.parse(String(data)).id === consumer_id)
    .map(({ salt }) => salt !== null);
  expect(salts).toEqual([false, false, true]);
  const last = changes.reduce((one, other) => (other.version > one.version ? other : one));
  expect(last).toMatchObject({ type: 'order_changed', hashes: { texts: null } });
  expect(await faultOf(database, portal.demo.organization_id)).toBeNull();
  expect(await by.ok('erase_personal_data', { consumer_id })).toMatchObject({ reasons_erased: 0 });
});

it('is a command too', async () => {
  const { consumer_id } = consumer.attester;
  const order_id = await consumer.buy();
  await consumer.decide(portal, await consumer.submitReceipt(order_id, 'success'), 'dispute');
  const erase = (...args: readonly string[]) => run(['privacy', 'erase', ...args], portal.commandEnv);
  const { code, stdout } = await erase('--consumer', consumer_id);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^erased: name of the consumer, reasons in 1 order, /)]);
  expect(String((await readRow(database, 'order', order_id)).body)).not.toContain(REASON.reason);
  expect(await consumer.owner.ok('get_consumer', { consumer_id })).toMatchObject({ name: consumer_id });
  expect((await erase('--consumer', 'con_nothing')).stderr).toContain('there is no consumer con_nothing');
  for (const args of [[], ['ada@example.com', '--consumer', consumer_id]])
    expect((await erase(...args)).stderr).toContain('name either an email address or --consumer');
});

it('is refused for an unknown consumer, and for both or none of the two', async () => {
  const { key } = await anotherKey(portal, 'organization', { scopes: ['privacy'] });
  const by = registryCaller(() => portal.url, key);
  const errorOf = async (args: object) => (await by.send('erase_personal_data', { ...args })).json;
  expect(await errorOf({ consumer_id: 'con_nothing' })).toMatchObject({ error: 'consumer_not_found' });
  const detail = 'email: send either email or consumer_id';
  for (const args of [{}, { email: 'a@b', consumer_id: consumer.attester.consumer_id }])
    expect(await errorOf(args)).toEqual({ error: 'invalid_request', detail });
});
