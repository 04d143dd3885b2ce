import { z } from 'zod';
import { oncePer } from '../domain/values/once-per.js';

/** Facts derived from declared schemas at start, never per request. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A nested schema; non-objects count as empty. */
export function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/**
 * Draft 2020-12 without `$schema`: `input` as sent, `output` as returned. Schemas in `named` become references to
 * OpenAPI components; otherwise everything is inline, as MCP clients require.
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

/** Length limits that a model rarely exceeds. Characters. */
const ROOM_ENOUGH = 100;

/**
 * Schema for a model, without details that only cost context: patterns of named formats, integer ranges, non-empty
 * text, and generous length limits. The registry still validates arguments fully.
 */
export function toToolSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    override({ jsonSchema }) {
      const { format, minimum, maximum, minLength, maxLength } = jsonSchema;
      if (format !== undefined) Reflect.deleteProperty(jsonSchema, 'pattern');
      if (maxLength !== undefined && maxLength >= ROOM_ENOUGH) Reflect.deleteProperty(jsonSchema, 'maxLength');
      if (minLength === 1) Reflect.deleteProperty(jsonSchema, 'minLength');
      if (minimum === Number.MIN_SAFE_INTEGER) Reflect.deleteProperty(jsonSchema, 'minimum');
      if (maximum === Number.MAX_SAFE_INTEGER) Reflect.deleteProperty(jsonSchema, 'maximum');
    },
  });
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withSingleTypes(value)]));
}

/** Some clients read a single type only, so several become `anyOf`. */
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

/** Input as JSON Schema; converted once, for several readers. */
const inputSchemaOf = oncePer((input: z.ZodObject) => z.toJSONSchema(input, { io: 'input' }));

export function toPropertySchemas(input: z.ZodObject): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(inputSchemaOf(input).properties ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, schema]) => (typeof schema === 'object' ? [[name, { ...schema }]] : [])),
  );
}

/** Numeric members, which query strings can only send as text. */
export function numericMembers(input: z.ZodObject): ReadonlySet<string> {
  return membersOfType(input, 'integer', 'number');
}

/** Boolean members, which query strings can only send as text. */
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

/** True if a required member must be in the body. */
export function requiresMember(input: z.ZodObject, elsewhere: ReadonlySet<string>): boolean {
  return [...requiredMembers(input)].some((member) => !elsewhere.has(member));
}
