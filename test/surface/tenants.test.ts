import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../src/maintenance/sweep.js';
import type { TableName } from '../../src/ports.js';
import { type RegistryCaller, registryCaller, versionOf } from '../actors/registry-caller.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { NOON, stillClock } from '../support/still-clock.js';
import { tableCounts } from '../support/table-counts.js';
import { emptyOrganization, fullKey } from '../support/tenants.js';

const MINUTE = 60_000;

let portal: TestPortal;
let clock: ReturnType<typeof stillClock>;
/** Caller of the demo, and of an organization that is empty except for an agent. */
let by: RegistryCaller;
let other: RegistryCaller & { readonly organization_id: string };
beforeEach(async () => {
  clock = stillClock();
  portal = await startPortal({ clock });
  by = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const { key, organization_id } = await emptyOrganization(portal);
  other = { ...registryCaller(() => portal.url, key), organization_id };
});
afterEach(() => portal.close());

const events = async (type: TableName, id: string) => {
  const { entries } = await portal.app.store.list('audit_events', { type, id }, undefined, 100);
  return entries.map(({ action, changed, organization_id }) => ({ action, changed, organization_id }));
};
const demoEvent = (action: string, ...changed: string[]) => {
  const { organization_id } = portal.demo;
  return { action, changed, organization_id };
};

describe('every change appears in the audit trail, without its values', () => {
  it('records changes of shops, deployments and items', async () => {
    const { id: shop_id } = await by.ok('create_shop', { name: 'Second' });
    const { id: deployment_id } = await by.ok('create_deployment', { shop_id, name: 'Web' });
    const bowl = { title: 'Bowl', price: 1, fulfillment_types: ['pickup'] };
    await by.ok('put_item', { shop_id, item_id: 'bowl', ...bowl });
    await by.ok('import_items', {
      shop_id,
      items: [
        { id: 'a', ...bowl },
        { id: 'b', ...bowl },
      ],
    });
    await by.ok('import_items', { shop_id, items: [5], partial: true });
    const imported = demoEvent('shop.items_imported', 'items');
    expect(await events('shop', shop_id)).toEqual([
      demoEvent('shop.created', 'name', 'description'),
      imported,
      imported,
    ]);
    expect(await events('deployment', deployment_id)).toEqual([demoEvent('deployment.created', 'name')]);
  });

  it.each(['consumer', 'agent'] as const)('records changes of %ss', async (kind) => {
    const { id } = await by.ok(`create_${kind}`, { name: 'Ada' });
    const update = (args: object) => by.ok(`update_${kind}`, { [`${kind}_id`]: id, name: 'Ada', ...args });
    await update({});
    await update({ description: null });
    await update({ name: 'Bob' });
    await update({ name: 'Bob', description: 'Buys' });
    await update({ name: 'Cy', description: null });
    expect(await events(kind, id)).toEqual([
      demoEvent(`${kind}.created`, 'name', 'description'),
      demoEvent(`${kind}.updated`, 'name'),
      demoEvent(`${kind}.updated`, 'description'),
      demoEvent(`${kind}.updated`, 'name', 'description'),
    ]);
    const { text } = await by.send(`get_${kind}`, { [`${kind}_id`]: id });
    expect(JSON.parse(text).data).toMatchObject({ name: 'Cy', description: null });
  });

  it('records changes of keys and links', async () => {
    const { id: key_id } = await by.ok('create_key', { name: 'adapter' });
    await by.ok('revoke_key', { key_id });
    await by.ok('revoke_key', { key_id });
    expect(await events('api_key', key_id)).toEqual([
      demoEvent('key.created', 'scopes'),
      demoEvent('key.revoked', 'revoked_at'),
    ]);
    const { id: consumer_id } = await by.ok('create_consumer', { name: 'Ada' });
    const { code } = await other.ok('create_link_code', {});
    await by.ok('link_consumer', { consumer_id, code });
    const [, linked] = await events('consumer', consumer_id);
    expect(linked).toEqual(demoEvent('consumer.linked', 'linked_consumer_org_id', 'linked_at'));
  });
});

describe('a rename that changes nothing', () => {
  it('keeps version and time, and writes nothing', async () => {
    const { id: agent_id, updated_at } = await by.ok('create_agent', { name: 'Ada' });
    clock.advance(MINUTE);
    const before = await tableCounts(portal.database);
    const answered = await by.send('update_agent', { agent_id, name: 'Ada', description: null });
    expect([versionOf(answered), answered.json.data.updated_at]).toEqual([1, updated_at]);
    expect(await tableCounts(portal.database)).toEqual(before);
    const changed = await by.send('update_agent', { agent_id, name: 'Bob' }, { 'if-match': '"1"' });
    expect([versionOf(changed), changed.json.data.updated_at]).toEqual([2, new Date(NOON + MINUTE).toISOString()]);
    expect((await by.send('update_agent', { agent_id, name: 'Cy' }, { 'if-match': '"1"' })).status).toBe(412);
  });
});

describe('a link code', () => {
  const consumer = async () => (await by.ok('create_consumer', { name: 'Ada' })).id;
  const link = async (consumer_id: string, code: string) =>
    (await by.send('link_consumer', { consumer_id, code })).json;

  it('links to the organization that created the code, until 15 minutes have passed', async () => {
    const [early, late] = [await other.ok('create_link_code', {}), await other.ok('create_link_code', {})];
    expect(early.code).not.toBe(late.code);
    clock.advance(15 * MINUTE - 1);
    const id = await consumer();
    const linked = { linked_consumer_org_id: other.organization_id, linked_at: new Date(clock.now()).toISOString() };
    expect((await link(id, early.code)).data).toMatchObject(linked);
    clock.advance(1);
    const used = await link(await consumer(), early.code);
    expect(used.error).toBe('link_code_invalid');
    expect(await link(await consumer(), late.code)).toEqual(used);
    expect(await link(await consumer(), 'nonsense')).toEqual(used);
  });

  it('stays valid after a failed link to a consumer that is already linked, absent or changed', async () => {
    const linked = await consumer();
    await by.ok('link_consumer', { consumer_id: linked, code: (await other.ok('create_link_code', {})).code });
    const { code } = await other.ok('create_link_code', {});
    expect((await link(linked, code)).error).toBe('consumer_already_linked');
    expect((await link('con_absent', code)).error).toBe('consumer_not_found');
    const consumer_id = await consumer();
    const stale = await by.send('link_consumer', { consumer_id, code }, { 'if-match': '"7"' });
    expect(stale.json.error).toBe('version_conflict');
    expect((await link(consumer_id, code)).data.linked_consumer_org_id).toBe(other.organization_id);
  });

  it('is removed after its expiry, and not before', async () => {
    await other.ok('create_link_code', {});
    await by.ok('create_link_code', {});
    const rows = async () => Object((await tableCounts(portal.database)).link_code).rows;
    clock.advance(15 * MINUTE - 1);
    await sweep(portal.app.portal);
    expect(await rows()).toBe(2);
    clock.advance(1);
    await sweep(portal.app.portal);
    expect(await rows()).toBe(0);
  });
});

describe('items over HTTP', () => {
  const item = { title: 'Mug', price: 5, fulfillment_types: ['pickup'] };

  it('writes back an item that was read, and changes only its time', async () => {
    const { shop_id } = portal.demo;
    for (const item_id of ['shop-tee', 'enamel-mug', 'copper-saucepan']) {
      const { id, stock, created_at, updated_at, ...members } = await by.ok('get_shop_item', { shop_id, item_id });
      clock.advance(MINUTE);
      const put = await by.ok('put_item', { shop_id, item_id, ...members });
      expect(put).toEqual({ id, stock, ...members, created_at, updated_at: new Date(clock.now()).toISOString() });
      expect(await by.ok('get_shop_item', { shop_id, item_id })).toEqual(put);
    }
  });

  it('accepts an item whose id equals a route name', async () => {
    const { shop_id } = portal.demo;
    await by.ok('put_item', { shop_id, item_id: 'import', ...item });
    expect(await by.ok('get_shop_item', { shop_id, item_id: 'import' })).toMatchObject({ id: 'import', price: 5 });
  });

  it('accepts larger bodies for imports, up to their own limit', async () => {
    const { shop_id } = portal.demo;
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `i${index}`, ...item }));
    const large = { shop_id, items: many(10_000) };
    expect(JSON.stringify(large).length).toBeGreaterThan(512 * 1024);
    expect(await by.ok('import_items', large)).toEqual({ imported: 10_000, problems: [], warnings: [] });
    const tooMany = await by.send('import_items', { shop_id, items: many(10_001) });
    expect(tooMany.json.detail).toBe('items: must have at most 10000 entries');
    const settings = { shop_id, payment_handlers: [], links: many(10_000) };
    const refused = await by.send('update_shop_settings', settings);
    expect([refused.status, refused.json.detail]).toEqual([413, 'The body must not be larger than 256 KiB.']);
  }, 120_000);

  it('reports each bad row of a partial import in the words of the import command', async () => {
    const { shop_id } = portal.demo;
    const items = [
      { id: 'a', ...item },
      { ...item },
      { id: 'a', ...item },
      { id: 'b', ...item, colour: 'red' },
      [],
      null,
    ];
    const { imported, problems } = await by.ok('import_items', { shop_id, items, partial: true });
    expect(imported).toBe(1);
    expect(problems).toEqual([
      { row: 2, id: '', problem: 'id: is required (string)' },
      { row: 3, id: 'a', problem: 'id: appears twice' },
      { row: 4, id: 'b', problem: 'unknown member "colour"' },
      { row: 5, id: '', problem: 'the row: must be an object, not an array' },
      { row: 6, id: '', problem: 'the row: must be an object, not null' },
    ]);
    expect((await by.send('import_items', { shop_id, items })).json).toEqual({
      error: 'invalid_request',
      detail: 'items[1].id: is required (string)',
    });
  });
});

describe('keys over HTTP', () => {
  it('activates and revokes keys immediately, even the calling one', async () => {
    const made = await by.ok('create_key', { name: 'second', scopes: ['agents', 'keys'] });
    const second = registryCaller(() => portal.url, made.key);
    await second.ok('list_agents', {});
    const ended = await second.ok('revoke_key', { key_id: made.id });
    expect(ended).toMatchObject({ status: 'revoked' });
    expect((await second.send('list_agents', {})).status).toBe(401);
    expect(await by.ok('revoke_key', { key_id: made.id })).toEqual(ended);
  });

  it('rejects keys from their expiry on', async () => {
    const expires_at = new Date(NOON + MINUTE).toISOString();
    const { key, ...shown } = await by.ok('create_key', { name: 'brief', expires_at });
    expect(shown).toMatchObject({ expires_at, status: 'live' });
    clock.advance(MINUTE - 1);
    const brief = registryCaller(() => portal.url, key);
    expect((await brief.send('list_agents', {})).status).toBe(200);
    clock.advance(1);
    expect((await brief.send('list_agents', {})).status).toBe(401);
  });
});
