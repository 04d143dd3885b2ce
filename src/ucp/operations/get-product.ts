import { chooseFeatured, chooseVariants, valueSignals } from '../../domain/shop/choose-variant.js';
import { required } from '../../domain/values/required.js';
import { SEARCH_WEIGHT } from '../../operations/catalog/search-page.js';
import { errorAnswer } from '../answer.js';
import { CATALOG_LOOKUP } from '../capabilities.js';
import { type ProductQuery, readProduct } from '../catalog/forms.js';
import { type AvailableItem, type IdMatches, matchIds, passesFilters } from '../catalog/known-products.js';
import { narrowToCurrency } from '../catalog/narrow.js';
import { productWire, selectedWire } from '../catalog/product.js';
import { envelope } from '../envelope.js';
import { defineUcpOperation } from './ucp-operation.js';

export const getProduct = defineUcpOperation({
  name: 'get_product',
  title: 'Get a product with its variants',
  description: 'One product with its variants, narrowed by the selected options.',
  capability: CATALOG_LOOKUP,
  effect: 'read',
  weight: SEARCH_WEIGHT,
  rest: { method: 'post', path: '/catalog/product' },
  payload: 'catalog',
  read: ({ body }) => readProduct(body),
  handle: (context, session, _id, wanted) =>
    context.read((rows) => {
      const { deployment, links } = session.site;
      const { currency, language } = required(rows.get('shop', deployment.shop_id), 'shop').settings;
      const { wish, messages } = narrowToCurrency(wanted, currency);
      const chosen = chosenOf(matchIds(rows, deployment.shop_id, [wish.id]).get(wish.id), wish);
      const [first, ...others] = chosen?.variants.filter((one) => passesFilters(one, wish, language)) ?? [];
      if (!chosen || !first) {
        const content = `Nothing on sale has the id "${wish.id}"${chosen ? ' and passes the filters' : ''}.`;
        return errorAnswer(session, { type: 'error', code: 'not_found', content });
      }
      const { product, selected } = chosen;
      const all = product.all.map(({ item }) => item);
      const wire = productWire({ id: product.id, all, shown: [first, ...others] }, { currency, language, links });
      const options = valueSignals(product.all, selected).map(({ name, values }) => ({
        name,
        values: values.map(({ value, ...signals }) => ({ label: value, ...signals })),
      }));
      const choice = options.length > 0 && { options, selected: selectedWire(selected) };
      return {
        body: {
          ucp: envelope(session, CATALOG_LOOKUP),
          product: { ...wire, ...choice },
          ...(messages.length > 0 && { messages }),
        },
      };
    }),
});

/**
 * A variant's id selects that variant. A product's id selects the variants that have the request's options, as far as
 * they can be combined, or the featured variant if the request has no options.
 */
function chosenOf(named: IdMatches | undefined, { selected, preferences }: ProductQuery) {
  const product = named?.exact?.product ?? named?.product;
  const featured = named?.exact?.item ?? (product && chooseFeatured(product.all));
  if (!product || !featured) return undefined;
  if (named?.exact || selected.length === 0) {
    return { product, selected: featured.options, variants: [featured] };
  }
  const chosen = chooseVariants(product.all, selected, preferences);
  return { product, selected: chosen.selected, variants: featuredFirst(chosen.variants) };
}

function featuredFirst(variants: readonly AvailableItem[]): readonly AvailableItem[] {
  const featured = chooseFeatured(variants);
  return featured ? [featured, ...variants.filter((one) => one !== featured)] : [];
}
