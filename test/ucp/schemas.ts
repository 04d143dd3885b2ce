import { existsSync } from 'node:fs';
import { describe, it } from 'vitest';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { type Direction, FOLDER, problems } from './published.js';

/** Published schemas of responses and requests, by operation and active capabilities. */

/** False if the schemas are absent. Then nothing is checked against them, and `withSchemas` reports a skipped test. */
export const HAS_SCHEMAS = existsSync(FOLDER);

/** Declares tests that need the schemas. If the schemas are absent, one skipped test reports that. */
export function withSchemas(name: string, tests: () => void): void {
  if (HAS_SCHEMAS) describe(name, tests);
  else
    it(name, ({ skip }) =>
      skip(
        `there is no folder ${FOLDER} (PORTAL_TEST_UCP names another); docs/dev/testing.md, Published vectors, has the source`,
      ),
    );
}

/** Versions whose published schemas compile. */
export const PUBLISHED: readonly string[] = VERSIONS.filter(({ isEarly }) => !isEarly).map(({ date }) => date);

export const CHECKOUT = 'dev.ucp.shopping.checkout';
const CART = 'dev.ucp.shopping.cart';

/** Schemas of a kind of resource, and of its extensions. */
interface Described {
  readonly schema: string;
  readonly extensions?: Readonly<Record<string, string>>;
}

const CHECKOUTS: Described = {
  schema: 'shopping/checkout.json',
  extensions: {
    'dev.ucp.shopping.discount': `shopping/discount.json#/$defs/${CHECKOUT}`,
    'dev.ucp.shopping.fulfillment': `shopping/fulfillment.json#/$defs/${CHECKOUT}`,
    'dev.ucp.shopping.buyer_consent': `shopping/buyer_consent.json#/$defs/${CHECKOUT}`,
  },
};
const CARTS: Described = {
  schema: 'shopping/cart.json',
  extensions: { 'dev.ucp.shopping.discount': `shopping/discount.json#/$defs/${CART}` },
};
const lookup = (definition: string): Described => ({ schema: `shopping/catalog_lookup.json#/$defs/${definition}` });
const search = (definition: string): Described => ({ schema: `shopping/catalog_search.json#/$defs/${definition}` });

interface Messages {
  readonly answer: Described;
  /** Omit if the operation has no body. */
  readonly request?: readonly [described: Described, direction: Direction];
}

/** Request and response schemas of each operation; the first response of a new operation fails without them. */
const MESSAGES: Readonly<Record<string, Messages>> = {
  create_checkout: { answer: CHECKOUTS, request: [CHECKOUTS, 'create'] },
  get_checkout: { answer: CHECKOUTS },
  update_checkout: { answer: CHECKOUTS, request: [CHECKOUTS, 'update'] },
  complete_checkout: { answer: CHECKOUTS, request: [CHECKOUTS, 'complete'] },
  cancel_checkout: { answer: CHECKOUTS },
  create_cart: { answer: CARTS, request: [CARTS, 'create'] },
  get_cart: { answer: CARTS },
  update_cart: { answer: CARTS, request: [CARTS, 'update'] },
  cancel_cart: { answer: CARTS },
  search_catalog: { answer: search('search_response'), request: [search('search_request'), 'create'] },
  lookup_catalog: { answer: lookup('lookup_response'), request: [lookup('lookup_request'), 'create'] },
  get_product: { answer: lookup('get_product_response'), request: [lookup('get_product_request'), 'create'] },
  get_order: { answer: { schema: 'shopping/order.json' } },
};

function messagesOf(operation: string): Messages {
  const known = MESSAGES[operation];
  if (!known) throw new Error(`no schemas are named for ${operation}`);
  return known;
}

const refsOf = ({ schema, extensions = {} }: Described, capabilities: readonly string[]) => [
  schema,
  ...capabilities.flatMap((name) => extensions[name] ?? []),
];

/** Returns the problems of an operation's response with these active capabilities. */
export function answerProblems(
  version: string,
  operation: string,
  capabilities: readonly string[],
  value: { readonly ucp?: { readonly status?: string } },
): string[] {
  if (value.ucp?.status === 'error') return problems(version, errorSchema(version), value);
  return refsOf(messagesOf(operation).answer, capabilities).flatMap((ref) => problems(version, ref, value));
}

/** Returns the problems of an operation's request body with these active capabilities. */
export function requestProblems(
  version: string,
  operation: string,
  capabilities: readonly string[],
  body: unknown,
): string[] {
  const { request } = messagesOf(operation);
  if (!request) return [];
  const [described, direction] = request;
  return refsOf(described, capabilities).flatMap((ref) => problems(version, ref, body, direction));
}

/** Returns the path of the schema of a response that contains no resource. */
export function errorSchema(version: string): string {
  return version === '2026-04-08' ? 'shopping/types/error_response.json' : 'common/types/error_response.json';
}
