import type { z } from 'zod';

import { asSchema, type JsonSchema, jsonSchemaOf } from '../../calls/json-schema.js';
import { oncePer } from '../../domain/values/once-per.js';
import { ALIASES, UNTOUCHED } from './aliases.js';

/** A schema as leniency needs it, computed once. */
export interface Form {
  readonly type: SchemaType | 'other' | 'untouched';
  readonly acceptsNull: boolean;
  readonly acceptsEmptyText: boolean;
  readonly members: ReadonlyMap<string, Form>;
  readonly required: ReadonlySet<string>;
  /** Form of an array's entries. */
  readonly entry: Form | undefined;
  /** Target of each alias, as a path inside this object. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}

/** The form of an operation's arguments. */
export const formOf = oncePer((input: z.ZodObject): Form => read(jsonSchemaOf(input, 'input'), ''));

function read(schema: JsonSchema, name: string): Form {
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
    aliases: aliasesIn(members),
  };
}

/** A nullable argument has two alternatives, one of them null. */
function withoutNull(schema: JsonSchema): { readonly plain: JsonSchema; readonly acceptsNull: boolean } {
  const choices: unknown[] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  const others = choices.map(asSchema).filter(({ type }) => type !== 'null');
  const [only] = others;
  const acceptsNull = others.length < choices.length;
  return acceptsNull && only && others.length === 1 ? { plain: only, acceptsNull } : { plain: schema, acceptsNull };
}

type SchemaType = 'object' | 'array' | 'string' | 'integer' | 'boolean';

const TYPES: ReadonlySet<unknown> = new Set<SchemaType>(['object', 'array', 'string', 'integer', 'boolean']);

function typeOf({ type }: JsonSchema): Form['type'] {
  return isType(type) ? type : 'other';
}

function isType(type: unknown): type is SchemaType {
  return TYPES.has(type);
}

/** The aliases of an object with these members. A member's own name is never an alias. */
function aliasesIn(members: ReadonlyMap<string, Form>): ReadonlyMap<string, readonly string[]> {
  const known = ALIASES.flatMap(([name, ...targets]): [string, readonly string[]][] => {
    const path = targets.map((target) => target.split('.')).find((parts) => hasPath(members, parts));
    return path && !members.has(name) ? [[name, path]] : [];
  });
  return new Map(known);
}

function hasPath(members: ReadonlyMap<string, Form>, [first = '', ...rest]: readonly string[]): boolean {
  const member = members.get(first);
  return member !== undefined && (rest.length === 0 || hasPath(member.members, rest));
}
