import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { PACKAGE_ROOT } from '../../src/package-root.js';

/** Folder of the published UCP schemas, by version, next to the project (docs/dev/testing.md, PORTAL_TEST_UCP). */
export const FOLDER = process.env.PORTAL_TEST_UCP ?? join(PACKAGE_ROOT, '..', 'shared', 'ucp');

/** Message that a schema annotation is about: an operation's request, or any response. */
export type Direction = 'create' | 'update' | 'complete' | 'read';

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
type JsonObject = { [member: string]: Json };

const SITE = 'https://ucp.dev/schemas';
const ajvs = new Map<string, Ajv2020>();
const compiled = new Map<string, ValidateFunction>();

/** Validates a value against a schema of a version, given by its path below `schemas/`. Returns the problems. */
export function problems(version: string, ref: string, value: unknown, operation: Direction = 'read'): string[] {
  const key = `${version} ${operation} ${ref}`;
  const url = ref.startsWith('https:') ? ref : `${SITE}/${ref}`;
  const validate = compiled.get(key) ?? ajvOf(version, operation).compile({ $ref: url });
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`);
}

/** Validates a value against a definition in a schema that is served elsewhere and refers to the version's schemas. */
export function servedProblems(
  version: string,
  schema: JsonObject,
  definition: string,
  value: unknown,
  operation: Direction = 'read',
): string[] {
  const id = String(schema.$id);
  const ajv = ajvOf(version, operation);
  if (!ajv.getSchema(id)) ajv.addSchema(annotated(schema, operation));
  return problems(version, `${id}#/$defs/${definition}`, value, operation);
}

/** Returns the members that a published schema names. */
export function membersOf(version: string, path: string): string[] {
  const { properties } = JSON.parse(readFileSync(join(FOLDER, version, 'source', 'schemas', path), 'utf8'));
  return Object.keys(properties);
}

function ajvOf(version: string, operation: Direction): Ajv2020 {
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

/**
 * Corrects three errors in 2026-04-08: a dangling path; a choice between two kinds of destinations, both of which a
 * pickup location matches; and a cart id required in the body, although the text puts it in the path.
 */
function patched(version: string, path: string, schema: JsonObject): JsonObject {
  if (version !== '2026-04-08') return schema;
  if (path === 'discovery/profile_schema.json') {
    return JSON.parse(JSON.stringify(schema).replaceAll('../schemas/ucp.json', '../ucp.json'));
  }
  if (path.endsWith('shopping/cart.json')) {
    return JSON.parse(JSON.stringify(schema).replace('"update":"required"', '"update":"omit"'));
  }
  if (!path.endsWith('types/fulfillment_destination.json')) return schema;
  const { oneOf, ...rest } = schema;
  return { ...rest, anyOf: oneOf ?? [] };
}

/**
 * Returns the schema for one direction. Requests may have members that their operation omits, responses must not.
 * Required members are enforced.
 */
function annotated(schema: JsonObject, operation: Direction): JsonObject {
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
    else if (operation === 'read') kept[name] = false;
  }
  return { ...inner, properties: kept, ...(needs.size > 0 && { required: [...needs] }) };
}

function mapped(schema: JsonObject, operation: Direction): JsonObject {
  const each = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(each);
    return isObject(value) ? annotated(value, operation) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, each(value)]));
}

function ruleOf(member: Json | undefined, operation: Direction): Json | undefined {
  if (!isObject(member)) return undefined;
  const rule = operation === 'read' ? member.ucp_response : member.ucp_request;
  return isObject(rule) ? rule[operation] : rule;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
