import type { z } from 'zod';
import { oncePer } from '../domain/values/once-per.js';
import { asSchema, type JsonSchema, toJsonSchema } from './json-schema.js';

/** Members whose exact bytes are signed or verified, so their values are never changed. */
const UNTOUCHED: ReadonlySet<string> = new Set(['receipt', 'signature', 'public_key']);

/** The facts of a schema that are needed to correct values sent by clients; computed once per schema. */
export interface InputForm {
  readonly type: SchemaType | 'other' | 'untouched';
  readonly acceptsNull: boolean;
  readonly acceptsEmptyText: boolean;
  readonly members: ReadonlyMap<string, InputForm>;
  readonly required: ReadonlySet<string>;
  /** Form of an array's entries; `undefined` for other types. */
  readonly entry: InputForm | undefined;
}

/** Form of an operation's arguments. */
export const inputFormOf = oncePer((input: z.ZodObject): InputForm => read(toJsonSchema(input, 'input'), ''));

function read(schema: JsonSchema, name: string): InputForm {
  const { plain, acceptsNull } = withoutNull(schema);
  const members = new Map(
    Object.entries(asSchema(plain.properties)).map(([member, inner]) => [member, read(asSchema(inner), member)]),
  );
  return {
    type: UNTOUCHED.has(name) ? 'untouched' : typeOf(plain),
    acceptsNull,
    acceptsEmptyText:
      plain.type === 'string' && ['minLength', 'format', 'pattern', 'enum'].every((rule) => !(rule in plain)),
    members,
    required: new Set(Array.isArray(plain.required) ? plain.required.map(String) : []),
    entry: plain.type === 'array' ? read(asSchema(plain.items), '') : undefined,
  };
}

/** Separates a nullable schema into the schema of its other values and the fact that it accepts null. */
function withoutNull(schema: JsonSchema): { readonly plain: JsonSchema; readonly acceptsNull: boolean } {
  const choices: unknown[] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  const others = choices.map(asSchema).filter(({ type }) => type !== 'null');
  const [only] = others;
  const acceptsNull = others.length < choices.length;
  return acceptsNull && only && others.length === 1 ? { plain: only, acceptsNull } : { plain: schema, acceptsNull };
}

type SchemaType = 'object' | 'array' | 'string' | 'integer' | 'boolean';

const TYPES: ReadonlySet<unknown> = new Set<SchemaType>(['object', 'array', 'string', 'integer', 'boolean']);

function typeOf({ type }: JsonSchema): InputForm['type'] {
  return isType(type) ? type : 'other';
}

function isType(type: unknown): type is SchemaType {
  return TYPES.has(type);
}
