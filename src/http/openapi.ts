import type { z } from 'zod';
import type { Operation } from '../calls/define.js';
import { bodyMembers, listErrorCodes } from '../calls/error-codes.js';
import type { HttpBinding } from '../calls/http-binding.js';
import { type JsonSchema, requiredMembers, toJsonSchema, toPropertySchemas } from '../calls/json-schema.js';
import { ERRORS, type ErrorCode } from '../domain/errors/portal-error.js';
import { oncePer } from '../domain/values/once-per.js';
import { omitUndefined } from '../domain/values/present.js';
import { apiKey } from '../schema/api-key.js';
import { checkoutB, checkoutF, fulfillmentMethod } from '../schema/checkout.js';
import { errorBody } from '../schema/error.js';
import { item } from '../schema/item.js';
import { order, orderSummary } from '../schema/order.js';
import { acceptedReceipt } from '../schema/receipt.js';
import { shopItem } from '../schema/shop-item.js';
import { signingKey } from '../schema/signing-key.js';
import { stockMovement } from '../schema/stock-movement.js';
import { agent, consumer, deployment, shop } from '../schema/tenant.js';
import { API_VERSION, VERSION } from '../version.js';
import { type Example, type Examples, recordedExamples } from './examples.js';
import { OPEN_PATHS } from './open-paths.js';
import { describeWebhooks } from './openapi-webhooks.js';

/** Schemas that many operations share; each is listed once, as a component. */
const NAMED: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [checkoutF, 'Checkout'],
  [checkoutB, 'CheckoutBase'],
  [order, 'Order'],
  [orderSummary, 'OrderSummary'],
  [item, 'Item'],
  [fulfillmentMethod, 'FulfillmentMethod'],
  [signingKey, 'SigningKey'],
  [acceptedReceipt, 'Receipt'],
  [shop, 'Shop'],
  [shopItem, 'ShopItem'],
  [stockMovement, 'StockMovement'],
  [deployment, 'Deployment'],
  [consumer, 'Consumer'],
  [agent, 'Agent'],
  [apiKey, 'ApiKey'],
  [errorBody, 'Error'],
]);

/**
 * Builds an OpenAPI 3.1 document of the registry. Servers are relative, so the document is the same for every
 * installation.
 */
export function buildOpenApi(operations: readonly Operation[], examples?: Examples) {
  return examples ? documentOf(operations, examples) : recordedDocumentOf(operations);
}

const recordedDocumentOf = oncePer((operations: readonly Operation[]) => documentOf(operations, recordedExamples()));

function documentOf(operations: readonly Operation[], examples: Examples) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    if (!operation.http) continue;
    const { path, method } = operation.http;
    paths[path] = { ...paths[path], [method]: pathItem(operation, operation.http, examples[operation.name]) };
  }
  const { webhooks, schemas } = describeWebhooks(NAMED);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commerce and Attestation Portal',
      version: API_VERSION,
      'x-portal-version': VERSION,
      description:
        'Amounts are integers of minor units (1999 = 19.99). Errors are `{ error, detail }`; see docs/errors.md.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    paths: { ...paths, ...OPEN_PATHS },
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        ...Object.fromEntries([...NAMED].map(([schema, name]) => [name, toJsonSchema(schema, 'output', NAMED)])),
        ...schemas,
      },
    },
  };
}

function pathItem(operation: Operation, http: HttpBinding, example: Example | undefined) {
  const args = example?.args ?? {};
  const properties = toPropertySchemas(operation.input);
  const required = requiredMembers(operation.input);
  const parts = Object.entries(http.parts ?? {});
  const body = bodySchema(operation, args);
  return {
    operationId: http.operationId ?? camelCase(operation.name),
    summary: operation.title,
    description: operation.description,
    tags: [tagOf(http.path)],
    parameters: [
      ...parts.map(([name, member]) => parameter('path', name, properties[member] ?? {}, true, args[member])),
      ...(http.query ?? []).map((name) =>
        parameter('query', name, properties[name] ?? {}, required.has(name), args[name]),
      ),
      ...headerParameters(operation, args),
    ],
    ...(body && { requestBody: body }),
    responses: responsesOf(operation, http, example?.answer),
    'x-scope': operation.scope,
  };
}

/** Returns the resource as the tag: the segment after `/api/commerce`, or after `/api` in other paths. */
function tagOf(path: string): string {
  const [, , area = '', resource = ''] = path.split('/');
  return area === 'commerce' ? resource : area;
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  schema: JsonSchema,
  required: boolean,
  example?: unknown,
) {
  const { description, ...rest } = schema;
  return omitUndefined({ name, in: place, required, description, schema: rest, example });
}

function headerParameters({ effect, errors, needsKey }: Operation, { idempotency_key }: Example['args']) {
  const buyer = { type: 'string', minLength: 1, maxLength: 128, description: 'The buyer that the call acts for' };
  const key = { type: 'string', minLength: 1, maxLength: 255, description: 'Makes a repeat safe for 48 hours' };
  const version = { type: 'string', description: 'ETag that the stored version must have' };
  return [
    parameter('header', 'x-buyer-id', buyer, false),
    ...(effect === 'read' ? [] : [parameter('header', 'Idempotency-Key', key, needsKey === true, idempotency_key)]),
    ...(errors.includes('version_conflict') ? [parameter('header', 'If-Match', version, false)] : []),
  ];
}

/** Describes the request body: the input without its path and query members; `undefined` if no members are left. */
function bodySchema(operation: Operation, args: Example['args']) {
  const members = new Set(bodyMembers(operation));
  if (members.size === 0) return undefined;
  const schema = toJsonSchema(operation.input, 'input');
  const keep = (name: string) => members.has(name);
  const properties = Object.fromEntries(
    Object.entries(toPropertySchemas(operation.input)).filter(([name]) => keep(name)),
  );
  const required = Array.isArray(schema.required) ? schema.required.filter(keep) : [];
  const body = { ...schema, properties, ...(required.length > 0 ? { required } : { required: undefined }) };
  const sent = Object.fromEntries(Object.entries(args).filter(([name]) => keep(name)));
  const example = Object.keys(sent).length > 0 ? sent : undefined;
  const content = omitUndefined({ schema: omitUndefined(body), example });
  const patch = operation.http?.mergePatch ? { 'application/merge-patch+json': content } : {};
  return {
    required: required.length > 0,
    content: { 'application/json': content, ...patch, ...rawContent(operation) },
  };
}

/** Describes bodies of raw bytes, for which OpenAPI 3.1 needs no schema. */
function rawContent({ http }: Operation): Readonly<Record<string, object>> {
  return Object.fromEntries((http?.rawBody?.types ?? []).map((type) => [type, {}]));
}

function responsesOf(operation: Operation, http: HttpBinding, example: unknown) {
  const schema = toJsonSchema(http.output ?? operation.output, 'output', NAMED);
  const success = {
    description: 'Success',
    content: { 'application/json': omitUndefined({ schema, example }), ...otherForms(http) },
  };
  const { own, shared } = listErrorCodes(operation);
  const codes = [...new Set([...shared, ...own])];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const failures = [...byStatus].sort(([a], [b]) => a - b).map(([status, ofStatus]) => [status, failure(ofStatus)]);
  return { 200: success, ...Object.fromEntries(failures) };
}

/** Describes the response formats in addition to JSON, selected by `Accept`. */
function otherForms({ formats }: HttpBinding) {
  const isText = (type: string) => type.startsWith('text/');
  const names = Object.keys(formats ?? {});
  const forms = names.map((type) => [type, { schema: { type: 'string', ...(!isText(type) && { format: 'binary' }) } }]);
  return Object.fromEntries(forms);
}

function failure(codes: readonly ErrorCode[]) {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}
