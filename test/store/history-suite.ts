import { expect, it } from 'vitest';
import type { Adjustment } from '../../src/domain/order/adjustment.js';
import type { Order } from '../../src/domain/order/order.js';
import type { AuditEvent, AuditPosition, AuditTrailFilter, Put, Store, TableName, Write } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { NOW, ORG, orderRows, write } from './sample-rows.js';
import { walkInPages } from './walk.js';

type Subject = { readonly type: TableName; readonly id: string };
const SUBJECT: Subject = { type: 'order', id: 'ord_1' };

function eventOf(id: string, at: number, { type, id: subject_id }: Subject = SUBJECT): AuditEvent {
  return {
    id,
    organization_id: ORG.id,
    subject_type: type,
    subject_id,
    action: `${type}.changed`,
    actor: 'key_1',
    changed: ['status', id],
    at: NOW + at,
  };
}

const audit = (event: AuditEvent): Write => ({ type: 'audit', event });

const history = (store: Store, subject: Subject, limit: number, between?: (turn: number) => Promise<void>) =>
  walkInPages(limit, (after: AuditPosition | undefined) => store.list('audit_events', subject, after, limit), between);

const refund = (id: string, at: number, status: Adjustment['status']): Adjustment => ({
  id,
  type: 'refund',
  ...ENDS[status],
  line_items: [],
  amount: 1,
  created_at: NOW + at,
});

const ENDS = {
  pending: { status: 'pending' },
  completed: { status: 'completed', settled_at: NOW },
  failed: { status: 'failed', settled_at: NOW, failure: 'Card closed' },
} as const;

const VOIDING = { status: 'canceled', payment_status: 'pending' } as const;

/** A later version of an existing order. */
function later(id: string, version: number, change: Partial<Order>): Put[] {
  return orderRows(id, { ...change, version }).filter(({ table }) => table === 'order');
}

export function historySuite(bench: () => Bench): void {
  it("lists a row's complete history in write order, regardless of clocks", async () => {
    const events = [eventOf('d', 1), eventOf('a', 0), eventOf('e', 2), eventOf('c', 1), eventOf('b', 1)];
    await write(bench().store, ...events.map(audit));
    for (const limit of [1, 2, 3, 5, 100]) expect(await history(bench().store, SUBJECT, limit)).toEqual(events);
  });

  it("filters an organization's trail, newest first, and continues where a page ended its scan", async () => {
    const { store } = bench();
    const numbers = Array.from({ length: 2_300 }, (_, index) => index);
    const actorOf = (index: number) => (index % 900 === 0 ? 'rare' : index % 2 === 0 ? 'even' : 'odd');
    const toEvent = (index: number) =>
      audit({ ...eventOf(`e${index}`, index, { type: 'shop', id: `s${index % 3}` }), actor: actorOf(index) });
    await write(store, ...numbers.map(toEvent));
    const trail = async (filter: Omit<AuditTrailFilter, 'organization_id'>, limit: number) => {
      const ids: string[] = [];
      let pages = 0;
      for (let after: AuditPosition | undefined; ; pages += 1) {
        const page = await store.list('audit_trail', { organization_id: ORG.id, ...filter }, after, limit);
        expect(page.entries.length).toBeLessThanOrEqual(limit);
        ids.push(...page.entries.map(({ id }) => id));
        if (!page.next) return { ids, pages };
        after = page.next;
      }
    };
    const matching = (isWanted: (index: number) => boolean) =>
      numbers
        .filter(isWanted)
        .reverse()
        .map((index) => `e${index}`);
    expect(await trail({ actor: 'rare' }, 2)).toEqual({ ids: ['e1800', 'e900', 'e0'], pages: 2 });
    expect((await trail({ actor: 'nobody' }, 2)).ids).toEqual([]);
    expect(await trail({ actor: 'odd' }, 50)).toEqual({ ids: matching((n) => actorOf(n) === 'odd'), pages: 22 });
    const some = { subject_type: 'shop', subject_id: 's1', from: NOW + 100, before: NOW + 2_000 } as const;
    expect((await trail(some, 100)).ids).toEqual(matching((n) => n % 3 === 1 && n >= 100 && n < 2_000));
    expect((await trail({}, 1_000)).ids).toEqual(matching(() => true));
  });

  it('lists nothing of another row or of another table with the same id', async () => {
    const others: readonly Subject[] = [
      { type: 'order', id: 'ord_2' },
      { type: 'checkout', id: 'ord_1' },
    ];
    await write(bench().store, ...[SUBJECT, ...others].map((of, index) => audit(eventOf(`e${index}`, 0, of))));
    for (const [index, of] of [SUBJECT, ...others].entries())
      expect(await history(bench().store, of, 1)).toEqual([eventOf(`e${index}`, 0, of)]);
    expect(await history(bench().store, { type: 'order', id: 'ord_3' }, 1)).toEqual([]);
  });

  it('returns each audit event once while others are written, with new ones at the end', async () => {
    const { store } = bench();
    await write(store, ...['a', 'b', 'c'].map((id, at) => audit(eventOf(id, at))));
    const seen = await history(store, SUBJECT, 1, async (turn) => {
      if (turn < 2) await write(store, audit(eventOf(`new${turn}`, 10 + turn)));
    });
    expect(seen.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'new0', 'new1']);
  });

  it('keeps no event of a rolled-back decision, and those of its neighbors in write order', async () => {
    const { store } = bench();
    await write(store, audit(eventOf('first', 0)), ...orderRows('ord_1'));
    const conflict = orderRows('ord_1');
    const results = await Promise.allSettled([
      write(store, audit(eventOf('before', 1))),
      write(store, audit(eventOf('lost', 2)), ...conflict),
      write(store, audit(eventOf('after', 3)), audit(eventOf('after 2', 3))),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await write(store, audit(eventOf('last', 4)));
    const seen = await history(store, SUBJECT, 10);
    expect(seen.map(({ id }) => id)).toEqual(['first', 'before', 'after', 'after 2', 'last']);
  });

  it('rejects only the decision of a batch whose event cannot be stored', async () => {
    const { store } = bench();
    await write(store, audit(eventOf('first', 0)));
    const results = await Promise.allSettled([
      write(store, audit(eventOf('before', 1))),
      write(store, audit({ ...eventOf('of nobody', 2), organization_id: 'org_none' }), ...orderRows('ord_1')),
      write(store, audit(eventOf('after', 3))),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await history(store, SUBJECT, 10)).map(({ id }) => id)).toEqual(['first', 'before', 'after']);
    expect(await store.read((rows) => rows.get('order', 'ord_1'))).toBeUndefined();
  });

  it('lists orders with pending money, oldest transfer first', async () => {
    const { store } = bench();
    const open = (at: number, limit = 10) => store.due('open_money', NOW + at, limit);
    const voiding = { ...VOIDING, updated_at: NOW + 20 };
    await write(
      store,
      ...orderRows('late', { adjustments: [refund('r1', 30, 'pending')] }),
      ...orderRows('tie', { adjustments: [refund('r2', 10, 'pending')] }),
      ...orderRows('early', { adjustments: [refund('r3', 5, 'completed'), refund('r4', 10, 'pending')] }),
      ...orderRows('voiding', voiding),
      ...orderRows('settled', { adjustments: [refund('r5', 5, 'completed'), refund('r6', 5, 'failed')] }),
      ...orderRows('none'),
    );
    expect(await open(9)).toEqual([]);
    expect(await open(10)).toEqual(['early', 'tie']);
    expect(await open(29)).toEqual(['early', 'tie', 'voiding']);
    expect(await open(30)).toEqual(['early', 'tie', 'voiding', 'late']);
    expect(await open(30, 2)).toEqual(['early', 'tie']);
  });

  it('updates the list when money is sent or arrives', async () => {
    const { store } = bench();
    const open = () => store.due('open_money', NOW + 100, 10);
    await write(store, ...orderRows('a', { adjustments: [refund('r', 1, 'pending')] }), ...orderRows('b'));
    await write(store, ...later('a', 1, { adjustments: [refund('r', 1, 'completed')] }));
    expect(await open()).toEqual([]);
    await write(store, ...later('b', 1, VOIDING));
    expect(await open()).toEqual(['b']);
    await write(store, ...later('b', 2, { payment_status: 'voided' }));
    expect(await open()).toEqual([]);
  });
}
