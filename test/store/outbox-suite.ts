import { expect, it } from 'vitest';
import {
  appendDelivery,
  type Delivery,
  type DeliveryLane,
  laneKey,
  type NewDelivery,
} from '../../src/domain/webhook/delivery.js';
import type { Position, Put } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { NOW, ORG, OTHER_ORG, put, webhookRow, write } from './sample-rows.js';
import { walkInPages } from './walk.js';

function frozen(receiver: string, subject: string): NewDelivery {
  const event = { event_id: `evt_${subject}`, type: 'order.created', subject_version: 1, payload: '{}' } as const;
  return { organization_id: ORG.id, receiver, form: { kind: 'webhook' }, subject, ...event };
}

/** Builds the writes for the first event about an object. */
function begun(receiver: string, subject: string, at: number, change: Partial<Delivery> = {}): Put[] {
  const { lane, delivery } = appendDelivery(undefined, frozen(receiver, subject), at);
  return [put('delivery_lane', lane), put('delivery', { ...delivery, ...change })];
}

/** Requirements for the outbox of an engine. */
export function outboxSuite(bench: () => Bench): void {
  const receivers = async (at: number, limit = 10) =>
    (await bench().store.list('due_receivers', { at }, undefined, limit)).entries.map(({ id }) => id);
  const lanes = async (receiver: string, at: number, limit = 10) =>
    (await bench().store.list('due_lanes', { receiver, at }, undefined, limit)).entries.map(({ subject }) => subject);

  it('lists the webhooks of an organization, oldest first', async () => {
    const { store } = bench();
    await write(
      store,
      put('organization', OTHER_ORG),
      put('webhook', webhookRow('whk_b', { created_at: NOW + 1 })),
      put('webhook', webhookRow('whk_c')),
      put('webhook', webhookRow('whk_a')),
      put('webhook', webhookRow('whk_other', { organization_id: OTHER_ORG.id })),
    );
    const ids = async (limit: number) => {
      const read = (after: Position | undefined) => store.list('webhooks', { organization_id: ORG.id }, after, limit);
      return (await walkInPages(limit, read)).map(({ id }) => id);
    };
    for (const limit of [1, 2, 10]) expect(await ids(limit)).toEqual(['whk_a', 'whk_c', 'whk_b']);
    await write(store, { type: 'remove', table: 'webhook', key: 'whk_c' });
    expect(await ids(10)).toEqual(['whk_a', 'whk_b']);
  });

  it('names each receiver with due lanes once', async () => {
    const { store } = bench();
    await write(
      store,
      ...begun('whk_b', 'order/1', NOW),
      ...begun('whk_b', 'order/2', NOW + 1),
      ...begun('whk_a', 'order/1', NOW + 2),
      ...begun('whk_c', 'order/1', NOW + 5),
      ...begun('whk_d', 'order/1', NOW),
    );
    expect(await receivers(NOW - 1)).toEqual([]);
    expect(await receivers(NOW)).toEqual(['whk_b', 'whk_d']);
    expect(await receivers(NOW + 2)).toEqual(['whk_a', 'whk_b', 'whk_d']);
    expect(await receivers(NOW + 9, 2)).toEqual(['whk_a', 'whk_b']);
    const { next } = await store.list('due_receivers', { at: NOW + 9 }, undefined, 2);
    const rest = await store.list('due_receivers', { at: NOW + 9 }, next, 2);
    expect(rest).toEqual({ entries: [{ id: 'whk_c' }, { id: 'whk_d' }], next: undefined });
  });

  it("lists a receiver's non-empty lanes by due time", async () => {
    const { store } = bench();
    await write(store, ...begun('whk_a', 'order/2', NOW + 1), ...begun('whk_a', 'order/1', NOW + 2));
    await write(store, ...begun('whk_b', 'order/3', NOW));
    expect(await lanes('whk_a', NOW)).toEqual([]);
    expect(await lanes('whk_a', NOW + 2)).toEqual(['order/2', 'order/1']);
    expect(await lanes('whk_a', NOW + 2, 1)).toEqual(['order/2']);
    const key = laneKey('whk_a', 'order/2');
    const lane = (await store.read((rows) => rows.get('delivery_lane', key))) as DeliveryLane;
    await write(store, put('delivery_lane', { ...lane, first: 2, due_at: null, since: null }));
    expect(await lanes('whk_a', NOW + 2)).toEqual(['order/1']);
    expect(await receivers(NOW + 2)).toEqual(['whk_a', 'whk_b']);
  });

  it("lists a receiver's deliveries newest first, also by state or object", async () => {
    const { store } = bench();
    await write(
      store,
      ...begun('whk_a', 'order/1', NOW, { state: 'dead' }),
      ...begun('whk_a', 'order/2', NOW + 1),
      ...begun('whk_a', 'order/3', NOW + 2, { state: 'dead' }),
      ...begun('whk_b', 'order/1', NOW + 3),
    );
    const subjects = async (state: Delivery['state'] | undefined, limit: number) => {
      const read = (after: Position | undefined) =>
        store.list('deliveries', { receiver: 'whk_a', state }, after, limit);
      return (await walkInPages(limit, read)).map(({ subject }) => subject);
    };
    for (const limit of [1, 2, 10]) {
      expect(await subjects(undefined, limit)).toEqual(['order/3', 'order/2', 'order/1']);
      expect(await subjects('dead', limit)).toEqual(['order/3', 'order/1']);
    }
    const about = await walkInPages(1, (after: Position | undefined) =>
      store.list('deliveries_about', { subject: 'order/1' }, after, 1),
    );
    expect(about.map(({ receiver }) => receiver)).toEqual(['whk_a', 'whk_b']);
  });

  it('counts waiting deliveries, and returns the time since which the oldest waits', async () => {
    const { store } = bench();
    const figures = async () => (await store.list('outbox_figures', {}, undefined, 1)).entries;
    expect(await figures()).toEqual([{ waiting: 0, since: null }]);
    const first = appendDelivery(undefined, frozen('whk_a', 'order/1'), NOW + 4);
    const second = appendDelivery({ ...first.lane, version: 1 }, frozen('whk_a', 'order/1'), NOW + 9);
    await write(store, put('delivery_lane', first.lane), put('delivery', first.delivery));
    await write(store, put('delivery_lane', second.lane), put('delivery', second.delivery));
    await write(store, ...begun('whk_b', 'order/1', NOW + 3));
    expect(await figures()).toEqual([{ waiting: 3, since: NOW + 3 }]);
  });

  it('lists old deliveries, and removes rows of the outbox', async () => {
    const { store } = bench();
    await write(store, ...begun('whk_a', 'order/1', NOW), ...begun('whk_a', 'order/2', NOW + 1));
    const [first] = await store.due('old_deliveries', NOW, 10);
    expect(await store.due('old_deliveries', NOW + 1, 1)).toEqual([first]);
    await write(
      store,
      { type: 'remove', table: 'delivery', key: first ?? '' },
      { type: 'remove', table: 'delivery_lane', key: laneKey('whk_a', 'order/1') },
    );
    expect(await store.due('old_deliveries', NOW, 10)).toEqual([]);
    expect(await receivers(NOW + 1)).toEqual(['whk_a']);
    expect(await lanes('whk_a', NOW + 1)).toEqual(['order/2']);
  });

  it('seals texts with a key that every process shares', async () => {
    const { store, open } = bench();
    const sealed = store.sealing.seal('whsec_1', 'whk_a');
    expect(sealed).not.toContain('whsec');
    const other = await open();
    expect(other.sealing.unseal(sealed, 'whk_a')).toBe('whsec_1');
    expect(other.sealing.unseal(sealed, 'whk_b')).toBeUndefined();
    expect(other.sealing.unseal(`${sealed.slice(0, -8)}AAAAAAA=`, 'whk_a')).toBeUndefined();
  });
}
