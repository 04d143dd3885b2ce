import type { Operation } from '../../../calls/define.js';
import { asSchema, type JsonSchema, toJsonSchema } from '../../../calls/json-schema.js';
import { oncePer } from '../../../domain/values/once-per.js';

/** Kinds of form fields, by the value of a member. `time`: an instant. `json`: a value with parts, as JSON text. */
export type FieldKind =
  | { readonly type: 'text'; readonly isLong: boolean; readonly maxLength: number | undefined }
  | { readonly type: 'number'; readonly min: number | undefined; readonly max: number | undefined }
  | { readonly type: 'time' }
  | { readonly type: 'box' }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | { readonly type: 'choices'; readonly values: readonly string[] }
  | { readonly type: 'words' }
  | { readonly type: 'group'; readonly members: readonly FormMember[] }
  | { readonly type: 'json' };

/** A member of an operation's arguments, as a form shows it. */
export interface FormMember {
  /** Name of the member, and of its field: that of a part of a group has the names of the group before it. */
  readonly key: string;
  readonly name: string;
  readonly kind: FieldKind;
  /** True if null resets the member. */
  readonly acceptsNull: boolean;
  readonly isRequired: boolean;
}

/** Length from which a text gets more than one line. Characters. */
const LONG_TEXT = 300;

/** Lists the members of an operation's arguments, in the order of its schema. */
export const membersOf = oncePer(({ input }: Operation): readonly FormMember[] => {
  return membersIn(toJsonSchema(input, 'input'), '', true);
});

/** @param isNeeded false for the parts of a group that may be left out */
function membersIn(schema: JsonSchema, prefix: string, isNeeded: boolean): readonly FormMember[] {
  const required = new Set(listOf(schema.required));
  return Object.entries(asSchema(schema.properties)).map(([key, member]) => {
    const { plain, acceptsNull } = splitNull(asSchema(member));
    const isRequired = isNeeded && required.has(key);
    const name = `${prefix}${key}`;
    return { key, name, kind: kindOf(plain, name, isRequired), acceptsNull, isRequired };
  });
}

function splitNull(schema: JsonSchema): { readonly plain: JsonSchema; readonly acceptsNull: boolean } {
  const variants = listOf(schema.anyOf).map(asSchema);
  const others = variants.filter(({ type }) => type !== 'null');
  const [only] = others;
  const acceptsNull = others.length < variants.length;
  return only && others.length === 1 ? { plain: only, acceptsNull } : { plain: schema, acceptsNull };
}

function kindOf(schema: JsonSchema, name: string, isRequired: boolean): FieldKind {
  const { type, format, maxLength, minimum, maximum } = schema;
  const values = textsIn(schema.enum);
  if (values) return { type: 'choice', values };
  if (type === 'boolean') return { type: 'box' };
  if (type === 'integer') return { type: 'number', min: numberIn(minimum), max: numberIn(maximum) };
  if (format === 'date-time') return { type: 'time' };
  if (type === 'string') {
    const most = numberIn(maxLength);
    return { type: 'text', isLong: most === undefined || most > LONG_TEXT, maxLength: most };
  }
  if (type === 'object' && schema.properties !== undefined)
    return { type: 'group', members: membersIn(schema, `${name}.`, isRequired) };
  if (type !== 'array') return { type: 'json' };
  const items = asSchema(schema.items);
  const choices = textsIn(items.enum);
  if (choices) return { type: 'choices', values: choices };
  return items.type === 'string' ? { type: 'words' } : { type: 'json' };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsIn(value: unknown): readonly string[] | undefined {
  const texts = listOf(value).filter((one) => typeof one === 'string');
  return texts.length > 0 ? texts : undefined;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
}
