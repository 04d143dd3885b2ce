import type { UcpOperation } from '../operations/ucp-operation.js';

/**
 * JSON Schemas of the tools, limited to the members that a caller needs. `versions/` validates the arguments; the
 * complete schemas are those on ucp.dev.
 */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [member: string]: unknown;
}

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object, required: readonly string[] = []): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

const lineItem = object({ id: text, item: object({ id: text }, ['id']), quantity: { type: 'integer', minimum: 1 } }, [
  'item',
  'quantity',
]);
const content = {
  line_items: { ...list(lineItem), description: 'All lines; omitted lines are removed' },
  buyer: object({ email: text, first_name: text, last_name: text, phone_number: text }),
  context: object({ address_country: text, postal_code: text, language: text, currency: text }),
  attribution: { type: 'object', additionalProperties: text },
  discounts: object({ codes: list(text) }),
};
const instrument = object(
  { id: text, handler_id: text, type: text, selected: { type: 'boolean' }, credential: object({ type: text }) },
  ['id', 'handler_id', 'type'],
);
const payment = object({ instruments: list(instrument) });
const method = object({
  type: text,
  destinations: list(object({})),
  selected_destination_id: text,
  groups: list(object({ selected_option_id: text })),
});
const filters = object({ categories: list(text), price: object({ min: integer, max: integer }) });
const option = object({ name: text, label: text }, ['name', 'label']);

/** Schemas of the payload arguments, by operation. */
const PAYLOADS: Readonly<Record<string, ObjectSchema>> = {
  create_checkout: object({ ...content, cart_id: text, fulfillment: object({ methods: list(method) }), payment }, [
    'line_items',
  ]),
  update_checkout: object({ ...content, fulfillment: object({ methods: list(method) }), payment }, ['line_items']),
  complete_checkout: object({ payment }, ['payment']),
  create_cart: object(content, ['line_items']),
  update_cart: object(content, ['line_items']),
  search_catalog: object({
    query: text,
    filters,
    context: content.context,
    pagination: object({ cursor: text, limit: { type: 'integer', minimum: 1 } }),
  }),
  lookup_catalog: object({ ids: { ...list(text), minItems: 1 }, filters, context: content.context }, ['ids']),
  get_product: object(
    { id: text, selected: list(option), preferences: list(text), filters, context: content.context },
    ['id'],
  ),
};

const meta = (needsKey: boolean) =>
  object(
    {
      'ucp-agent': object({ profile: { ...text, description: 'https URL of your profile' } }, ['profile']),
      'idempotency-key': { ...text, description: 'A UUID; the same for repeats of one call' },
    },
    ['ucp-agent', ...(needsKey ? ['idempotency-key'] : [])],
  );

export function inputSchema({ name, rest, payload, needsKey }: UcpOperation): ObjectSchema {
  const properties = {
    meta: meta(needsKey),
    ...(rest.path.includes('{id}') && { id: text }),
    ...(payload !== undefined && { [payload]: PAYLOADS[name] ?? object({}) }),
  };
  return object(properties, Object.keys(properties));
}

/** Members that every response with a resource contains, by the last word of the tool's name. */
const RESOURCES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  checkout: {
    id: text,
    status: text,
    currency: text,
    line_items: list(object({})),
    totals: list(object({})),
    links: list(object({})),
  },
  cart: { id: text, currency: text, line_items: list(object({})), totals: list(object({})) },
  order: {
    id: text,
    checkout_id: text,
    permalink_url: text,
    currency: text,
    line_items: list(object({})),
    totals: list(object({})),
    fulfillment: object({}),
  },
  catalog: { products: list(object({})) },
  product: { product: object({}) },
};

/** Schema of a tool's result: the resource, or messages that explain its absence. */
export function outputSchema({ name }: UcpOperation): ObjectSchema {
  const resource = RESOURCES[name.slice(name.lastIndexOf('_') + 1)];
  if (!resource) throw new Error(`there is no output schema for ${name}`);
  const ucp = object({ version: text, status: { enum: ['success', 'error'] } }, ['version']);
  const messages = list(object({ type: text, code: text, content: text }, ['type', 'content']));
  return {
    ...object({ ucp, messages, ...resource }, ['ucp']),
    anyOf: [{ required: Object.keys(resource) }, { required: ['messages'] }],
  };
}
