import { expect, test } from 'vitest';
import { TAMPERINGS } from '../../../src/docs/tampering-list.js';
import { ROW_CASES, TABLE_OF, WHOLE_ROW_CASES } from './cases.js';
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
  'a grant deleted': async (database, { grant }) => [
    `grant ${grant} is not as the log says: it is gone`,
    await removed('api_key')(database, grant),
  ],
  'the revocation of a grant, removed': async (database, { ended }) => [
    `grant ${ended} is not as the log says: revoked_at was changed`,
    await changeRow(database, 'api_key', ended, ({ body }) => (body.revoked_at = null)),
  ],
  'a grant added': async (database, { grant }) => [
    'grant added is not as the log says: the log has no entry of it, so it was added',
    await added('api_key')(database, grant, { hash: 'added' }),
  ],
  'a key without limits that gets some': async (database, { key }) => [
    `grant ${key} is not as the log says: the log has no entry of it, so it was added`,
    await changeRow(database, 'api_key', key, ({ body }) => (body.limits = { per_order: 1, currency: 'USD' })),
  ],
  'a person, added to a grant that nobody signed in gave': async (database, { ended }) => [
    `grant ${ended} is not as the log says: person was changed`,
    await changeRow(database, 'api_key', ended, ({ columns, body }) => {
      columns.grant_person = 'prs_eve';
      body.grant.person_id = 'prs_eve';
    }),
  ],
  'an amount that an order counts toward the limits of its grant, lowered': async (database, { limited }) => [
    `order ${limited} is not as the log says: its payment counts otherwise toward the limits of its grant`,
    await changeRow(database, 'payment', await paymentOf(database, limited), ({ columns }) => (columns.spent = 0)),
  ],
  "an order's payment, counted toward another grant": async (database, { limited, grant }) => [
    `order ${limited} is not as the log says: its payment counts otherwise toward the limits of its grant`,
    await changeRow(
      database,
      'payment',
      await paymentOf(database, limited),
      ({ columns }) => (columns.spender_id = grant),
    ),
  ],
  "an order's payment, deleted": async (database, { limited }) => [
    `order ${limited} is not as the log says: its payment counts otherwise toward the limits of its grant`,
    await removed('payment')(database, await paymentOf(database, limited)),
  ],
  'a forged entry of a grant that waits for its place': async (database, { organization_id, grant }) =>
    forgedEntry(database, organization_id, {
      ...{ at: AT, hidden: {}, id: grant, state: { limits: null }, type: 'grant_changed', version: 99 },
    }),
  'a forged entry that waits for its place': async (database, { organization_id, order }) =>
    forgedEntry(database, organization_id, {
      ...{ at: AT, events: [], hashes: { state: 'a'.repeat(43) }, id: order, type: 'order_changed', version: 99 },
    }),
};

const AT = '2026-11-20T10:00:00.000Z';

async function paymentOf(database: AttackedDatabase, order: string): Promise<string> {
  const { payment } = JSON.parse(String((await readRow(database, 'order', order)).body));
  return payment.attempt_id;
}

/** `entry`: with its members in alphabetical order. */
async function forgedEntry(
  database: AttackedDatabase,
  organizationId: string,
  entry: { readonly type: string },
): ReturnType<Attack> {
  const row = [organizationId, 1, entry.type, Buffer.from(JSON.stringify(entry)), Buffer.alloc(32)];
  await database.run('INSERT INTO log_pending (organization_id, seq, type, data, mac) VALUES (?, ?, ?, ?, ?)', row);
  return [
    'waiting entry 1 is not one that the portal wrote',
    async () => void (await database.run('DELETE FROM log_pending', [])),
  ];
}

/** Tests that each change of an order, consumer or grant is named, and each undone one is not. */
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

  test.each(ROW_CASES)('names a change of $name', async ({ of, change, says }) => {
    const { database, scene } = given();
    const undo = await changeRow(database, TABLE_OF[of], scene[of], change);
    await expectFault(`${of} ${scene[of]} is not as the log says: ${says}`).finally(undo);
    await expectFault(null);
  });

  test.each(WHOLE_ROW_CASES)('names %s', async (name) => {
    const { database, scene } = given();
    const [says, undo] = await WHOLE_ROWS[name](database, scene);
    await expectFault(says).finally(undo);
    await expectFault(null);
  });
}
