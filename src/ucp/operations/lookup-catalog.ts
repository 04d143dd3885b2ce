import { chooseFeatured } from '../../domain/shop/choose-variant.js';
import { required } from '../../domain/values/required.js';
import { SEARCH_WEIGHT } from '../../operations/catalog/search-page.js';
import { CATALOG_LOOKUP } from '../capabilities.js';
import { readLookup } from '../catalog/forms.js';
import {
  type AvailableItem,
  type IdMatches,
  type KnownProduct,
  matchIds,
  passesFilters,
} from '../catalog/known-products.js';
import { narrowToCurrency } from '../catalog/narrow.js';
import { productWire } from '../catalog/product.js';
import type { CanonicalMessage } from '../checkout/canonical-forms.js';
import { envelope } from '../envelope.js';
import { defineUcpOperation } from './ucp-operation.js';

export const lookupCatalog = defineUcpOperation({
  name: 'lookup_catalog',
  title: 'Look up products by ids',
  description: 'Products and variants by their ids.',
  capability: CATALOG_LOOKUP,
  effect: 'read',
  weight: SEARCH_WEIGHT,
  rest: { method: 'post', path: '/catalog/lookup' },
  payload: 'catalog',
  read: ({ body }) => readLookup(body),
  handle: (context, session, _id, wanted) =>
    context.read((rows) => {
      const { deployment, links } = session.site;
      const { currency, language } = required(rows.get('shop', deployment.shop_id), 'shop').settings;
      const { wish, messages } = narrowToCurrency(wanted, currency);
      const named = matchIds(rows, deployment.shop_id, wish.ids);
      const hits = hitsOf(named, (item) => passesFilters(item, wish, language));
      const products = [...hits.values()].flatMap(({ product, inputs }) => {
        const all = product.all.map(({ item }) => item);
        const [first, ...others] = product.all.filter((one) => inputs.has(one.item.id));
        if (!first) return [];
        const wire = productWire({ id: product.id, all, shown: [first, ...others] }, { currency, language, links });
        return [{ ...wire, variants: wire.variants.map((one) => ({ ...one, inputs: inputs.get(one.id) })) }];
      });
      const said = [...messages, ...unknownMessages(named)];
      return {
        body: { ucp: envelope(session, CATALOG_LOOKUP), products, ...(said.length > 0 && { messages: said }) },
      };
    }),
});

interface Hit {
  readonly product: KnownProduct;
  /** Ids that matched each variant, and the kind of match (UCP, Client Correlation). Keyed by variant id. */
  readonly inputs: Map<string, { readonly id: string; readonly match: 'exact' | 'featured' }[]>;
}

/**
 * Returns the products matched by the ids, without duplicates. Filters apply after the ids are matched (UCP, Catalog
 * Lookup, Filters).
 */
function hitsOf(
  named: ReadonlyMap<string, IdMatches>,
  passes: (item: AvailableItem) => boolean,
): ReadonlyMap<string, Hit> {
  const hits = new Map<string, Hit>();
  const add = (product: KnownProduct, { item }: AvailableItem, id: string, match: 'exact' | 'featured') => {
    const hit = hits.get(keyOf(product)) ?? { product, inputs: new Map() };
    hits.set(keyOf(product), hit);
    hit.inputs.set(item.id, [...(hit.inputs.get(item.id) ?? []), { id, match }]);
  };
  for (const [id, { exact, product }] of named) {
    if (exact && passes(exact.item)) add(exact.product, exact.item, id, 'exact');
    const featured = product && chooseFeatured(product.all.filter(passes));
    if (product && featured) add(product, featured, id, 'featured');
  }
  return hits;
}

/** Key of a product. The id alone is ambiguous, since an item without a product may have the id of another product. */
function keyOf({ id, all }: KnownProduct): string {
  return JSON.stringify([id, all[0]?.item.product_id ?? null]);
}

function unknownMessages(named: ReadonlyMap<string, IdMatches>): CanonicalMessage[] {
  return [...named].flatMap(([id, { exact, product }]) =>
    exact || product ? [] : [{ type: 'info', code: 'not_found', content: `Nothing on sale has the id "${id}".` }],
  );
}
