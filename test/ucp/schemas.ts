import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';

/** The published schemas of UCP, by version; they are kept beside the project (test/README.md, PORTAL_TEST_UCP). */
export const FOLDER = process.env.PORTAL_TEST_UCP ?? join(PACKAGE_ROOT, '..', 'shared', 'ucp');

/** The tests that hold answers against the schemas. Where there are none, one skipped test says so. */
export function withSchemas(name: string, tests: () => void): void {
  if (existsSync(FOLDER)) describe(name, tests);
  else it(name, ({ skip }) => skip(`there is no folder ${FOLDER}; PORTAL_TEST_UCP names another`));
}

/** The versions whose schemas are published in a form that compiles. */
export const PUBLISHED: readonly string[] = VERSIONS.filter(({ isEarly }) => !isEarly).map(({ date }) => date);

export const CHECKOUT = 'dev.ucp.shopping.checkout';

/** What members are annotated for. */
export type Operation = 'create' | 'update' | 'complete' | 'read';

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
type JsonObject = { [member: string]: Json };

const EXTENSIONS: Readonly<Record<string, string>> = {
  'dev.ucp.shopping.discount': 'discount',
  'dev.ucp.shopping.fulfillment': 'fulfillment',
  'dev.ucp.shopping.buyer_consent': 'buyer_consent',
};

const SITE = 'https://ucp.dev/schemas';
const ajvs = new Map<string, Ajv2020>();
const compiled = new Map<string, ValidateFunction>();

/** What is wrong with an answer or a request about checkouts, with these capabilities active; [] = nothing. */
export function checkoutProblems(
  version: string,
  capabilities: readonly string[],
  value: unknown,
  operation: Operation = 'read',
): string[] {
  const extensions = capabilities.flatMap((name) => EXTENSIONS[name] ?? []);
  const refs = [
    `${SITE}/shopping/checkout.json`,
    ...extensions.map((file) => `${SITE}/shopping/${file}.json#/$defs/${CHECKOUT}`),
  ];
  return refs.flatMap((ref) => problems(version, ref, value, operation));
}

const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  cart: ['shopping/cart.json', 'shopping/discount.json#/$defs/dev.ucp.shopping.cart'],
  order: ['shopping/order.json'],
  search_catalog: ['shopping/catalog_search.json#/$defs/search_response'],
  lookup_catalog: ['shopping/catalog_lookup.json#/$defs/lookup_response'],
  get_product: ['shopping/catalog_lookup.json#/$defs/get_product_response'],
};

/** What is wrong with the answer of an operation, by its name, with these capabilities active; [] = nothing. */
export function answerProblems(
  version: string,
  operation: string,
  capabilities: readonly string[],
  value: { readonly ucp?: { readonly status?: string } },
): string[] {
  if (value.ucp?.status === 'error') return problems(version, errorSchema(version), value);
  const resource = operation.slice(operation.indexOf('_') + 1);
  if (resource === 'checkout') return checkoutProblems(version, capabilities, value);
  const refs = ANSWERS[operation] ?? ANSWERS[resource];
  if (!refs) throw new Error(`no schema for ${operation}`);
  return refs.flatMap((ref) => problems(version, ref, value));
}

/** Where the answer of a call without a resource is defined. */
export function errorSchema(version: string): string {
  return version === '2026-04-08' ? 'shopping/types/error_response.json' : 'common/types/error_response.json';
}

/** The same for a definition of a schema that is served elsewhere, and refers to those of a version. */
export function servedProblems(
  version: string,
  schema: JsonObject,
  definition: string,
  value: unknown,
  operation: Operation = 'read',
): string[] {
  const id = String(schema.$id);
  const ajv = ajvOf(version, operation);
  if (!ajv.getSchema(id)) ajv.addSchema(annotated(schema, operation));
  return problems(version, `${id}#/$defs/${definition}`, value, operation);
}

/** The same for any schema of a version, by its path below `schemas/`. */
export function problems(version: string, ref: string, value: unknown, operation: Operation = 'read'): string[] {
  const key = `${version} ${operation} ${ref}`;
  const url = ref.startsWith('https:') ? ref : `${SITE}/${ref}`;
  const validate = compiled.get(key) ?? ajvOf(version, operation).compile({ $ref: url });
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`);
}

function ajvOf(version: string, operation: Operation): Ajv2020 {
  const known = ajvs.get(`${version} ${operation}`);
  if (known) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  for (const [path, schema] of schemaFiles(version))
    ajv.addSchema(annotated(patched(version, path, schema), operation));
  ajvs.set(`${version} ${operation}`, ajv);
  return ajv;
}

function schemaFiles(version: string): [path: string, schema: JsonObject][] {
  const source = join(FOLDER, version, 'source');
  return ['schemas', 'discovery'].flatMap((top) => {
    const folder = join(source, top);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name): [string, JsonObject] => [`${top}/${name}`, JSON.parse(readFileSync(join(folder, name), 'utf8'))]);
  });
}

/** Two faults of 2026-04-08: a path that leads nowhere, and a choice of destinations of which a place always fits both. */
function patched(version: string, path: string, schema: JsonObject): JsonObject {
  if (version !== '2026-04-08') return schema;
  if (path === 'discovery/profile_schema.json') {
    return JSON.parse(JSON.stringify(schema).replaceAll('../schemas/ucp.json', '../ucp.json'));
  }
  if (!path.endsWith('types/fulfillment_destination.json')) return schema;
  const { oneOf, ...rest } = schema;
  return { ...rest, anyOf: oneOf ?? [] };
}

/** The schema for one direction: members that the operation leaves out are none of it, and those it needs are required. */
function annotated(schema: JsonObject, operation: Operation): JsonObject {
  const { properties, required, ...rest } = schema;
  const inner = mapped(rest, operation);
  if (!isObject(properties))
    return { ...inner, ...(properties !== undefined && { properties }), ...(required !== undefined && { required }) };
  const needs = new Set(Array.isArray(required) ? required.filter((one) => typeof one === 'string') : []);
  const kept: JsonObject = {};
  for (const [name, member] of Object.entries(properties)) {
    const rule = ruleOf(member, operation);
    if (rule === 'omit' || rule === 'optional') needs.delete(name);
    if (rule === 'required') needs.add(name);
    if (rule !== 'omit') kept[name] = isObject(member) ? annotated(member, operation) : member;
  }
  return { ...inner, properties: kept, ...(needs.size > 0 && { required: [...needs] }) };
}

function mapped(schema: JsonObject, operation: Operation): JsonObject {
  const each = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(each);
    return isObject(value) ? annotated(value, operation) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, each(value)]));
}

function ruleOf(member: Json | undefined, operation: Operation): Json | undefined {
  if (!isObject(member)) return undefined;
  const rule = operation === 'read' ? member.ucp_response : member.ucp_request;
  return isObject(rule) ? rule[operation] : rule;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
