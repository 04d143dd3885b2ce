import fc from 'fast-check';
import { expect, it } from 'vitest';
import { discountKey } from '../../src/domain/shop/discount.js';
import { itemKey } from '../../src/domain/shop/item.js';
import { NO_USAGE, type Usage } from '../../src/domain/tenant/quota.js';
import { collectPages } from '../../src/lists/every-page.js';
import {
  insertWrite,
  type ListName,
  type Lists,
  replaceWrite,
  type Store,
  type TableName,
  type Tables,
  type Write,
} from '../../src/ports.js';
import { volume } from '../support/volume.js';
import { accept, receiptRow, seedAttested } from './attested-rows.js';
import type { Bench } from './conformance.js';
import {
  agentRow,
  checkoutRow,
  DEPLOYMENT,
  discountRow,
  itemRow,
  keyRow,
  NOW,
  ORG,
  OTHER_ORG,
  OTHER_SHOP,
  orderRows,
  put,
  SHOP,
  write,
} from './sample-rows.js';

const KINDS = [
  'item',
  'text',
  'withdraw',
  'key',
  'revoke',
  'cart',
  'purchase',
  'fill',
  'cancel',
  'erase',
  'discount',
  'remove',
] as const;
const MORE = ['agent', 'order', 'rename', 'refused'] as const;
type Kind = (typeof KINDS | typeof MORE)[number];

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind>(...KINDS, ...MORE),
    which: fc.nat(20),
    text: fc.string({ unit: 'grapheme' }),
  }),
  { minLength: 10, maxLength: 30 },
);

/** Counted usage matches the rows after any writes, even concurrent ones. */
export function usageSuite(bench: () => Bench): void {
  const usageOf = (store: Store, id: string) => store.read((rows) => rows.find('usage', id));

  it('matches the rows after any writes through two stores', async () => {
    const { store } = bench();
    const other = await bench().open();
    let made = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const [half, rest] = [sequence.slice(0, sequence.length / 2), sequence.slice(sequence.length / 2)];
        const play = async (through: Store, part: typeof sequence) => {
          made += 1;
          const player = new Player(through, `${made}-`);
          for (const { kind, which, text } of part) await player.play(kind, which, text);
        };
        await Promise.all([play(store, half), play(other, rest)]);
        const expected = await counted(store);
        expect(await usageOf(store, ORG.id)).toEqual(expected);
        expect(await usageOf(other, ORG.id)).toEqual(expected);
      }),
      { numRuns: volume(4, 40) },
    );
  });

  it('counts the bytes of the pictures of all shops of the organization', async () => {
    const { store } = bench();
    const more = (key: string, by: number) => ({ type: 'add', counter: 'media_bytes', key, by, from: 0 }) as const;
    const seen = await store.update((rows) => ({
      writes: [more(SHOP.id, 70)],
      result: rows.find('usage', ORG.id).bytes,
    }));
    await write(store, more(OTHER_SHOP.id, 30), more('shop_of_nobody', 9));
    expect((await usageOf(store, ORG.id)).bytes - seen).toBe(100);
    await write(store, { type: 'set', counter: 'media_bytes', key: SHOP.id, to: 1 });
    expect((await usageOf(store, ORG.id)).bytes - seen).toBe(31);
  });

  it('shows each decision of a batch the usage after the previous decision', async () => {
    const { store } = bench();
    const seen = await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        store.update((rows) => ({ writes: [put('item', itemRow(id))], result: rows.find('usage', ORG.id).items })),
      ),
    );
    expect(seen).toEqual([0, 1, 2]);
    const { bytes } = await usageOf(store, ORG.id);
    const pictures = await Promise.all(
      [1, 2, 3].map(() =>
        store.update((rows) => ({
          writes: [{ type: 'add', counter: 'media_bytes', key: SHOP.id, by: 5, from: 0 }],
          result: rows.find('usage', ORG.id).bytes - bytes,
        })),
      ),
    );
    expect(pictures).toEqual([0, 5, 10]);
  });

  it('counts each accepted receipt once, and shows it to the next decision of the batch', async () => {
    const { store } = bench();
    await seedAttested(store);
    const before = await usageOf(store, ORG.id);
    const row = (id: string) => receiptRow(id, { metadata: '{"a":"é"}' });
    const seen = await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        store.update((rows) => ({ writes: [accept(row(id))], result: rows.find('usage', ORG.id).rows - before.rows })),
      ),
    );
    expect(seen).toEqual([0, 1, 2]);
    const refused = write(store, accept(row('d')), accept(receiptRow('a')));
    const later = write(await bench().open(), accept(receiptRow('e')), put('agent', agentRow('agt_new')));
    const outcomes = await Promise.allSettled([refused, write(store, accept(receiptRow('f'))), later]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    const bytes = '{"receipt":"x"}'.length;
    expect(await usageOf(store, ORG.id)).toEqual({
      ...before,
      rows: before.rows + 6,
      bytes: before.bytes + 5 * bytes + 3 * Buffer.byteLength('{"a":"é"}'),
    });
    expect(await usageOf(store, OTHER_ORG.id)).toMatchObject({ bytes: 0 });
  });

  it('counts the first cart of an organization that ends in the same batch', async () => {
    const { store } = bench();
    const cart = insertWrite('checkout', checkoutRow('a'));
    await Promise.all([
      write(store, cart),
      write(store, replaceWrite('checkout', cart.row, { ...cart.row, state: 'canceled' })),
      write(store, ...orderRows('b')),
    ]);
    expect(await usageOf(store, ORG.id)).toEqual(await counted(store));
  });

  it('counts no carts of a rejected decision', async () => {
    const { store } = bench();
    const item = put('item', itemRow('i'));
    await Promise.allSettled([
      write(store, put('checkout', checkoutRow('a'))),
      write(store, put('checkout', checkoutRow('b')), item, item),
      write(store, put('checkout', checkoutRow('c'))),
    ]);
    expect(await usageOf(store, ORG.id)).toEqual(await counted(store));
    expect(await usageOf(store, ORG.id)).toMatchObject({ open_carts: 2 });
  });

  it('counts only rows of the organization', async () => {
    const { store } = bench();
    await write(store, put('organization', OTHER_ORG), put('item', itemRow('a')));
    expect(await usageOf(store, OTHER_ORG.id)).toEqual(NO_USAGE);
    expect(await usageOf(store, 'org_none')).toEqual(NO_USAGE);
  });
}

/** Inserts, updates and removes rows. */
class Player {
  private readonly store: Store;
  private readonly name: string;
  private readonly keys: { readonly [K in 'item' | 'api_key' | 'checkout' | 'discount']: string[] } = {
    item: [],
    api_key: [],
    checkout: [],
    discount: [],
  };
  private made = 0;

  constructor(store: Store, name: string) {
    this.store = store;
    this.name = name;
  }

  async play(kind: Kind, which: number, text: string): Promise<void> {
    const id = `${this.name}${this.made}`;
    this.made += 1;
    if (kind === 'item') await this.add('item', itemRow(id, { title: text }), itemKey(SHOP.id, id));
    else if (kind === 'key') await this.add('api_key', keyRow(id, { name: text }), id);
    else if (kind === 'cart') await this.add('checkout', checkoutRow(id), id);
    else if (kind === 'purchase') await this.add('checkout', checkoutRow(id, { state: 'paying' }), id);
    else if (kind === 'discount') await this.add('discount', discountRow(id), discountKey(SHOP.id, id));
    else if (kind === 'agent') await write(this.store, put('agent', agentRow(id)));
    else if (kind === 'order') await write(this.store, ...orderRows(id));
    else if (kind === 'rename') await this.change('shop', SHOP.id, { name: text });
    else if (kind === 'text') await this.change('item', this.one('item', which), { description: text });
    else if (kind === 'withdraw') await this.change('item', this.one('item', which), { status: 'withdrawn' });
    else if (kind === 'revoke') await this.change('api_key', this.one('api_key', which), { revoked_at: NOW });
    else if (kind === 'fill')
      await this.change('checkout', this.one('checkout', which), { buyer: { full_name: text } });
    else if (kind === 'cancel') await this.change('checkout', this.one('checkout', which), { state: 'canceled' });
    else if (kind === 'erase') await this.change('checkout', this.one('checkout', which), { buyer: {} });
    else if (kind === 'remove') await this.remove(this.one('discount', which));
    else await this.refused(id);
  }

  private one(table: keyof Player['keys'], which: number): string | undefined {
    return this.keys[table][which % Math.max(1, this.keys[table].length)];
  }

  private async add<T extends keyof Player['keys']>(table: T, row: Tables[T], key: string): Promise<void> {
    await write(this.store, put(table, row));
    this.keys[table].push(key);
  }

  private async change<T extends TableName>(table: T, key: string | undefined, to: Partial<Tables[T]>): Promise<void> {
    if (key === undefined) return;
    await this.store.update((rows) => {
      const before = rows.get(table, key);
      // A generic pair of table and row is one of the union's members.
      return { writes: before ? [replaceWrite(table, before, { ...before, ...to }) as Write] : [], result: undefined };
    });
  }

  private async remove(key: string | undefined): Promise<void> {
    if (key !== undefined) await write(this.store, { type: 'remove', table: 'discount', key });
  }

  /** Inserting the same row twice in one write must reject both. */
  private async refused(id: string): Promise<void> {
    const twice = [insertWrite('item', itemRow(id)), insertWrite('item', itemRow(id))];
    await expect(write(this.store, ...twice)).rejects.toThrow();
  }
}

/** Usage computed by counting the store's lists. */
async function counted(store: Store): Promise<Usage> {
  const all = <N extends ListName>(name: N, filter: Lists[N]['filter']) =>
    collectPages<Lists[N]['entry'], Lists[N]['position']>((after, limit) => store.list(name, filter, after, limit));
  const ofOrg = { organization_id: ORG.id };
  const [ofShop, ofOtherShop] = [{ shop_id: SHOP.id }, { shop_id: OTHER_SHOP.id }];
  const keys = await all('api_keys', ofOrg);
  const items = (await all('items', ofShop)).map(({ item }) => item);
  const checkouts = await all('checkouts', ofOrg);
  const any = { status: undefined, payment_status: undefined, created_from: undefined, created_before: undefined };
  const ended = checkouts.filter(({ state }) => state !== 'open' && state !== 'paying');
  const others = [
    ...(await all('shops', ofOrg)),
    ...(await all('deployments', ofShop)),
    ...(await all('deployments', ofOtherShop)),
    ...(await all('agents', ofOrg)),
  ];
  const weighed = [
    ...(await all('discounts', ofShop)),
    ...(await all('orders', { ...any, deployment_id: DEPLOYMENT.id, buyer_id: undefined })),
  ];
  return {
    keys: keys.filter(({ revoked_at }) => revoked_at === null).length,
    items: items.filter(({ status }) => status === 'active').length,
    open_carts: checkouts.length - ended.length,
    rows: keys.length + items.length + checkouts.length + others.length + weighed.length,
    bytes: [...items, ...ended, ...weighed].map(bytesOf).reduce((a, b) => a + b, 0),
  };
}

/** Size of a row as stored, without its version, which is a separate column. */
function bytesOf(row: object): number {
  return Buffer.byteLength(JSON.stringify({ ...row, version: undefined }));
}
