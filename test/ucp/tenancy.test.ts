import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { tableCounts } from '../support/table-counts.js';
import { mugs } from './bodies.js';
import { OTHER_PROFILE } from './platform.js';
import { type As, callWay, madeFor, table, takesId, WAYS, type Way } from './ways.js';
import { FOREIGN_HOST, FOREIGN_ITEM, openWorld, STRANGER_HOST, type World } from './world.js';

/** Every operation treats another owner's object like an absent one. */

let world: World;
let buyer: Shopper;
beforeAll(async () => {
  world = await openWorld();
  buyer = shopper(world.portal);
});
afterAll(() => world.portal.close());

/** Returns the row count of each table, without stored responses. */
const rows = async () => ({ ...(await tableCounts(world.portal.database)), idempotency: undefined });

const WITH_ID = WAYS.filter(takesId);
const UNKNOWN = 'chk_01930000-0000-7000-8000-000000000099';

/** Returns everything in a response that could reveal another object, without request ids and times. */
const toldBy = async (way: Way, as: As) => {
  const { status, answered } = await callWay(world, way, as);
  const { headers, text } = answered;
  return { status, text, etag: headers.get('etag'), type: headers.get('content-type') };
};

/** Other callers, by name. Each of them creates an object. */
const OTHERS: readonly (readonly [name: string, as: (world: World) => As])[] = [
  ['another platform of the shop', ({ otherKey }) => ({ key: otherKey, profile: OTHER_PROFILE })],
  ['the same platform at another deployment', ({ strangerKey }) => ({ key: strangerKey, host: STRANGER_HOST })],
  ['the same platform at another organization', ({ foreignKey }) => ({ key: foreignKey, host: FOREIGN_HOST })],
  ['a mere claim of the same profile', () => ({ key: null })],
];

const foreignBody = (name: string) => ({
  ...(name.endsWith('organization') && { body: itemOf(FOREIGN_ITEM) }),
});

describe.each(table(WITH_ID))('%s', (_name, way) => {
  const isOrder = way.operation.name === 'get_order';

  // There is no order of the other organization, because its item cannot be delivered.
  test.each(OTHERS.filter(([name]) => !isOrder || !name.endsWith('organization')))(
    'returns not found for %s',
    async (name, asOther) => {
      const theirs = await madeFor(world, way, { ...asOther(world), ...(!isOrder && foreignBody(name)) });
      const before = await rows();
      const absent = await toldBy(way, { id: UNKNOWN });
      expect(await toldBy(way, { id: theirs })).toEqual(absent);
      expect(absent.text).not.toContain(theirs);
      expect(await rows()).toEqual(before);
    },
  );

  test("returns not found for the shop's own buyers", async () => {
    const cart = (await buyer.ok('get_cart', {})).data.id;
    expect(await toldBy(way, { id: cart })).toEqual(await toldBy(way, { id: UNKNOWN }));
  });

  test('finds nothing for an invalid id or an id of another kind', async () => {
    const absent = await toldBy(way, { id: UNKNOWN });
    const kinds = WITH_ID.filter(({ version, transport }) => version === way.version && transport === way.transport);
    const stem = (name: string) => name.split('_').at(-1);
    const other = kinds.filter(({ operation }) => stem(operation.name) !== stem(way.operation.name));
    for (const kind of other.slice(0, 2)) expect(await toldBy(way, { id: await madeFor(world, kind) })).toEqual(absent);
    for (const id of ['x', ' ', 'a/b', 'CHK_1', '__proto__', 'x'.repeat(255)])
      expect([id, await toldBy(way, { id })]).toEqual([id, absent]);
  });

  test("finds the caller's own objects", async () => {
    const id = await madeFor(world, way);
    expect((await callWay(world, way, { id })).body.id).toBe(id);
  });
});

const itemOf = (id: string) => ({ line_items: [{ item: { id }, quantity: 1 }] });
const lineOf = (id: string) => ({ line_items: [{ id, item: { id: 'enamel-mug' }, quantity: 1 }] });

/** Ids sent in bodies: of another platform's cart or line, of another organization's item, or a cursor of its list. */
const IN_BODIES: readonly (readonly [
  operation: string,
  of: 'cart' | 'line' | 'item' | 'cursor',
  body: (id: string) => object,
])[] = [
  ['create_checkout', 'cart', (cart_id) => ({ line_items: mugs(), cart_id })],
  ['create_checkout', 'item', itemOf],
  ['update_checkout', 'item', itemOf],
  ['update_checkout', 'line', lineOf],
  ['create_cart', 'item', itemOf],
  ['update_cart', 'item', itemOf],
  ['update_cart', 'line', lineOf],
  ['lookup_catalog', 'item', (id) => ({ ids: [id] })],
  ['get_product', 'item', (id) => ({ id })],
  [
    'search_catalog',
    'cursor',
    (cursor) => ({ filters: { categories: ['Kitchen'] }, pagination: { cursor, limit: 1 } }),
  ],
];
const ABSENT = 'nothing-here';

describe("someone else's id in a body is treated as unknown", () => {
  const named = IN_BODIES.flatMap(([name, of, body]) =>
    WAYS.filter(({ operation, isEarly }) => operation.name === name && !(isEarly && of === 'cart')).map(
      (way) => [`${way.version} ${way.transport} ${name}: ${of}`, way, of, body] as const,
    ),
  );

  test.each(named)('%s', async (_name, way, of, body) => {
    const theirs = await othersIdOf(of, way);
    const own = takesId(way) ? { id: await madeFor(world, way) } : {};
    const before = await rows();
    const told = async (id: string) => {
      const { status, text } = await toldBy(way, { ...own, body: body(id) });
      return { status, text: text.replaceAll(id, '…') };
    };
    expect(await told(theirs)).toEqual(await told(ABSENT));
    expect(await rows()).toEqual(before);
  });
});

async function othersIdOf(of: (typeof IN_BODIES)[number][1], { version, transport }: Way): Promise<string> {
  const ask = async (name: string, as: As) => {
    const [way] = WAYS.filter(
      (one) => one.version === version && one.transport === transport && one.operation.name === name,
    );
    return (await callWay(world, required(way, name), as)).body;
  };
  const platform = { key: world.otherKey, profile: OTHER_PROFILE };
  const foreign = { key: world.foreignKey, host: FOREIGN_HOST };
  if (of === 'cart') return (await ask('create_cart', platform)).id;
  if (of === 'line') return (await ask('create_checkout', platform)).line_items[0].id;
  if (of === 'item') return FOREIGN_ITEM;
  const filters = { categories: ['Kitchen'] };
  return (await ask('search_catalog', { ...foreign, body: { filters, pagination: { limit: 1 } } })).pagination.cursor;
}
