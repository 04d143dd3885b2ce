import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { orderContextHash } from '../../src/domain/order/receipt-context.js';
import { orderOnAccount, readyCart, shopper } from '../actors/shopper.js';
import { jcs } from '../actors/signer.js';
import { type AttackedDatabase, attackedDatabase, changeRow } from '../e2e/order-tampering/database.js';
import { sequence } from '../e2e/order-tampering/scene.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { releasePostgresOf } from '../support/postgres-of-path.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Statements of orders that somebody changed in the database, together with their entries. */

let folder: string;
let portal: TestPortal;
let database: AttackedDatabase;
beforeEach(async () => {
  folder = temporaryFolder();
  portal = await startPortal({ database: join(folder, 'portal.db') });
  database = attackedDatabase(portal.database);
});
afterEach(async () => {
  await portal.close();
  await releasePostgresOf(portal.database);
  rmSync(folder, { recursive: true });
});

/** Changes an order, and the data of its entry so that both agree. */
async function forgeOrder(order_id: string, table: 'log_pending' | 'log_entry'): Promise<void> {
  await changeRow(database, 'order', order_id, ({ body }) => (body.line_items[0].item.title = 'Gold bar'));
  const context_hash = await portal.app.store.read((rows) => {
    const order = rows.get('order', order_id);
    return order && orderContextHash(order);
  });
  const entries = await database.run(`SELECT data FROM ${table}`, []);
  const data = entries.map((row) => row.data).find((found) => String(found).includes(`"id":"${order_id}"`));
  if (data === undefined) throw new Error(`there is no entry of ${order_id} in ${table}`);
  const forged = Buffer.from(jcs({ ...JSON.parse(String(data)), context_hash }));
  await database.run(`UPDATE ${table} SET data = ? WHERE data = ?`, [forged, data]);
}

it.each([
  ['which waits for its place', 'log_pending', 'unavailable'],
  ['in the log', 'log_entry', 'order_not_logged'],
] as const)('signs no order that was changed together with its entry, %s', async (_where, table, error) => {
  const ada = shopper(portal, { buyer: 'ada' });
  const order_id = await orderOnAccount(ada, await readyCart(ada));
  if (table === 'log_entry') await sequence(portal);
  await forgeOrder(order_id, table);
  const { status, json } = await portal.request('GET', `/api/commerce/orders/${order_id}/statement`);
  expect([status, json.error]).toEqual([503, error]);
  expect(await portal.app.store.read((rows) => rows.get('order_statement', order_id))).toBeUndefined();
});
