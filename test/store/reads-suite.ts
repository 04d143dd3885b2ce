import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Terms } from '../../src/domain/checkout/checkout.js';
import type { Rows, Write } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import {
  checkoutRow,
  DEPLOYMENT,
  itemRow,
  moveStock,
  NOW,
  OTHER_DEPLOYMENT,
  put,
  recordRow,
  SHOP,
  setStock,
  write,
} from './sample-rows.js';

const TEXTS = [
  '',
  "'; DROP TABLE item; --",
  '"',
  '\\',
  '%_',
  'é\u0301',
  '日本語',
  '👩‍👩‍👧',
  'a\u0000b',
  '\u2028',
  'x'.repeat(100_000),
];

export function readsSuite(bench: () => Bench): void {
  it('sees a write as soon as it is acknowledged', async () => {
    for (let round = 0; round < 20; round += 1) {
      const row = recordRow(`r${round}`, round);
      await bench().store.read((rows) => rows.get('idempotency', row.id));
      await write(bench().store, put('idempotency', row));
      expect(await bench().store.read((rows) => rows.get('idempotency', row.id))).toBeDefined();
    }
  });

  it('finds the rows that exist, each once', async () => {
    const ids = Array.from({ length: 300 }, (_, index) => `r${index}`);
    await write(bench().store, ...ids.map((id) => put('idempotency', recordRow(id, id))));
    const found = await bench().store.read((rows) => rows.many('idempotency', [...ids, 'r1', 'absent']));
    expect([...found.keys()].sort()).toEqual([...ids].sort());
    expect(found.get('r7')?.outcome).toBe('r7');
    expect(await bench().store.read((rows) => rows.many('idempotency', []).size)).toBe(0);
  });

  it('finds the counters that exist', async () => {
    await write(bench().store, setStock('a', 0));
    const found = await bench().store.read((rows) => rows.counters('stock', ['a', 'b']));
    expect([...found]).toEqual([['a', 0]]);
  });

  it('stores every text unchanged', async () => {
    await write(
      bench().store,
      ...TEXTS.map((text, index) => put('idempotency', recordRow(`t${index}`, { [text]: text }))),
    );
    for (const [index, text] of TEXTS.entries()) {
      const row = await bench().store.read((rows) => rows.get('idempotency', `t${index}`));
      expect(row?.outcome).toEqual({ [text]: text });
    }
  });

  it('finds a key only by its whole text', async () => {
    await write(bench().store, put('item', itemRow('mug')), put('idempotency', recordRow('key', 1)));
    for (const odd of ['mug\u0000', 'mug\u0000x', 'Mug', 'mug ', '%', "mug'", '\ud800', 'x'.repeat(100_000)]) {
      const twice = [1, 2].map(() => bench().store.read((rows) => rows.get('item', `${SHOP.id}/${odd}`)));
      expect(await Promise.all(twice)).toEqual([undefined, undefined]);
    }
    expect(await bench().store.read((rows) => rows.get('idempotency', 'key\u0000'))).toBeUndefined();
    expect(await bench().store.read((rows) => rows.get('item', `${SHOP.id}/mug`))).toBeDefined();
  });

  it('throws the error of the read function', async () => {
    const fault = new Error('on purpose');
    const failed = bench().store.read(() => {
      throw fault;
    });
    await expect(failed).rejects.toBe(fault);
  });

  it('shows one consistent state to each read function', async () => {
    const writer = await bench().open();
    const move = (by: number): Write[] => [moveStock('left', -by), moveStock('right', by)];
    await write(writer, ...['left', 'right'].map((key) => setStock(key, 50)));
    let writing = true;
    const moves = (async () => {
      for (let round = 0; round < 100; round += 1) await write(writer, ...move(round % 2 === 0 ? 7 : -7));
      writing = false;
    })();
    const sums = new Set<number>();
    while (writing) {
      sums.add(await bench().store.read(sumOfBoth));
      // A read ends within the turn, but a write needs the next turn.
      await nextTurn();
    }
    await moves;
    expect([...sums]).toEqual([100]);
  });

  it('finds the current cart with and without a buyer', async () => {
    const current = (deployment: string, buyer: string) =>
      bench().store.read((rows) => rows.find('currentCheckout', deployment, buyer)?.id);
    await write(
      bench().store,
      put('checkout', checkoutRow('chk_none', { buyer_id: '' })),
      put('checkout', checkoutRow('chk_b', { buyer_id: 'b', state: 'paying' })),
      put('checkout', checkoutRow('chk_old', { buyer_id: 'old', state: 'canceled' })),
      put('checkout', checkoutRow('chk_other', { buyer_id: 'b', deployment_id: OTHER_DEPLOYMENT.id })),
    );
    expect(await current(DEPLOYMENT.id, '')).toBe('chk_none');
    expect(await current(DEPLOYMENT.id, 'b')).toBe('chk_b');
    expect(await current(OTHER_DEPLOYMENT.id, 'b')).toBe('chk_other');
    expect(await current(DEPLOYMENT.id, 'old')).toBeUndefined();
    expect(await current(OTHER_DEPLOYMENT.id, '')).toBeUndefined();
  });

  it('finds the current cart with the frozen terms of its payment', async () => {
    const [shop, items] = [{ ...SHOP, version: 1 }, [{ ...itemRow('mug'), version: 1 }]] as const;
    const frozen: Terms = { shop, items, discounts: [], priced_at: NOW, rules: 3 };
    await write(bench().store, put('checkout', checkoutRow('chk_b', { buyer_id: 'b', state: 'paying', frozen })));
    const current = await bench().store.read((rows) => rows.find('currentCheckout', DEPLOYMENT.id, 'b'));
    const known = await bench().store.read((rows) => rows.get('checkout', 'chk_b'));
    expect([current?.frozen, known?.frozen]).toEqual([frozen, frozen]);
  });

  it('reports that the database can be read', async () => {
    await expect(bench().store.check()).resolves.toBeUndefined();
  });
}

function sumOfBoth(rows: Rows): number {
  const [left, right] = ['left', 'right'].map((key) => rows.counters('stock', [key]).get(key) ?? Number.NaN);
  return (left ?? Number.NaN) + (right ?? Number.NaN);
}
