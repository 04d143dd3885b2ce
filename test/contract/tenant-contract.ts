import { z } from 'zod';
import { dateTime, price } from './shared-contract.js';

/** Objects that an organization manages: API document, Shop, Consumer, Agent; docs/tenants.md. */

/** An id is a prefix and a UUIDv7. */
const idOf = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`));
/** Names have 1 to 120 characters; descriptions are null or have up to 2,000. */
const name = z.string().min(1).max(120);
const description = z.string().max(2000).nullable();
const stamps = { created_at: dateTime, updated_at: dateTime };
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject({
    data: z.array(schema),
    pagination: z.strictObject({ cursor: z.string().min(1) }).optional(),
  });

export const shop = z.strictObject({ id: idOf('shop'), name, description, ...stamps });
/** API document, List shops: all shops, without pages. */
export const shopList = z.strictObject({ data: z.array(shop) });

export const deployment = z.strictObject({ id: idOf('dep'), shop_id: idOf('shop'), name, ...stamps });
export const deploymentList = listOf(deployment);

export const agent = z.strictObject({ id: idOf('agt'), name, description, ...stamps });
export const agentList = listOf(agent);

/** `linked_consumer_org_id` and `linked_at` are always present, and null until the consumer is linked. */
export const consumer = z
  .strictObject({
    id: idOf('con'),
    name,
    description,
    linked_consumer_org_id: idOf('org').nullable(),
    linked_at: dateTime.nullable(),
    ...stamps,
  })
  .refine(
    ({ linked_consumer_org_id, linked_at }) => (linked_consumer_org_id === null) === (linked_at === null),
    'both',
  );
export const consumerList = listOf(consumer);

export const linkCode = z.strictObject({ code: z.string().regex(/^lc_[0-9A-Za-z]{24}$/), expires_at: dateTime });

/** Scopes of keys (docs/operations.md, Scopes). */
const SCOPES = [
  'commerce',
  'fulfillment',
  'receipts:write',
  'receipts:read',
  'shops',
  'items',
  'consumers',
  'agents',
  'signing-keys',
  'orders:read',
  'orders:fulfill',
  'orders:money',
  'privacy',
  'webhooks',
  'keys',
] as const;

const keyMembers = {
  id: idOf('key'),
  hint: z.string().regex(/^(dk|ok)_….{4}$/),
  kind: z.enum(['deployment', 'organization']),
  deployment_id: idOf('dep').nullable(),
  name: z.string().min(1).max(120),
  scopes: z.array(z.enum(SCOPES)).min(1),
  buyer_required: z.boolean(),
  limits: z
    .strictObject({
      per_order: price.optional(),
      per_30_days: price.optional(),
      ask_above: price.optional(),
      categories: z.array(z.string()).min(1).optional(),
      currency: z.string().regex(/^[A-Z]{3}$/),
      left_30_days: price.optional(),
    })
    .optional(),
  created_by: z.string().min(1).nullable(),
  status: z.enum(['live', 'expired', 'revoked']),
  created_at: dateTime,
  expires_at: dateTime.nullable(),
  revoked_at: dateTime.nullable(),
  last_used_at: dateTime.nullable(),
};
const ofItsKind = ({ kind, deployment_id }: { readonly kind: string; readonly deployment_id: string | null }) =>
  (kind === 'deployment') === (deployment_id !== null);

export const apiKey = z
  .strictObject({
    ...keyMembers,
    // The key of a grant has no text; its hint is like that of an access token.
    id: z.union([idOf('key'), idOf('grt')]),
    hint: z.string().regex(/^(dk|ok|at)_….{4}$/),
    grant: z
      .strictObject({
        client_id: z.string().min(1),
        client_kind: z.enum(['metadata', 'registered', 'predefined']),
        client_name: z.string().min(1),
        client_host: z.string().min(1),
        resource: z.string().startsWith('/mcp'),
      })
      .optional(),
  })
  .refine(ofItsKind, 'a deployment key has a deployment');
export const apiKeyList = listOf(apiKey);
/** A key has a prefix, 30 random characters and 6 characters of checksum. It is shown only once. */
export const newApiKey = z
  .strictObject({ ...keyMembers, key: z.string().regex(/^(dk|ok)_[0-9A-Za-z]{36}$/) })
  .refine(ofItsKind, 'a deployment key has a deployment');

const text = z.string().min(1);

/** docs/catalog.md: all members of the import format are returned. */
export const shopItem = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
  title: text.max(200),
  description: z.string().max(5000),
  brand: text.nullable(),
  categories: z.array(text),
  keywords: z.array(text),
  price,
  image_url: text.nullable(),
  product_id: text.nullable(),
  options: z.array(z.strictObject({ name: text, value: text })),
  gtin: z
    .string()
    .regex(/^\d{8,14}$/)
    .nullable(),
  mpn: text.nullable(),
  sku: text.nullable(),
  condition: z.enum(['new', 'refurbished', 'used']),
  images: z.array(z.strictObject({ url: text, alt: text.nullable() })),
  backorder: z.strictObject({ days: z.int().min(1).max(365) }).nullable(),
  fulfillment_types: z.array(z.enum(['shipping', 'pickup', 'digital'])).min(1),
  stock: z.int().nullable(),
  weight_grams: z.int().nonnegative(),
  tax_category: text,
  age_restricted: z.boolean(),
  minimum_age: z.int().min(1).max(99).nullable(),
  property_specs: z.array(
    z.strictObject({
      name: text,
      required: z.boolean(),
      description: z.string(),
      values: z.array(z.strictObject({ value: text, price_delta: z.int(), description: z.string() })),
    }),
  ),
  status: z.enum(['active', 'withdrawn']),
  ...stamps,
});
export const shopItemList = listOf(shopItem);

/** docs/catalog.md, Stock: the ledger, newest first. */
export const movement = z.strictObject({
  seq: z.int().min(1),
  kind: z.enum(['opening', 'sale', 'give_back', 'return', 'correction']),
  by: z.int(),
  stock_after: z.int().nullable(),
  reason: text.nullable(),
  checkout_id: text.nullable(),
  order_id: text.nullable(),
  actor: text,
  at: stamps.created_at,
});
export const movementList = listOf(movement);

const importedRows = z.array(z.strictObject({ row: z.int().min(1), id: z.string(), problem: text }));

/** Result of an import, which reports problems and warnings by row of the import. */
export const itemImport = z.strictObject({
  imported: z.int().nonnegative(),
  problems: importedRows,
  warnings: importedRows,
});

/** docs/catalog.md, Pictures. */
export const picture = z.strictObject({
  name: text,
  url: z.url(),
  path: z.string().regex(/^\/media\/[\w-]+\/[\w.-]+$/),
  type: z.enum(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']),
  bytes: z.int().min(1),
});
