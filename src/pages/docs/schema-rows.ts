import { asSchema, type JsonSchema } from '../../calls/json-schema.js';

/** An input member, possibly nested. */
export interface SchemaRow {
  /** `list[].item.id`: a member of each entry of a list. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string | undefined;
  /** Limits of the value, in words. */
  readonly limits: string;
}

/** Lists a member with its nested members, outermost first. All members of variants are included. */
export function schemaRows(name: string, schema: JsonSchema, required: boolean): SchemaRow[] {
  const row = {
    name,
    type: typeOf(schema),
    required,
    description: typeof schema.description === 'string' ? schema.description : undefined,
    limits: limitsOf(schema),
  };
  return [row, ...distinct(innerRows(name, schema))];
}

function innerRows(name: string, schema: JsonSchema): SchemaRow[] {
  const variants = variantsOf(schema);
  if (variants) return variants.flatMap((variant) => innerRows(name, variant));
  if (schema.type === 'array') {
    const { type, required, ...items } = asSchema(schema.items);
    const entry = `${name}[]`;
    return innerRows(entry, { ...items, type, required });
  }
  const needed = namesIn(schema.required);
  return Object.entries(asSchema(schema.properties)).flatMap(([member, inner]) =>
    schemaRows(`${name}.${member}`, asSchema(inner), needed.has(member)),
  );
}

/** Merges members that several variants have, and joins their limits, such as the values of `type`. */
function distinct(rows: readonly SchemaRow[]): SchemaRow[] {
  const byName = new Map<string, SchemaRow>();
  for (const row of rows) {
    const known = byName.get(row.name);
    byName.set(row.name, known ? merged(known, row) : row);
  }
  return [...byName.values()];
}

function merged(known: SchemaRow, other: SchemaRow): SchemaRow {
  const limits = [...new Set([known.limits, other.limits])].filter((text) => text !== '').join(' or ');
  return { ...known, required: known.required && other.required, limits };
}

function variantsOf(schema: JsonSchema): JsonSchema[] | undefined {
  const variants = schema.anyOf ?? schema.oneOf;
  return Array.isArray(variants) ? variants.map(asSchema) : undefined;
}

function typeOf(schema: JsonSchema): string {
  const variants = variantsOf(schema);
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${PLURALS[typeOf(asSchema(schema.items))] ?? 'values'}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (typeof schema.type === 'string') return schema.type;
  return schema.const === undefined && schema.enum === undefined ? 'any' : 'string';
}

const PLURALS: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  object: 'objects',
};

function limitsOf(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = schema;
  const values = schema.const === undefined ? schema.enum : [schema.const];
  return [
    Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : '',
    between(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
    between(minLength === 1 ? undefined : minLength, maxLength, ' characters'),
    between(minItems, maxItems, ' entries'),
    typeof format === 'string' ? format : typeof pattern === 'string' ? `as ${pattern}` : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter((text) => text !== '')
    .join('; ');
}

function between(least: unknown, most: unknown, what: string): string {
  const atLeast = typeof least === 'number' && Number.isSafeInteger(least) && least > Number.MIN_SAFE_INTEGER;
  if (atLeast && typeof most === 'number') return `${least} to ${most}${what}`;
  if (atLeast) return `at least ${least}${what}`;
  return typeof most === 'number' ? `at most ${most}${what}` : '';
}

function namesIn(required: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(required) ? required : []);
}
