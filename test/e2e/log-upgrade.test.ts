import { createHmac, createPrivateKey } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { receiptLeafHash } from '../../src/attestation/log-leaf.js';
import { appendLeaf, completingLeaf } from '../../src/attestation/merkle.js';
import { orderContextHash } from '../../src/domain/order/receipt-context.js';
import { RowUpgrade } from '../../src/maintenance/row-upgrade.js';
import { readVkey } from '../../src/receipts.js';
import { splitPeaks } from '../../src/store/log/log-head.js';
import { systemIds } from '../../src/system.js';
import { registryCaller } from '../actors/registry-caller.js';
import { orderOnAccount, readyCart, shopper } from '../actors/shopper.js';
import type { TestPortal } from '../support/portal.js';
import { addGrant, anotherKey, emptyOrganization } from '../support/tenants.js';
import { History } from './log-history/history.js';
import { sequence } from './order-tampering/scene.js';

const FOUND = ['agent_found', 'key_found', 'consumer_found', 'rows_found', 'grants_found'];

/** Tests of a log from before log entries existed: it has only receipt leaves, and its MACs cover fewer members. */

let history: History;
beforeEach(() => {
  history = new History();
});
afterEach(() => history.remove());

interface Row {
  readonly id: string;
  readonly organization_id: string;
  readonly receipt_hash: string;
  readonly received_at: number;
  readonly signing_key_id: string;
  readonly key_fingerprint: string;
  readonly signature: Buffer;
}

function onFile(work: (database: Database) => void): void {
  const database = new DatabaseConstructor(history.database);
  work(database);
  database.close();
}

function macOf(database: Database): (...parts: readonly (string | Uint8Array)[]) => Buffer {
  const vkey = database.prepare<[], string>('SELECT vkey FROM log_identity').pluck().get() ?? '';
  const key = createPrivateKey(readFileSync(`${history.database}.log-key`));
  const seed = key.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const macKey = createHmac('sha256', seed).update('log MAC').digest();
  return (...parts) => {
    const mac = createHmac('sha256', macKey);
    for (const part of [readVkey(vkey).name, ...parts]) mac.update(part).update('\n');
    return mac.digest();
  };
}

/** Rewrites the only organization's log as an earlier version stored it. */
function makeEarlier(): void {
  onFile((database) => {
    const mac = macOf(database);
    const rows = database.prepare<[], Row>('SELECT * FROM receipt ORDER BY log_index').all();
    const [organization_id] = rows.map((row) => row.organization_id);
    if (organization_id === undefined) throw new Error('no receipts');
    database.exec('DELETE FROM log_entry; DELETE FROM log_pending; DELETE FROM log_node');
    makeOrdersEarlier(database);
    makeGrantsEarlier(database);
    let peaks: readonly Uint8Array[] = [];
    rows.forEach((row, index) => {
      const signed = [row.organization_id, row.id, row.receipt_hash, row.signing_key_id, row.key_fingerprint];
      database
        .prepare('UPDATE receipt SET log_index = ?, mac = ?, order_id = NULL WHERE id = ?')
        .run(index, mac('receipt', ...signed, row.signature), row.id);
      const received_at = new Date(row.received_at).toISOString();
      const grown = appendLeaf(peaks, index, receiptLeafHash({ ...row, received_at }));
      peaks = grown.peaks;
      for (const node of grown.nodes)
        database
          .prepare('INSERT INTO log_node VALUES (?, ?, ?, ?)')
          .run(organization_id, completingLeaf(node), node.level, Buffer.from(node.hash));
    });
    database
      .prepare('UPDATE log_head SET epoch = 0, size = ?, peaks = ?, mac = ?')
      .run(rows.length, Buffer.concat(peaks), mac('head', organization_id, String(rows.length), ...peaks));
  });
  rmSync(`${history.database}.log-key.signed`, { force: true });
}

/** Makes orders as earlier versions stored them: the first without salts, the others with salts but without entries. */
function makeOrdersEarlier(database: Database): void {
  const write = database.prepare('UPDATE "order" SET body = ?, context_hash = ? WHERE key = ?');
  const orders = database
    .prepare<[], { key: string; body: string }>('SELECT key, body FROM "order" ORDER BY seq')
    .all();
  orders.forEach(({ key, body }, nth) => {
    const { evidence, ...order } = JSON.parse(body);
    const { entered: _entered, ...salted } = evidence;
    const earlier = nth === 0 ? order : { ...order, evidence: salted };
    write.run(JSON.stringify(earlier), orderContextHash(earlier), key);
  });
}

/** Makes API keys as earlier versions stored them. */
function makeGrantsEarlier(database: Database): void {
  database.exec("UPDATE api_key SET body = json_remove(body, '$.evidence')");
}

/** Enters the rows of earlier versions; stops when `isStopping` says so. */
async function upgradeRows(portal: TestPortal, isStopping: () => boolean): Promise<void> {
  const { store, log } = portal.app;
  await new RowUpgrade({ store, ids: systemIds, clock: portal.app.portal.clock, log }).round(isStopping);
}

const entries = () => {
  const types: string[] = [];
  onFile((database) =>
    types.push(...database.prepare<[], string>('SELECT type FROM log_entry ORDER BY log_index').pluck().all()),
  );
  return types;
};

test('the upgrade adds entries for existing agents and keys once, and continues the log', async () => {
  await history.grow(5);
  makeEarlier();
  await history.open((_door, _parties, portal) => upgradeRows(portal, () => false));
  await history.grow(2);
  expect(entries()).toEqual(FOUND);
  expect((await history.log('verify')).stdout).toContain('  valid  7 receipts, 12 leaves, ');
  await history.grow(1);
  expect(entries()).toEqual(FOUND);
  await history.change(`UPDATE receipt SET metadata = '{"a":1}' WHERE log_index = 1`);
  expect((await history.log('verify')).stdout).toMatch(
    /INVALID {2}receipt 1 \(\S+\) is not valid: its signature, its signing key, its unsigned/,
  );
});

test('the upgrade enters existing orders, consumers and grants once, and continues where it was interrupted', async () => {
  const orders = await history.open(async (_door, _parties, portal) => {
    const by = shopper(portal);
    const placed: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) placed.push(await orderOnAccount(by, await readyCart(by)));
    await addGrant(portal, portal.demo.deployment_id);
    return placed;
  });
  await history.grow(1);
  makeEarlier();
  let asked = 0;
  await history.open(async (_door, _parties, portal) => {
    await upgradeRows(portal, () => {
      asked += 1;
      return asked > 1;
    });
    await upgradeRows(portal, () => false);
    await upgradeRows(portal, () => false);
  });
  const found = orders.map(() => 'order_found');
  const all = [...found, 'grant_found', 'consumer_found', 'rows_found', 'grants_found'];
  expect(entries()).toEqual(['agent_found', 'key_found', ...all]);
  expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  await history.change(
    `UPDATE "order" SET body = json_set(body, '$.line_items[0].item.title', 'Gold') WHERE key = '${orders[1]}'`,
  );
  expect((await history.log('verify')).stdout).toContain(
    `order ${orders[1]} is not as the log says: items was changed`,
  );
});

test('the upgrade enters the grants of a log that covers orders and consumers, and nothing else again', async () => {
  const limits = { per_order: 5_000, currency: 'USD' };
  const grant = await history.open(async (_door, _parties, portal) => {
    await orderOnAccount(shopper(portal), await readyCart(shopper(portal)));
    await sequence(portal);
    await anotherKey(portal, 'deployment', { limits });
    return addGrant(portal, portal.demo.deployment_id);
  });
  const head = await history.row<{ organization_id: string; size: number; peaks: Buffer }>('SELECT * FROM log_head');
  onFile((database) => {
    makeGrantsEarlier(database);
    database.exec("DELETE FROM log_pending WHERE type LIKE 'grant%'");
    const parts = [head.organization_id, '1', String(head.size), ...splitPeaks(head.peaks)];
    database.prepare('UPDATE log_head SET mac = ?').run(macOf(database)('head/3', ...parts));
  });
  const before = entries();
  expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  await history.open(async (_door, _parties, portal) => {
    await upgradeRows(portal, () => false);
    await upgradeRows(portal, () => false);
    const { key } = await anotherKey(portal, 'organization', { scopes: ['keys'] });
    await registryCaller(() => portal.url, key).ok('set_key_limits', { key_id: grant, per_order: 1_000 });
    await sequence(portal);
  });
  expect(entries()).toEqual([...before, 'grant_found', 'grant_found', 'grants_found', 'grant_changed']);
  expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  await history.change(`UPDATE api_key SET body = json_set(body, '$.limits.per_order', 900000) WHERE key = '${grant}'`);
  expect((await history.log('verify')).stdout).toContain(`grant ${grant} is not as the log says: limits was changed`);
});

test('the upgrade of one organization continues after the log of an earlier one was refused', async () => {
  const later = await history.open(
    async (_door, _parties, portal) => (await emptyOrganization(portal)).organization_id,
  );
  const { peaks } = await history.row<{ peaks: Buffer }>(
    `SELECT peaks FROM log_head WHERE organization_id = '${later}'`,
  );
  onFile((database) => {
    const mac = macOf(database)('head/2', later, '1', '1', peaks);
    const write = database.prepare('UPDATE log_head SET mac = ? WHERE organization_id = ?');
    expect(write.run(mac, later).changes).toBe(1);
    database.prepare('UPDATE log_head SET mac = zeroblob(32) WHERE organization_id <> ?').run(later);
  });
  await history.open(async (_door, _parties, portal) => {
    const { organization_id } = portal.demo;
    expect(organization_id < later).toBe(true);
    const covers = () => portal.app.store.read((rows) => rows.logHead(later).covers_rows);
    expect(await covers()).toBe(false);
    await upgradeRows(portal, () => false);
    expect(await covers()).toBe(true);
    expect(portal.logged.join('')).toContain(`the head of the log of ${organization_id} was changed`);
  });
});

test('reports a receipt that was accepted before the key found at the upgrade was registered', async () => {
  await history.grow(3);
  makeEarlier();
  const created = Date.now() + 3_600_000;
  await history.change(
    `UPDATE signing_key SET created_at = ${created}, body = json_set(body, '$.created_at', ${created})`,
  );
  await history.open(async () => undefined);
  expect((await history.log('verify')).stdout).toMatch(
    /receipt 0 \(\S+\) is not valid: it was accepted before its signing key was registered\n$/,
  );
});

test('the upgrade does not make an invalid MAC valid', async () => {
  await history.grow(3);
  makeEarlier();
  await history.change('UPDATE receipt SET mac = zeroblob(32) WHERE log_index = 1');
  await history.open(async () => undefined);
  expect((await history.log('verify')).stdout).toMatch(
    /receipt 1 \(\S+\) is not valid: its signature, its signing key/,
  );
});

test('a portal opens a backup from before the upgrade, but does not sign until its log is adopted', async () => {
  await history.grow(3);
  makeEarlier();
  const head = await history.row<{ size: number; peaks: Buffer; mac: Buffer }>('SELECT size, peaks, mac FROM log_head');
  await history.grow(1);
  await history.keep();
  await history.change(
    `UPDATE log_head SET epoch = 0, size = ${head.size}, peaks = x'${head.peaks.toString('hex')}', mac = x'${head.mac.toString('hex')}';
     DELETE FROM log_entry; DELETE FROM receipt WHERE log_index >= ${head.size}; DELETE FROM log_node WHERE log_index >= ${head.size}`,
  );
  await expect(history.grow(1)).rejects.toThrow('503');
  expect((await history.log('checkpoint')).stderr).toContain('has 5 leaves, but 6 were signed');
  expect(await history.log('adopt')).toMatchObject({ code: 0 });
  expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
});

test('the upgrade records the head of the log, so that an older copy with changed agents is detected', async () => {
  await history.grow(3);
  makeEarlier();
  const { size, peaks, mac } = await history.row<{ size: number; peaks: Buffer; mac: Buffer }>(
    'SELECT * FROM log_head',
  );
  await history.open(async () => undefined);
  expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  await history.change(
    `UPDATE log_head SET epoch = 0, size = ${size}, peaks = x'${peaks.toString('hex')}', mac = x'${mac.toString('hex')}';
     DELETE FROM log_entry; DELETE FROM log_node WHERE log_index >= ${size};
     UPDATE agent SET body = json_set(body, '$.name', 'Another')`,
  );
  await history.open(async () => undefined);
  expect((await history.log('verify')).stdout).toContain('the log and its signed heads differ in the first 5 leaves');
});
