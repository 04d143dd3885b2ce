import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setStock } from '../surface/messages/scene.js';
import { call, type UcpPortal, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

describe('the catalog over REST', () => {
  describe.each(PUBLISHED)('%s', (version) => {
    let shop: UcpPortal;
    beforeAll(async () => {
      shop = await ucpPortal(version);
      await setStock(shop.portal, 'felt-slippers-s', 0);
    });
    afterAll(() => shop.portal.close());

    const ask = async (what: 'search' | 'lookup' | 'product', body: unknown) => {
      const { status, json } = await call(shop, version, 'POST', `/catalog/${what}`, { key: shop.key, body });
      return { status, json };
    };
    const ids = (products: { id: string }[]) => products.map(({ id }) => id);

    describe('a search', () => {
      test('finds one variant of each product by words, in pages', async () => {
        const { json } = await ask('search', { query: 'bicycle bell', pagination: { limit: 1 } });
        expect(json.ucp.capabilities).toEqual({ 'dev.ucp.shopping.catalog.search': [{ version }] });
        expect(json.products[0]).toMatchObject({
          id: 'bicycle-bell',
          price_range: { min: { amount: 1700, currency: 'USD' }, max: { amount: 2100 } },
          options: [{ name: 'Finish', values: [{ label: 'Brass' }, { label: 'Chrome' }, { label: 'Copper' }] }],
          variants: [{ id: 'bicycle-bell-brass', title: 'Brass', options: [{ name: 'Finish', label: 'Brass' }] }],
        });
      });

      test('filters by any of several categories and by price, and continues by cursor', async () => {
        const filters = { categories: ['Kitchen', 'outdoors'], price: { max: 2_000 } };
        const seen: { id: string; categories: { value: string }[]; price_range: { min: { amount: number } } }[] = [];
        let cursor: string | undefined;
        do {
          const pagination = { limit: 5, ...(cursor && { cursor }) };
          const { json } = await ask('search', { filters, context: { currency: 'USD' }, pagination });
          expect(json.pagination.has_next_page).toBe(json.pagination.cursor !== undefined);
          seen.push(...json.products);
          cursor = json.pagination.cursor;
        } while (cursor);
        expect(new Set(ids(seen)).size).toBe(seen.length);
        const of = (name: string) => seen.filter(({ categories }) => categories.some(({ value }) => value === name));
        expect(of('Kitchen').length).toBeGreaterThan(0);
        expect(of('Outdoors').length).toBeGreaterThan(0);
        expect(seen.every(({ price_range }) => price_range.min.amount <= 2_000)).toBe(true);
      });

      test('returns nothing that the filters exclude', async () => {
        const { json } = await ask('search', { query: 'enamel mug', filters: { price: { max: 10 } } });
        expect([json.products, json.pagination, json.messages]).toEqual([[], { has_next_page: false }, undefined]);
      });

      test('ignores prices in another currency, and reports it', async () => {
        const body = { query: 'enamel mug', filters: { price: { max: 10 } }, context: { currency: 'EUR' } };
        const { json } = await ask('search', body);
        expect(ids(json.products)).toContain('enamel-mug');
        expect(json.messages).toMatchObject([{ type: 'info', code: 'price_filter_ignored' }]);
      });

      test('requires a query or a filter, and rejects an invalid cursor', async () => {
        for (const body of [{}, { query: ' ' }, { filters: {} }, { filters: { categories: [] } }]) {
          const { status, json } = await ask('search', body);
          expect([status, json.code]).toEqual([400, 'invalid_request']);
        }
        const { status, json } = await ask('search', { query: 'mug', pagination: { cursor: 'nonsense' } });
        expect([status, json.code]).toEqual([400, 'invalid_cursor']);
      });
    });

    test('names the SKU and condition of used goods, before and in a checkout', async () => {
      const { json } = await ask('lookup', { ids: ['umbrella-navy', 'umbrella-forest'] });
      const [{ title, variants }] = json.products;
      expect([title, ...variants.map((one: { title: string; sku: string }) => [one.title, one.sku])]).toEqual([
        'Walking umbrella – refurbished',
        ['Navy – refurbished', 'WU 01/N'],
        ['Forest', 'umbrella-forest'],
      ]);
      const body = { line_items: [{ item: { id: 'umbrella-navy' }, quantity: 1 }] };
      const begun = await call(shop, version, 'POST', '/checkout-sessions', { key: shop.key, body });
      expect(begun.json.line_items[0].item.title).toBe('Walking umbrella – refurbished');
    });

    describe('a lookup', () => {
      test('returns each product once with the ids that matched its variants', async () => {
        const wanted = ['bicycle-bell-copper', 'bicycle-bell', 'enamel-mug', 'enamel-mug', 'nothing'];
        const { json } = await ask('lookup', { ids: wanted });
        expect(ids(json.products).sort()).toEqual(['bicycle-bell', 'enamel-mug']);
        const [bell, mug] = [...json.products].sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1));
        expect(bell.variants.map(({ id, inputs }: { id: string; inputs: unknown }) => [id, inputs])).toEqual([
          ['bicycle-bell-brass', [{ id: 'bicycle-bell', match: 'featured' }]],
          ['bicycle-bell-copper', [{ id: 'bicycle-bell-copper', match: 'exact' }]],
        ]);
        expect(mug.variants[0].inputs).toEqual([{ id: 'enamel-mug', match: 'exact' }]);
        expect(json.messages).toMatchObject([{ type: 'info', code: 'not_found' }]);
      });

      test('filters the products found by id', async () => {
        const filters = { price: { min: 2_000 } };
        const { json } = await ask('lookup', { ids: ['bicycle-bell', 'enamel-mug'], filters });
        expect(json.products.map(({ variants }: { variants: { id: string }[] }) => ids(variants))).toEqual([
          ['bicycle-bell-copper'],
        ]);
      });

      test('limits the number of ids', async () => {
        const many = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);
        expect((await ask('lookup', { ids: many(50) })).json.messages).toHaveLength(50);
        const { status, json } = await ask('lookup', { ids: many(51) });
        expect([status, json.code]).toEqual([400, 'request_too_large']);
      });
    });

    describe('a product', () => {
      const labels = (one: { name: string; label: string }[]) => one.map(({ label }) => label);

      test('returns the featured variant for a product id, with the available values', async () => {
        const { json } = await ask('product', { id: 'felt-slippers' });
        const { selected, options, variants } = json.product;
        expect([labels(selected), ids(variants)]).toEqual([['M'], ['felt-slippers-m']]);
        expect(options[0].values).toContainEqual({ label: 'S', available: false, exists: true });
        expect(options[0].values).toContainEqual({ label: 'M', available: true, exists: true });
      });

      test("returns the variant for a variant's id regardless of the selection", async () => {
        const selected = [{ name: 'Finish', label: 'Brass' }];
        const { json } = await ask('product', { id: 'bicycle-bell-copper', selected });
        expect(json.product.variants[0].id).toBe('bicycle-bell-copper');
        expect(json.product.selected).toEqual([{ name: 'Finish', label: 'Copper' }]);
      });

      test('follows the selection, and ignores values that no variant has', async () => {
        const chrome = await ask('product', { id: 'bicycle-bell', selected: [{ name: 'finish', label: 'chrome' }] });
        expect(chrome.json.product.selected).toEqual([{ name: 'Finish', label: 'Chrome' }]);
        expect(ids(chrome.json.product.variants)).toEqual(['bicycle-bell-chrome']);
        const gold = await ask('product', { id: 'bicycle-bell', selected: [{ name: 'Finish', label: 'Gold' }] });
        expect([gold.json.product.selected, gold.json.product.variants.length]).toEqual([[], 3]);
      });

      test('omits options if the product has none', async () => {
        const { json } = await ask('product', { id: 'enamel-mug' });
        expect(json.product).toMatchObject({ id: 'enamel-mug', variants: [{ id: 'enamel-mug', sku: 'enamel-mug' }] });
        expect([json.product.options, json.product.selected]).toEqual([undefined, undefined]);
      });

      test('returns a not_found message for an unknown product or one that the filters exclude', async () => {
        for (const body of [{ id: 'nothing' }, { id: 'enamel-mug', filters: { price: { max: 1 } } }]) {
          const { status, json } = await ask('product', body);
          expect([status, json.ucp.status]).toEqual([200, 'error']);
          expect(json.messages).toMatchObject([{ code: 'not_found', severity: 'unrecoverable' }]);
        }
      });

      test('accepts each option only once', async () => {
        const selected = [
          { name: 'Finish', label: 'Brass' },
          { name: 'finish', label: 'Chrome' },
        ];
        const { status, json } = await ask('product', { id: 'bicycle-bell', selected });
        expect([status, json.code]).toEqual([400, 'invalid_request']);
      });
    });
  });
});
