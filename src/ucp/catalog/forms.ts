import { z } from 'zod';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { ItemOption } from '../../domain/shop/item.js';
import { MAX_ID } from '../../schema/primitives.js';
import { readAs } from '../versions/read.js';
import { context, id, ignoreNull } from '../versions/request-forms.js';

/** Forms of catalog requests, which are the same in all versions that have a catalog. */

/** Maximum number of ids per lookup. */
export const MAX_IDS = 50;
/** Maximum number of products per page; a larger requested limit is reduced to it. */
const MAX_PAGE = 50;
const DEFAULT_PAGE = 10;

const amount = ignoreNull(z.int().min(0));

const filters = ignoreNull(
  z.object({
    categories: ignoreNull(z.array(z.string().min(1).max(100)).max(20)),
    price: ignoreNull(z.object({ min: amount, max: amount })),
  }),
);

const narrowing = { filters, context: ignoreNull(context) };

const searchForm = z.object({
  ...narrowing,
  query: ignoreNull(z.string().max(200)),
  pagination: ignoreNull(z.object({ cursor: ignoreNull(z.string().max(1_000)), limit: ignoreNull(z.int().min(1)) })),
});

const lookupForm = z.object({ ...narrowing, ids: z.array(z.string().min(1).max(MAX_ID)).min(1) });

const option = z.object({ name: z.string().min(1).max(100), label: z.string().min(1).max(200) });

const productForm = z.object({
  ...narrowing,
  id: id.pipe(z.string()),
  selected: ignoreNull(
    z
      .array(option)
      .max(20)
      .refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length, {
        error: 'must name each option once',
      }),
  ),
  preferences: ignoreNull(z.array(z.string().max(100)).max(20)),
});

/** Filters that apply to single variants. */
export interface VariantFilter {
  /** An item must have at least one of these category names. Empty for no filter. */
  readonly categories: readonly string[];
  /** Minor units. */
  readonly min_price: number | undefined;
  readonly max_price: number | undefined;
  /** Currency of the price filters; defaults to the shop's. */
  readonly currency: string | undefined;
}

function narrowingOf({
  filters: sent,
  context: by,
}: Pick<z.output<typeof searchForm>, 'filters' | 'context'>): VariantFilter {
  return {
    categories: sent?.categories ?? [],
    min_price: sent?.price?.min,
    max_price: sent?.price?.max,
    currency: by?.currency?.toUpperCase(),
  };
}

export interface SearchQuery extends VariantFilter {
  readonly query: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** @throws PortalError `invalid_request`, including for a search without query and filters */
export function readSearch(body: unknown): SearchQuery {
  const { query: sent = '', pagination, ...rest } = readAs(searchForm, body);
  const query = sent.trim() === '' ? undefined : sent;
  const narrowing = narrowingOf(rest);
  const { categories, min_price, max_price } = narrowing;
  if (query === undefined && categories.length === 0 && min_price === undefined && max_price === undefined) {
    throw new PortalError('invalid_request', 'query: send a query or filters');
  }
  const limit = Math.min(MAX_PAGE, pagination?.limit ?? DEFAULT_PAGE);
  return { ...narrowing, query, limit, cursor: pagination?.cursor };
}

export interface LookupQuery extends VariantFilter {
  /** Ids without duplicates. */
  readonly ids: readonly string[];
}

/** @throws PortalError `invalid_request`, `request_too_large` */
export function readLookup(body: unknown): LookupQuery {
  const { ids: sent, ...rest } = readAs(lookupForm, body);
  const ids = [...new Set(sent)];
  if (ids.length > MAX_IDS) throw new PortalError('request_too_large', `ids: must have at most ${MAX_IDS} entries`);
  return { ...narrowingOf(rest), ids };
}

export interface ProductQuery extends VariantFilter {
  readonly id: string;
  readonly selected: readonly ItemOption[];
  readonly preferences: readonly string[];
}

/** @throws PortalError `invalid_request` */
export function readProduct(body: unknown): ProductQuery {
  const { id: wanted, selected = [], preferences = [], ...rest } = readAs(productForm, body);
  const options = selected.map(({ name, label }) => ({ name, value: label }));
  return { ...narrowingOf(rest), id: wanted, selected: options, preferences };
}
