import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { anotherKey, changeSettings, fullKey } from '../support/tenants.js';
import { type AttackedDatabase, attackedFile, changeRow, faultOf } from './order-tampering/database.js';
import { buyWithEverything, sequence } from './order-tampering/scene.js';

/** Entries of orders that wait for their places, and those of erased orders. */

let folder: string;
let portal: TestPortal;
let database: AttackedDatabase;
beforeEach(async () => {
  folder = temporaryFolder();
  portal = await startPortal({ database: join(folder, 'portal.db') });
  database = attackedFile(portal.database);
});
afterEach(async () => {
  await (await database.audit()).close();
  await portal.close();
  rmSync(folder, { recursive: true });
});

const audit = () => faultOf(database, portal.demo.organization_id);
const count = async (table: string) => Number((await database.run(`SELECT count(*) AS n FROM ${table}`, []))[0]?.n);

describe('an entry that waits for its place', () => {
  it('is checked like one in the log', async () => {
    await sequence(portal);
    const order = await buyWithEverything(portal);
    const undo = await changeRow(database, 'order', order, ({ body }) => (body.line_items[0].item.title = 'Gold bar'));
    expect(await audit()).toBe(`order ${order} is not as the log says: items was changed`);
    await undo();
    expect(await audit()).toBeNull();
    await sequence(portal);
    expect(await count('log_pending')).toBe(0);
    expect(await audit()).toBeNull();
  });

  it('never gets its place once it was changed, while purchases go on', async () => {
    await sequence(portal);
    const { organization_id } = portal.demo;
    const row = [organization_id, 1_000_000, 'order_changed', Buffer.from('{}'), Buffer.alloc(32)];
    await database.run('INSERT INTO log_pending (organization_id, seq, type, data, mac) VALUES (?, ?, ?, ?, ?)', row);
    await sequence(portal);
    const order = await buyWithEverything(portal);
    await sequence(portal);
    expect(await count('log_pending')).toBe(2);
    expect(portal.logged.join('')).toContain('was changed: run `portal log verify`');
    expect(await audit()).toBe('waiting entry 1000000 is not one that the portal wrote');
    expect((await shopper(portal, { buyer: 'ada' }).ok('get_order', { order_id: order })).data.id).toBe(order);
  });
});

describe('an order whose address was changed', () => {
  it('is as the log says, and its later address is checked', async () => {
    const order_id = await buyWithEverything(portal);
    const { context, context_hash } = (await shopper(portal).ok('get_receipt_context', { order_id })).data;
    const destination = { address_country: 'US', address_region: 'OR', street_address: '2 Side St' };
    const buyer = registryCaller(() => portal.url, portal.demo.deployment_key, 'ada');
    const { requests } = await buyer.ok('request_order_change', { order_id, type: 'address_change', destination });
    const { key } = await anotherKey(portal, 'organization', { scopes: ['orders:money'] });
    const answer = { shop_id: portal.demo.shop_id, order_id, request_id: requests[0].id, decision: 'accept' };
    await registryCaller(() => portal.url, key).ok('answer_shop_order_request', answer);
    expect(await audit()).toBeNull();
    await sequence(portal);
    expect(await audit()).toBeNull();
    const changed = (await shopper(portal).ok('get_receipt_context', { order_id })).data;
    expect(changed).toMatchObject({ context, context_hash });
    await changeRow(database, 'order', order_id, ({ body }) => {
      body.fulfillment.expectations[0].destination.street_address = '3 Other St';
    });
    expect(await audit()).toBe(`order ${order_id} is not as the log says: address was changed`);
  });
});

describe('an order whose tracking was corrected', () => {
  it('is as the log says, and its earlier tracking is checked', async () => {
    const order_id = await buyWithEverything(portal);
    const merchant = registryCaller(() => portal.url, await fullKey(portal, 'deployment'));
    const parcel = { order_id, type: 'shipped', tracking_number: '1Z 7' };
    const { fulfillment } = await merchant.ok('record_fulfillment_event', parcel);
    const event_id: string = fulfillment.events[0].id;
    await merchant.ok('correct_tracking', { order_id, event_id, tracking_number: '1Z 8' });
    expect(await audit()).toBeNull();
    await sequence(portal);
    expect(await audit()).toBeNull();
    await changeRow(database, 'order', order_id, ({ body }) => {
      body.fulfillment.events[0].earlier_tracking[0].tracking_number = '1Z 9';
    });
    expect(await audit()).toBe(`order ${order_id} is not as the log says: texts was changed`);
  });
});

describe('the erasure of an order', () => {
  it('removes values and salts, keeps the context, and hides no other change', async () => {
    const order_id = await buyWithEverything(portal);
    await sequence(portal);
    const by = shopper(portal);
    const { context, context_hash } = (await by.ok('get_receipt_context', { order_id })).data;
    await changeSettings(portal, { order_retention_years: 0 });
    const { key } = await anotherKey(portal, 'organization', { scopes: ['privacy'] });
    const owner = registryCaller(() => portal.url, key);
    expect(await owner.ok('erase_personal_data', { email: 'ada@example.com' })).toMatchObject({ orders_erased: 1 });
    expect(await audit()).toBeNull();
    await sequence(portal);
    expect(await audit()).toBeNull();
    const after = (await by.ok('get_receipt_context', { order_id })).data;
    expect(after).toEqual({ context, context_hash, salts: { order: expect.any(String) } });
    const [entry] = await database.run(`SELECT data FROM log_entry WHERE type = 'order_erased'`, []);
    expect(Object.keys(JSON.parse(String(entry?.data)).hashes)).toEqual(['address', 'buyer', 'properties']);
    const names = ([says]: readonly [string, unknown]) => says;
    const changes: readonly [says: string, change: Parameters<typeof changeRow>[3]][] = [
      ['items was changed', ({ body }) => (body.line_items[0].item.title = 'Gold bar')],
      ['address was changed', ({ body }) => (body.fulfillment.expectations[0].destination.address_country = 'CA')],
      ['context was changed', ({ body }) => (body.evidence.hashes.buyer = 'x'.repeat(43))],
    ];
    const found: (string | null)[] = [];
    for (const [, change] of changes) {
      const undo = await changeRow(database, 'order', order_id, change);
      found.push(await audit());
      await undo();
    }
    expect(found).toEqual(changes.map((one) => `order ${order_id} is not as the log says: ${names(one)}`));
  });
});
