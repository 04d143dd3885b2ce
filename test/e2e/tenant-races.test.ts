import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { insertWrite } from '../../src/ports.js';
import { systemIds } from '../../src/system.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { tableCounts } from '../support/table-counts.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { emptyOrganization } from '../support/tenants.js';

const CALLERS = 20;

/** Two portals on one file, which the same organization calls. */
let folder: string;
let portals: TestPortal[];
let doors: RegistryCaller[];
let other: RegistryCaller;
beforeEach(async () => {
  folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  portals = [await startPortal({ database }), await startPortal({ database })];
  const first = at(portals, 0);
  const { key } = await emptyOrganization(first);
  doors = portals.map((portal) => registryCaller(() => portal.url, key));
  other = registryCaller(() => first.url, first.demo.organization_key);
});
afterEach(async () => {
  for (const portal of portals) await portal.close();
  rmSync(folder, { recursive: true });
});

function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('the list is empty');
  return found;
}

/** Sends `CALLERS` concurrent calls, alternating between the portals. */
const atOnce = (call: (door: RegistryCaller, index: number) => Promise<Answered>) =>
  Promise.all(Array.from({ length: CALLERS }, (_, index) => call(at(doors, index), index)));

const outcomes = (answers: readonly Answered[]) =>
  answers.map(({ status, json }) => (status === 200 ? 'done' : String(json.error))).sort();
const oneDone = (refusal: string) => ['done', ...Array.from({ length: CALLERS - 1 }, () => refusal)].sort();

/** Inserts copies of a shop in one write, because a call for each would take long. */
const copyShop = (id: string, count: number) =>
  at(portals, 0).app.store.update((rows) => {
    const shop = required(rows.get('shop', id), 'the shop');
    const copies = Array.from({ length: count }, () => ({ ...shop, id: systemIds.next('shop'), version: 0 }));
    return { writes: copies.map((copy) => insertWrite('shop', copy)), result: undefined };
  });

const newConsumer = async () => (await at(doors, 0).ok('create_consumer', { name: 'Ada' })).id;
const newCode = async () => (await other.ok('create_link_code', {})).code;

describe('link codes', () => {
  test.each([1, 2, 3])('links only one of twenty consumers that use the same code (round %i)', async () => {
    const consumers = await Promise.all(Array.from({ length: CALLERS }, newConsumer));
    const code = await newCode();
    const answers = await atOnce((door, index) =>
      door.send('link_consumer', { consumer_id: at(consumers, index), code }),
    );
    expect(outcomes(answers)).toEqual(oneDone('link_code_invalid'));
    const linked = await at(doors, 1).ok('list_consumers', { limit: 100 });
    expect(linked.filter((one: { linked_at: string | null }) => one.linked_at !== null)).toHaveLength(1);
    expect(await usedCodes()).toBe(1);
  });

  test('links a consumer with one of twenty codes, and leaves the others valid', async () => {
    const consumer_id = await newConsumer();
    const codes = await Promise.all(Array.from({ length: CALLERS }, newCode));
    const answers = await atOnce((door, index) => door.send('link_consumer', { consumer_id, code: at(codes, index) }));
    expect(outcomes(answers)).toEqual(oneDone('consumer_already_linked'));
    expect(await usedCodes()).toBe(1);
    const [left] = codes.filter((_, index) => at(answers, index).status !== 200);
    const linked = await at(doors, 0).send('link_consumer', { consumer_id: await newConsumer(), code: left });
    expect(linked.status).toBe(200);
  });

  test.each([1, 2, 3])(
    'links only one of the consumers of two organizations with the same code (round %i)',
    async () => {
      const { key } = await emptyOrganization(at(portals, 0));
      const callers = [...doors, ...portals.map((portal) => registryCaller(() => portal.url, key))];
      const consumers = await Promise.all(callers.map((by) => by.ok('create_consumer', { name: 'Ada' })));
      const code = await newCode();
      const answers = await Promise.all(
        callers.map((by, index) => by.send('link_consumer', { consumer_id: consumers[index].id, code })),
      );
      expect(outcomes(answers)).toEqual(['done', ...Array(3).fill('link_code_invalid')]);
    },
  );

  /** Number of codes whose rows have changed. */
  const usedCodes = async () => {
    const { rows, versions } = Object((await tableCounts(at(portals, 0).database)).link_code);
    return versions - rows;
  };
});

describe('concurrent creation', () => {
  test('creates one key for twenty calls with one idempotency key, and returns its text to all', async () => {
    const headers = { 'idempotency-key': 'once only: 4b1f6c0d' };
    const answers = await atOnce((door) => door.send('create_key', { name: 'one' }, headers));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(at(answers, 0).json.data.key).toMatch(/^ok_/);
    const keys = await at(doors, 0).ok('list_keys', { limit: 100 });
    expect(keys.filter(({ name }: { name: string }) => name === 'one')).toHaveLength(1);
  });

  test('creates twenty objects for twenty calls without an idempotency key', async () => {
    for (const [create, list] of [
      ['create_consumer', 'list_consumers'],
      ['create_agent', 'list_agents'],
      ['create_shop', 'list_shops'],
    ] as const) {
      expect(outcomes(await atOnce((door) => door.send(create, { name: 'Twin' })))).not.toContain('unavailable');
      const { json } = await at(doors, 0).send(list, list === 'list_shops' ? {} : { limit: 100 });
      const twins = json.data.filter(({ name }: { name: string }) => name === 'Twin');
      expect(new Set(twins.map(({ id }: { id: string }) => id)).size).toBe(CALLERS);
    }
  });

  test('limits an organization to 1,000 shops, even when they are created concurrently', async () => {
    const { id } = await at(doors, 0).ok('create_shop', { name: 'Shop' });
    await copyShop(id, 989);
    const answers = await atOnce((door) => door.send('create_shop', { name: 'Shop' }));
    expect(outcomes(answers).filter((outcome) => outcome === 'done')).toHaveLength(10);
    expect(outcomes(answers).filter((outcome) => outcome === 'limit_exceeded')).toHaveLength(CALLERS - 10);
    expect(await at(doors, 1).ok('list_shops', {})).toHaveLength(1000);
    expect((await other.send('create_shop', { name: 'Of another' })).status).toBe(200);
  });

  test('accepts one of twenty concurrent writes of an item with the same ETag', async () => {
    const { id: shop_id } = await at(doors, 0).ok('create_shop', { name: 'Shop' });
    const item = { shop_id, item_id: 'mug', title: 'Mug', price: 1, fulfillment_types: ['pickup'] };
    const { headers } = await at(doors, 0).send('put_item', item);
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    const answers = await atOnce((door, index) => door.send('put_item', { ...item, price: index }, ifMatch));
    expect(outcomes(answers)).toEqual(oneDone('version_conflict'));
  });
});
