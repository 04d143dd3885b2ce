import { z } from 'zod';
import { oncePer } from '../domain/values/once-per.js';

/** Converts declared schemas to JSON Schema and reads facts from them: once per schema, never per request. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns a value as a schema. A value that is not an object counts as an empty schema. */
export function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/**
 * Converts to JSON Schema draft 2020-12 without `$schema`. `io`: form of requests (`input`) or of responses (`output`).
 * Schemas in `named` become references to OpenAPI components; all others are inline, as MCP clients require.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  named: ReadonlyMap<unknown, string> = new Map(),
): JsonSchema {
  const root: unknown = schema;
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    override({ zodSchema, jsonSchema }) {
      const name = zodSchema === root ? undefined : named.get(zodSchema);
      if (name === undefined) return;
      for (const member of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, member);
      jsonSchema.$ref = `#/components/schemas/${name}`;
    },
  });
  return rest;
}

/** Maximum lengths from this value on are left out of tool schemas, since models rarely exceed them. Characters. */
const ROOM_ENOUGH = 20;

/** Longer patterns are left out of tool schemas, since an error names the rule in fewer tokens. Characters. */
const MAX_PATTERN = 20;

/**
 * Converts to JSON Schema for a language model. Omits details that only use up context: long patterns and those of
 * named formats, the limits of safe integers, the minimum length 1, and large maximum lengths. Arguments are still
 * fully validated against the declared schema.
 */
export function toToolSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    override({ jsonSchema }) {
      const { format, pattern = '', minimum, maximum, minLength, maxLength } = jsonSchema;
      if (format !== undefined || pattern.length > MAX_PATTERN) Reflect.deleteProperty(jsonSchema, 'pattern');
      if (maxLength !== undefined && maxLength >= ROOM_ENOUGH) Reflect.deleteProperty(jsonSchema, 'maxLength');
      if (minLength === 1) Reflect.deleteProperty(jsonSchema, 'minLength');
      if (minimum === Number.MIN_SAFE_INTEGER) Reflect.deleteProperty(jsonSchema, 'minimum');
      if (maximum === Number.MAX_SAFE_INTEGER) Reflect.deleteProperty(jsonSchema, 'maximum');
    },
  });
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withSingleTypes(value)]));
}

/** Replaces a list of types with `anyOf`, since some clients only understand a single type. */
function withSingleTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSingleTypes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === 'type' && Array.isArray(member)
        ? ['anyOf', member.map((type) => ({ type }))]
        : [name, withSingleTypes(member)],
    ),
  );
}

/** JSON Schema of the input, converted once. */
const inputSchemaOf = oncePer((input: z.ZodObject) => z.toJSONSchema(input, { io: 'input' }));

export function toPropertySchemas(input: z.ZodObject): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(inputSchemaOf(input).properties ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, schema]) => (typeof schema === 'object' ? [[name, { ...schema }]] : [])),
  );
}

/** Names of numeric members; a query string sends them as text. */
export function numericMembers(input: z.ZodObject): ReadonlySet<string> {
  return membersOfType(input, 'integer', 'number');
}

/** Names of boolean members; a query string sends them as text. */
export function booleanMembers(input: z.ZodObject): ReadonlySet<string> {
  return membersOfType(input, 'boolean');
}

function membersOfType(input: z.ZodObject, ...types: readonly string[]): ReadonlySet<string> {
  const members = Object.entries(toPropertySchemas(input)).filter(([, { type }]) => types.includes(String(type)));
  return new Set(members.map(([name]) => name));
}

export function requiredMembers(input: z.ZodObject): ReadonlySet<string> {
  return new Set(inputSchemaOf(input).required);
}

/** True if a required member can only be sent in the body. `elsewhere`: members sent in path or query. */
export function requiresMember(input: z.ZodObject, elsewhere: ReadonlySet<string>): boolean {
  return [...requiredMembers(input)].some((member) => !elsewhere.has(member));
}
