import { expect, it } from 'vitest';
import { MAX_TRIES, StoreConflict, type Write } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { checkoutRow, ORG, orderRows, put, recordRow, seed, write } from './sample-rows.js';

/** Error after the last try. The caller may retry, and `cause` names the key. */
const conflict = (reason: StoreConflict['reason'], table: string, key: string) =>
  expect.objectContaining({
    code: 'unavailable',
    retryAfter: expect.any(Number),
    cause: expect.objectContaining({ name: 'StoreConflict', reason, table, key }),
  });
const CONFLICT = { cause: expect.any(StoreConflict) };

const set = (key: string, to: number | null): Write => ({ type: 'set', counter: 'discount_use', key, to });
const add = (key: string, by: number): Write => ({ type: 'add', counter: 'discount_use', key, by });

const remove = (key: string): Write => ({ type: 'remove', table: 'idempotency', key });

export function writesSuite(bench: () => Bench): void {
  const record = (id: string) => bench().store.read((rows) => rows.get('idempotency', id));
  const uses = (key: string) => bench().store.read((rows) => rows.counters('discount_use', [key]).get(key));
  const attempt = (...writes: readonly Write[]) => write(bench().store, ...writes);

  it('inserts rows with version 1, and increases the version with each replacement', async () => {
    await attempt(put('idempotency', recordRow('a', 'first')));
    expect(await record('a')).toEqual({ ...recordRow('a', 'first'), version: 1 });
    await attempt(put('idempotency', { ...recordRow('a', 'second'), version: 1 }));
    expect(await record('a')).toEqual({ ...recordRow('a', 'second'), version: 2 });
  });

  it('returns the result of the decision, even when it writes nothing', async () => {
    expect(await bench().store.update(() => ({ writes: [], result: 7 }))).toBe(7);
  });

  it('stores imported units of either sign, and removes them if they are set to null', async () => {
    const units = () => bench().store.read((rows) => rows.counters('imported_stock', ['i']).get('i'));
    for (const to of [33, -2, null, 0]) {
      await attempt({ type: 'set', counter: 'imported_stock', key: 'i', to });
      expect(await units()).toBe(to ?? undefined);
    }
  });

  it('rejects an insert of an existing row', async () => {
    await attempt(put('idempotency', recordRow('a', 'first')));
    await expect(attempt(put('idempotency', recordRow('a', 'again')))).rejects.toMatchObject(CONFLICT);
    await expect(attempt(put('organization', ORG))).rejects.toEqual(conflict('exists', 'organization', ORG.id));
    expect((await record('a'))?.outcome).toBe('first');
  });

  it('rejects a replacement with a version other than the stored one', async () => {
    await attempt(put('idempotency', recordRow('a', 'first')));
    await attempt(put('idempotency', { ...recordRow('a', 'second'), version: 1 }));
    for (const version of [1, 3]) {
      const stale = put('idempotency', { ...recordRow('a', 'stale'), version });
      await expect(attempt(stale)).rejects.toEqual(conflict('version', 'idempotency', 'a'));
    }
    expect((await record('a'))?.outcome).toBe('second');
  });

  it('rejects a replacement of a missing row', async () => {
    const lost = put('idempotency', { ...recordRow('a', 'lost'), version: 1 });
    await expect(attempt(lost)).rejects.toEqual(conflict('version', 'idempotency', 'a'));
    expect(await record('a')).toBeUndefined();
  });

  it("throws the decision's error, and writes nothing of it", async () => {
    const fault = new Error('on purpose');
    const failed = bench().store.update(() => {
      throw fault;
    });
    const beside = attempt(put('idempotency', recordRow('beside', 1)));
    await expect(failed).rejects.toBe(fault);
    await beside;
    expect(await record('beside')).toBeDefined();
  });

  it('rolls back a whole decision if one of its writes conflicts, but not its neighbors', async () => {
    await attempt(set('s', 1), put('idempotency', recordRow('old', 1)));
    const outcomes = await Promise.allSettled([
      attempt(put('idempotency', recordRow('before', 1))),
      attempt(
        put('idempotency', recordRow('mine', 1)),
        put('idempotency', { ...recordRow('old', 2), version: 1 }),
        add('s', 5),
        add('s', -7),
        put('idempotency', recordRow('mine, too', 1)),
      ),
      attempt(put('idempotency', recordRow('after', 1))),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await record('mine')).toBeUndefined();
    expect(await record('mine, too')).toBeUndefined();
    expect((await record('old'))?.outcome).toBe(1);
    expect(await uses('s')).toBe(1);
    expect([await record('before'), await record('after')]).not.toContain(undefined);
  });

  it('moves a counter to zero and never below', async () => {
    await attempt(set('s', 3));
    await attempt(add('s', -2), add('s', -1));
    expect(await uses('s')).toBe(0);
    await expect(attempt(add('s', -1))).rejects.toEqual(conflict('below_zero', 'discount_use', 's'));
    await attempt(add('s', 4));
    expect(await uses('s')).toBe(4);
  });

  it('moves no counter that is absent or has another name', async () => {
    await attempt({ type: 'add', counter: 'display_id', key: 's', by: 5, from: 0 });
    await expect(attempt(add('s', -1))).rejects.toEqual(conflict('below_zero', 'discount_use', 's'));
    await expect(attempt(add('s', 1))).rejects.toEqual(conflict('below_zero', 'discount_use', 's'));
    expect(await uses('s')).toBeUndefined();
  });

  it('moves a counter to its maximum and never above', async () => {
    const use = (by: number, most: number) => ({ type: 'add', counter: 'discount_use', key: 's', by, most }) as const;
    await attempt(set('s', 1));
    await attempt(use(1, 3), use(1, 3));
    await expect(attempt(use(1, 3))).rejects.toEqual(conflict('above_most', 'discount_use', 's'));
    await expect(attempt(use(1, 0))).rejects.toEqual(conflict('above_most', 'discount_use', 's'));
    expect(await uses('s')).toBe(3);
    await attempt(use(-2, 3));
    expect(await uses('s')).toBe(1);
  });

  it('starts a counter at the value that its first step specifies, within its bounds', async () => {
    const step = (key: string, by: number, most?: number) =>
      ({ type: 'add', counter: 'discount_use', key, by, most, from: 10 }) as const;
    await attempt(step('s', 1), step('s', 1));
    expect(await uses('s')).toBe(12);
    await expect(attempt(step('t', 1, 10))).rejects.toEqual(conflict('above_most', 'discount_use', 't'));
    await expect(attempt(step('t', -11))).rejects.toEqual(conflict('below_zero', 'discount_use', 't'));
    expect(await uses('t')).toBeUndefined();
    await Promise.all(Array.from({ length: 20 }, () => attempt(step('u', 1))));
    expect(await uses('u')).toBe(30);
  });

  it.each([false, true])(
    'shows each decision of a batch the counters after the previous one; rejects one: %s',
    async (rejects) => {
      const { store } = bench();
      const number = async (...more: Write[]) =>
        store.update((rows) => {
          const last = rows.counters('media_bytes', ['s']).get('s') ?? 0;
          return { writes: [{ type: 'add', counter: 'media_bytes', key: 's', by: 1, from: 0 }, ...more], result: last };
        });
      const [first, failed, third] = await Promise.allSettled([
        number(),
        number(...(rejects ? [add('absent', 1)] : [])),
        number({ type: 'set', counter: 'media_bytes', key: 's', to: 9 }),
      ]);
      expect([first, third]).toMatchObject([{ value: 0 }, { value: rejects ? 1 : 2 }]);
      expect(failed?.status).toBe(rejects ? 'rejected' : 'fulfilled');
      expect(await Promise.all([number(), number()])).toEqual([9, 10]);
      expect(await store.read((rows) => rows.counters('media_bytes', ['s', 't']))).toEqual(new Map([['s', 11]]));
    },
  );

  it('gives a claim to one holder until it is released', async () => {
    const claim: Write = { type: 'claim', counter: 'buyer_use', key: 'c' };
    const release: Write = { type: 'release', counter: 'buyer_use', key: 'c' };
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => attempt(claim)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(attempt(claim)).rejects.toEqual(conflict('exists', 'buyer_use', 'c'));
    await attempt(release, claim);
    await attempt(release, release);
    await attempt(claim);
  });

  it('runs a decision again after a conflict, at most eight times in all', async () => {
    let runs = 0;
    const late = bench().store.update(() => {
      runs += 1;
      return { writes: runs < 3 ? [add('none', -1)] : [put('idempotency', recordRow('a', runs))], result: runs };
    });
    expect([await late, (await record('a'))?.outcome]).toEqual([3, 3]);
    runs = 0;
    const hopeless = bench().store.update(() => {
      runs += 1;
      return { writes: [add('none', -1)], result: undefined };
    });
    await expect(hopeless).rejects.toEqual(conflict('below_zero', 'discount_use', 'none'));
    expect(runs).toBe(MAX_TRIES);
  });

  it('overwrites a counter, and removes it', async () => {
    await attempt(set('s', 3));
    await attempt(set('s', 9));
    expect(await uses('s')).toBe(9);
    await attempt(set('s', null));
    expect(await uses('s')).toBeUndefined();
    await attempt(set('s', null));
  });

  it('removes a row, and ignores an absent one', async () => {
    await attempt(put('idempotency', recordRow('a', 1)), put('idempotency', recordRow('b', 1)));
    await attempt(remove('a'));
    expect([await record('a'), (await record('b'))?.outcome]).toEqual([undefined, 1]);
    await attempt(remove('a'), remove('never'));
    expect((await record('b'))?.outcome).toBe(1);
  });

  it('treats a row under a reused key as new, and rejects its old version', async () => {
    await attempt(put('idempotency', recordRow('a', 'first')));
    await attempt(remove('a'));
    const late = put('idempotency', { ...recordRow('a', 'late'), version: 1 });
    await expect(attempt(late)).rejects.toEqual(conflict('version', 'idempotency', 'a'));
    await attempt(put('idempotency', recordRow('a', 'second')));
    expect(await record('a')).toMatchObject({ outcome: 'second', version: 1 });
  });

  it('applies the writes of a decision in their order', async () => {
    await attempt(put('idempotency', recordRow('a', 'first')));
    await attempt(remove('a'), put('idempotency', recordRow('a', 'second')));
    expect((await record('a'))?.outcome).toBe('second');
    await attempt(put('idempotency', { ...recordRow('a', 'third'), version: 1 }), remove('a'));
    expect(await record('a')).toBeUndefined();
  });

  it('removes nothing if another write of the decision conflicts', async () => {
    await attempt(put('idempotency', recordRow('a', 'first')));
    await expect(attempt(remove('a'), add('none', -1))).rejects.toMatchObject(CONFLICT);
    expect((await record('a'))?.outcome).toBe('first');
  });

  it('loses none of 20 concurrent updates of one row', async () => {
    await attempt(put('idempotency', recordRow('sum', 0)));
    const adding = Array.from({ length: 20 }, () =>
      bench().store.update((rows) => {
        const row = rows.get('idempotency', 'sum');
        if (!row) throw new Error('the row is gone');
        const sum = Number(row.outcome) + 1;
        return { writes: [put('idempotency', { ...row, outcome: sum })], result: sum };
      }),
    );
    const sums = await Promise.all(adding);
    expect(new Set(sums).size).toBe(20);
    expect(await record('sum')).toMatchObject({ outcome: 20, version: 21 });
  });

  it('allows only one open cart for each buyer of a deployment', async () => {
    await attempt(put('checkout', checkoutRow('chk_1', { buyer_id: 'b' })));
    const second = put('checkout', checkoutRow('chk_2', { buyer_id: 'b' }));
    await expect(attempt(second)).rejects.toEqual(conflict('exists', 'checkout', 'chk_2'));
    await attempt(put('checkout', checkoutRow('chk_1', { buyer_id: 'b', state: 'completed', version: 1 })), second);
    expect((await bench().store.read((rows) => rows.find('currentCheckout', 'dep_1', 'b')))?.id).toBe('chk_2');
  });

  it('allows any number of open direct checkouts beside the current cart of a buyer', async () => {
    const direct = (id: string) => put('checkout', checkoutRow(id, { buyer_id: 'b', direct: {} }));
    await attempt(direct('chk_1'), direct('chk_2'));
    const current = () => bench().store.read((rows) => rows.find('currentCheckout', 'dep_1', 'b')?.id);
    expect(await current()).toBeUndefined();
    await attempt(put('checkout', checkoutRow('chk_3', { buyer_id: 'b' })));
    expect(await current()).toBe('chk_3');
  });

  it('allows only one checkout for each purchase, also beside a version whose ids are the keys of purchases', async () => {
    const purchase = { buyer_id: 'b', direct: {}, purchase_key: 'chk_key' };
    await attempt(put('checkout', checkoutRow('chk_1', purchase)));
    const second = put('checkout', checkoutRow('chk_2', { ...purchase, state: 'completed' }));
    await expect(attempt(second)).rejects.toEqual(conflict('exists', 'checkout', 'chk_2'));
    const earlier = put('checkout', checkoutRow('chk_key', { buyer_id: 'b', direct: {} }));
    await expect(attempt(earlier)).rejects.toEqual(conflict('exists', 'checkout', 'chk_key'));
    const find = (key: string) => bench().store.read((rows) => rows.find('purchase', key));
    expect([await find('chk_key'), await find('chk_2')]).toEqual(['chk_1', undefined]);
  });

  it('allows only one order for each checkout, and one for each order number of a shop', async () => {
    await attempt(...orderRows('1'));
    const sameCheckout = orderRows('2', { checkout_id: 'chk_1' }).slice(1);
    await expect(attempt(...sameCheckout)).rejects.toEqual(conflict('exists', 'order', '2'));
    await expect(attempt(...orderRows('3', { display_id: '1' }))).rejects.toEqual(conflict('exists', 'order', '3'));
  });

  it('writes audit events with their change, or not at all', async () => {
    const event = { id: 'evt_1', organization_id: ORG.id, subject_type: 'shop', subject_id: 'shop_1' } as const;
    const audit: Write = { type: 'audit', event: { ...event, action: 'made', actor: 'me', changed: ['name'], at: 1 } };
    await expect(attempt(audit, add('none', 1))).rejects.toMatchObject(CONFLICT);
    // The id is still free, so nothing was left behind.
    await attempt(audit);
    await expect(seed(bench().store)).rejects.toMatchObject(CONFLICT);
  });
}
