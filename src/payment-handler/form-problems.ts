import { findRepeated, isRecord, isText } from './values.js';

/** Names that the buyer's page uses itself. */
const USED_NAMES: ReadonlySet<unknown> = new Set(['version', 'expected_total', 'handler_id']);
const FIELD_TYPES: readonly unknown[] = [undefined, 'text', 'email', 'tel', 'password'];
/** Maximum length of a label, in characters. */
const MAX_LABEL = 200;

/** Yields a sentence for each problem of a handler's form. */
export function* formProblems(form: unknown): Generator<string> {
  if (form === undefined) return;
  if (!isRecord(form)) {
    yield 'form must be an object';
    return;
  }
  if (typeof form.instrument !== 'function') yield 'form.instrument must be a function';
  if (form.client !== undefined && typeof form.client !== 'function') yield 'form.client must be a function';
  if (!Array.isArray(form.fields)) {
    yield 'form.fields must be an array';
    return;
  }
  const fields: readonly unknown[] = form.fields;
  for (const [index, field] of fields.entries()) yield* fieldProblems(`form.fields[${index}]`, field);
  const repeated = findRepeated(fields.map((field) => (isRecord(field) ? field.name : field)));
  if (repeated !== undefined) yield `form.fields: the name ${JSON.stringify(repeated)} must not occur twice`;
}

function* fieldProblems(at: string, field: unknown): Generator<string> {
  if (!isRecord(field)) {
    yield `${at} must be an object`;
    return;
  }
  const { name, label, type, autocomplete, required, options } = field;
  if (!isText(name, 64) || !/^[a-z0-9_]+$/.test(name)) yield `${at}.name must be 1 to 64 characters of a-z, 0-9 and _`;
  if (USED_NAMES.has(name)) yield `${at}.name must not be "${name}", which the page uses itself`;
  if (!isText(label, MAX_LABEL)) yield `${at}.label must be a text of 1 to ${MAX_LABEL} characters`;
  if (!FIELD_TYPES.includes(type)) yield `${at}.type must be text, email, tel or password`;
  if (autocomplete !== undefined && !isText(autocomplete, 100)) yield `${at}.autocomplete must be a text`;
  if (required !== undefined && typeof required !== 'boolean') yield `${at}.required must be true or false`;
  if (options === undefined) return;
  if (!Array.isArray(options) || options.length === 0 || !options.every(isOption))
    yield `${at}.options must be an array of objects with the texts value and label, and not be empty`;
}

function isOption(option: unknown): boolean {
  return isRecord(option) && isText(option.value, 1_000) && isText(option.label, MAX_LABEL);
}
