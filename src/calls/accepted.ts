import type { z } from 'zod';
import { oncePer } from '../domain/values/once-per.js';
import { type JsonSchema, toJsonSchema } from './json-schema.js';

/** Describes the values that a schema accepts. Used only in error texts. */

const schemaOf = oncePer((input: z.ZodObject) => toJsonSchema(input, 'input'));

/** Schema of the member at a path; `undefined` if none is declared. */
export function schemaAt(input: z.ZodObject, path: readonly PropertyKey[]): JsonSchema | undefined {
  return path.reduce<JsonSchema | undefined>(
    (schema, part) =>
      asSchema(typeof part === 'number' ? plain(schema)?.items : asSchema(plain(schema)?.properties)?.[String(part)]),
    schemaOf(input),
  );
}

/** Names of an object's members. */
export function memberNames(schema: JsonSchema | undefined): readonly string[] {
  return Object.keys(asSchema(plain(schema)?.properties) ?? {});
}

/**
 * Short description of a schema, for example `integer from 1 to 9999` or `object { item: { id }, quantity, id? }`, with
 * "?" after optional members.
 */
export function acceptedText(schema: JsonSchema | undefined): string | undefined {
  const { type, items, minimum, maximum, enum: values } = plain(schema) ?? {};
  if (Array.isArray(values)) return `one of ${values.map((value) => `"${String(value)}"`).join(', ')}`;
  if (type === 'array') return `array of ${acceptedText(asSchema(items)) ?? 'entries'}`;
  if (type === 'object') return objectText(schema);
  if (type === 'integer') return `integer${rangeText(minimum, maximum)}`;
  return typeof type === 'string' ? type : undefined;
}

function objectText(schema: JsonSchema | undefined): string {
  const required: unknown = plain(schema)?.required;
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const names = memberNames(schema);
  const inner = asSchema(plain(schema)?.properties);
  const first = names.filter(isRequired).map((name) => `${name}${innerText(inner?.[name])}`);
  const rest = names.filter((name) => !isRequired(name)).map((name) => `${name}?`);
  return names.length === 0 ? 'object' : `object { ${[...first, ...rest].join(', ')} }`;
}

/** For a required object, returns the names of its members, since these must be sent too. */
function innerText(member: unknown): string {
  const schema = asSchema(member);
  return plain(schema)?.type === 'object' ? `: ${objectText(schema).replace(/^object /, '')}` : '';
}

function rangeText(minimum: unknown, maximum: unknown): string {
  const from = typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? ` from ${minimum}` : '';
  const to = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? ` to ${maximum}` : '';
  return `${from}${to}`;
}

/** Removes the null alternative of a nullable member. */
function plain(schema: JsonSchema | undefined): JsonSchema | undefined {
  const choices: unknown = schema?.anyOf;
  if (!Array.isArray(choices)) return schema;
  return choices.map(asSchema).find((choice) => choice?.type !== 'null');
}

function asSchema(value: unknown): JsonSchema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
