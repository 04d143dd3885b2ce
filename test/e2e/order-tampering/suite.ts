import { expect, test } from 'vitest';
import { TAMPERINGS } from '../../../src/docs/tampering-list.js';
import { ROW_CASES, WHOLE_ROW_CASES } from './cases.js';
import { type AttackedDatabase, changeRow, faultOf, insertRow, readRow } from './database.js';
import type { OrderScene } from './scene.js';

type WholeRowCase = (typeof WHOLE_ROW_CASES)[number];
/** Makes a change. Returns what the audit must say, and a function that undoes the change. */
type Attack = (
  database: AttackedDatabase,
  scene: OrderScene,
) => Promise<readonly [says: string, undo: () => Promise<void>]>;

const removed = (table: string) => async (database: AttackedDatabase, key: string) => {
  const row = await readRow(database, table, key);
  await database.run(`DELETE FROM "${table}" WHERE key = ?`, [key]);
  return () => insertRow(database, table, row);
};

const added =
  (table: string) => async (database: AttackedDatabase, key: string, more: Readonly<Record<string, string>>) => {
    const { seq, ...row } = await readRow(database, table, key);
    const body = JSON.stringify({ ...JSON.parse(String(row.body)), id: 'added' });
    await insertRow(database, table, { ...row, ...more, key: 'added', body });
    return async () => void (await database.run(`DELETE FROM "${table}" WHERE key = 'added'`, []));
  };

const WHOLE_ROWS: Readonly<Record<WholeRowCase, Attack>> = {
  'an order deleted': async (database, { order }) => [
    `order ${order} is not as the log says: it is gone`,
    await removed('order')(database, order),
  ],
  'an order added': async (database, { order }) => [
    'order added is not as the log says: the log has no entry of it, so it was added',
    await added('order')(database, order, { checkout_id: 'added', display_id: '77', changed: '77' }),
  ],
  'a consumer deleted': async (database, { consumer }) => [
    `consumer ${consumer} is gone: the log has entries of it`,
    await removed('consumer')(database, consumer),
  ],
  'a consumer added': async (database, { consumer }) => [
    'consumer added is not as the log says: the log has no entry of it, so it was added',
    await added('consumer')(database, consumer, {}),
  ],
  'a forged entry that waits for its place': async (database, { organization_id, order }) => {
    const hashes = { state: 'a'.repeat(43) };
    const at = '2026-11-20T10:00:00.000Z';
    const data = Buffer.from(JSON.stringify({ at, events: [], hashes, id: order, type: 'order_changed', version: 99 }));
    const row = [organization_id, 1, 'order_changed', data, Buffer.alloc(32)];
    await database.run('INSERT INTO log_pending (organization_id, seq, type, data, mac) VALUES (?, ?, ?, ?, ?)', row);
    return [
      'waiting entry 1 is not one that the portal wrote',
      async () => void (await database.run('DELETE FROM log_pending', [])),
    ];
  },
};

/** Tests that each change of an order or consumer is named, and each undone one is not. */
export function testOrderTampering(
  given: () => { readonly database: AttackedDatabase; readonly scene: OrderScene },
): void {
  const expectFault = async (says: string | null) =>
    expect(await faultOf(given().database, given().scene.organization_id)).toBe(says);

  test('finds no fault in an order that was held, released, shipped and refunded', () => expectFault(null));

  test('makes the changes that the document lists', () => {
    const names = [...ROW_CASES.map(({ name }) => name), ...WHOLE_ROW_CASES];
    expect(TAMPERINGS.orders.changes).toEqual(names);
  });

  test.each(ROW_CASES)('names a change of $name', async ({ table, change, says }) => {
    const { database, scene } = given();
    const undo = await changeRow(database, table, scene[table], change);
    await expectFault(`${table} ${scene[table]} is not as the log says: ${says}`).finally(undo);
    await expectFault(null);
  });

  test.each(WHOLE_ROW_CASES)('names %s', async (name) => {
    const { database, scene } = given();
    const [says, undo] = await WHOLE_ROWS[name](database, scene);
    await expectFault(says).finally(undo);
    await expectFault(null);
  });
}
