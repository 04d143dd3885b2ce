import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { openScene, type Scene } from '../delivery/scene.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { NOON, stillClock } from '../support/still-clock.js';
import { emptyOrganization, fullKey } from '../support/tenants.js';

const iso = (time: number) => new Date(time).toISOString();

describe('list_webhooks', () => {
  const clock = stillClock();
  let portal: TestPortal;
  let owner: RegistryCaller;
  let other: RegistryCaller;
  beforeAll(async () => {
    portal = await startPortal({ clock });
    owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
    other = registryCaller(() => portal.url, (await emptyOrganization(portal)).key);
  });
  afterAll(() => portal.close());

  /** Creates each webhook one minute after the previous one. */
  async function created(by: RegistryCaller, path: string, more: object = {}): Promise<string> {
    clock.advance(60_000);
    return (await by.ok('create_webhook', { url: `https://merchant.example/${path}`, ...more })).id;
  }

  it('returns an empty page for an organization without webhooks', async () => {
    const { status, json } = await other.send('list_webhooks', {});
    expect([status, json]).toEqual([200, { data: [] }]);
  });

  it('returns all webhooks of the organization, oldest first and without secrets, and no others', async () => {
    await created(other, 'theirs');
    const first = await created(owner, 'first', { description: 'Orders', events: ['order.created'] });
    const { shop_id } = portal.demo;
    const second = await created(owner, 'second', { shop_id });
    await owner.ok('update_webhook', { webhook_id: first, status: 'paused' });
    const { json } = await owner.send('list_webhooks', {});
    expect(json.data).toEqual([
      {
        ...{ id: first, url: 'https://merchant.example/first', shop_id: null, description: 'Orders' },
        ...{ events: ['order.created'], status: 'paused', earlier_secret_until: null },
        ...{ created_at: iso(NOON + 120_000), updated_at: iso(NOON + 180_000) },
      },
      {
        ...{ id: second, url: 'https://merchant.example/second', shop_id, description: null },
        ...{ events: null, status: 'active', earlier_secret_until: null },
        ...{ created_at: iso(NOON + 180_000), updated_at: iso(NOON + 180_000) },
      },
    ]);
  });

  it('returns each webhook once across pages, even when one is added in between', async () => {
    const { json: whole } = await owner.send('list_webhooks', { limit: 100 });
    const { json: page } = await owner.send('list_webhooks', { limit: 1 });
    const added = await created(owner, 'later');
    const { json: rest } = await owner.send('list_webhooks', { limit: 100, cursor: page.pagination.cursor });
    const ids = [...page.data, ...rest.data].map(({ id }: { readonly id: string }) => id);
    expect(ids).toEqual([...whole.data.map(({ id }: { readonly id: string }) => id), added]);
  });

  it("rejects a cursor of another organization's list", async () => {
    await created(other, 'one-more');
    const { json } = await other.send('list_webhooks', { limit: 1 });
    const { status, json: answer } = await owner.send('list_webhooks', { cursor: json.pagination.cursor });
    expect([status, answer.error]).toEqual([400, 'invalid_cursor']);
  });
});

describe('delete_webhook', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene();
  });
  afterEach(() => scene.close());

  const listed = async () => (await scene.owner.send('list_webhooks', {})).json.data;

  it('returns the deleted webhook, and removes it from every read', async () => {
    const { id: kept } = await scene.webhook('/kept');
    const { id } = await scene.webhook('/gone', { description: 'Old', events: ['item.created'] });
    const before = await scene.owner.ok('get_webhook', { webhook_id: id });
    expect(await scene.owner.ok('delete_webhook', { webhook_id: id })).toEqual(before);
    expect((await listed()).map(({ id }: { readonly id: string }) => id)).toEqual([kept]);
    for (const operation of ['get_webhook', 'delete_webhook', 'list_webhook_deliveries']) {
      const { status, json } = await scene.owner.send(operation, { webhook_id: id });
      expect([operation, status, json.error]).toEqual([operation, 404, 'webhook_not_found']);
    }
  });

  it('stores no later events for the webhook, and continues sending to other webhooks', async () => {
    const { id } = await scene.webhook('/gone', { events: ['item.created'] });
    const { id: kept } = await scene.webhook('/kept', { events: ['item.created'] });
    await scene.owner.ok('delete_webhook', { webhook_id: id });
    await scene.item('bowl');
    await scene.receiver.got('/kept', 1);
    expect(scene.receiver.at('/gone')).toEqual([]);
    expect((await scene.deliveries(kept)).map(({ subject_id }) => subject_id)).toHaveLength(1);
    const stored = await scene.portal.app.store.list('deliveries', { receiver: id, state: undefined }, undefined, 10);
    expect(stored.entries).toEqual([]);
  });

  it('marks waiting deliveries of the webhook dead without another attempt', async () => {
    const { id } = await scene.webhook('/down', { events: ['item.created'] });
    scene.receiver.answers('/down', 503);
    await scene.item('bowl');
    await expect.poll(async () => (await scene.deliveries(id))[0]?.attempts).toBe(1);
    await scene.owner.ok('delete_webhook', { webhook_id: id });
    scene.receiver.answers('/down', 200);
    scene.clock.advance(24 * 60 * 60 * 1000);
    const stored = async () =>
      (await scene.portal.app.store.list('deliveries', { receiver: id, state: undefined }, undefined, 10)).entries;
    await expect.poll(async () => (await stored()).map(({ state }) => state)).toEqual(['dead']);
    expect((await stored()).map(({ outcome, attempts }) => [outcome, attempts])).toEqual([['not_active', 1]]);
    expect(scene.receiver.at('/down')).toHaveLength(1);
  });

  it('deletes nothing for a stale If-Match', async () => {
    const { id } = await scene.webhook('/kept');
    const { status, json } = await scene.owner.send('delete_webhook', { webhook_id: id }, { 'if-match': '"0"' });
    expect([status, json.error]).toEqual([412, 'version_conflict']);
    expect(await listed()).toHaveLength(1);
  });

  it('records the deletion in the audit trail', async () => {
    const { id } = await scene.webhook('/gone');
    await scene.owner.ok('delete_webhook', { webhook_id: id });
    const { json } = await scene.owner.send('list_audit_events', { limit: 1 });
    expect(json.data[0]).toMatchObject({ action: 'webhook.deleted', subject_type: 'webhook', subject_id: id });
  });

  it("rejects another organization's webhook like an absent one, and leaves it", async () => {
    const { id } = await scene.webhook('/kept');
    const other = registryCaller(() => scene.portal.url, (await emptyOrganization(scene.portal)).key);
    const absent = await other.send('delete_webhook', { webhook_id: `${id.slice(0, -1)}x` });
    expect([absent.status, absent.json.error]).toEqual([404, 'webhook_not_found']);
    expect((await other.send('delete_webhook', { webhook_id: id })).text).toBe(absent.text);
    expect(await listed()).toHaveLength(1);
  });
});
