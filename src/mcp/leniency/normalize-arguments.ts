import type { Operation } from '../../calls/define.js';
import { type InputForm, inputFormOf } from '../../calls/input-form.js';
import { countryCode } from '../../domain/values/country-names.js';
import { pathText } from '../../json/path-text.js';
import { parseStrictJson } from '../../json/strict-json.js';
import { AMOUNT_MEMBERS } from '../../schema/amount-members.js';
import { isExactText, OWN_IDS } from './aliases.js';
import { isMembers, type Members, renameAliases } from './rename-aliases.js';

type Path = readonly PropertyKey[];

/**
 * Converts arguments to their declared form if their meaning is beyond doubt (docs/mcp.md, Leniency). Returns the same
 * object if nothing changes. Other invalid arguments stay unchanged, and the operation rejects them. Amounts, ids,
 * codes and signed values are never changed.
 * @throws PortalError `invalid_request`, `invalid_json`
 */
export function normalizeArguments({ input, mcp }: Operation, args: Members): Members {
  const form = inputFormOf(mcp?.input ?? input);
  const isOptional = (name: string) =>
    !form.required.has(name) || (name === 'checkout_id' && mcp?.defaultCheckout !== undefined);
  return membersOf(args, form, [], isOptional);
}

function membersOf(given: Members, form: InputForm, path: Path, isOptional: (name: string) => boolean): Members {
  const named = renameAliases(given, form, path);
  let changed: Record<string, unknown> | undefined;
  for (const name in named) {
    const member = form.members.get(name);
    if (!member) continue;
    const value = named[name];
    if (isAbsent(value, member) && isOptional(name)) {
      changed ??= { ...named };
      delete changed[name];
      continue;
    }
    const read = readAs(value, member, name, path);
    if (read === value) continue;
    changed ??= { ...named };
    changed[name] = read;
  }
  return changed ?? named;
}

/** True for a value that means an omitted member. Some models must send every member, so they send null or "". */
function isAbsent(value: unknown, form: InputForm): boolean {
  if (value === null) return !form.acceptsNull;
  return typeof value === 'string' && value.trim() === '' && !form.acceptsEmptyText && form.type !== 'untouched';
}

function readAs(value: unknown, form: InputForm, name: PropertyKey, above: Path): unknown {
  switch (form.type) {
    case 'object':
      return objectOf(value, form, name, above);
    case 'array':
      return arrayOf(value, form, name, above);
    case 'string':
      return typeof value === 'string' ? textOf(value, String(name)) : value;
    case 'integer':
      return typeof value === 'string' && !AMOUNT_MEMBERS.has(String(name)) ? integerOf(value) : value;
    case 'boolean':
      return TRUTHS.get(value) ?? value;
    default:
      return value;
  }
}

/** Clients with forms send booleans as text. */
const TRUTHS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function objectOf(value: unknown, form: InputForm, name: PropertyKey, above: Path): unknown {
  const path = [...above, name];
  const read = typeof value === 'string' ? parsed(value, path) : value;
  if (isMembers(read)) return membersOf(read, form, path, (member) => !form.required.has(member));
  // A string was sent instead of an object with a single member.
  const [only] = form.members.keys();
  return typeof read === 'string' && form.members.size === 1 && only !== undefined ? { [only]: read } : read;
}

function arrayOf(value: unknown, { entry }: InputForm, name: PropertyKey, above: Path): unknown {
  const path = [...above, name];
  const read = typeof value === 'string' ? parsed(value, path) : value;
  const list = isMembers(read) ? asEntries(read, entry) : read;
  if (!Array.isArray(list) || !entry) return list;
  const entries = list.map((one: unknown, index) => withOwnId(readAs(one, entry, index, path), name, index));
  return entries.every((one, index) => one === list[index]) ? list : entries;
}

/** Gives an entry without an id an id made of a prefix and the entry's position. */
function withOwnId(entry: unknown, name: PropertyKey, index: number): unknown {
  const prefix = OWN_IDS.get(name);
  if (prefix === undefined || !isMembers(entry) || (entry.id ?? '') !== '') return entry;
  return { ...entry, id: `${prefix}-${index + 1}` };
}

/** Wraps a single entry in a list, or turns an object into entries of names and values. */
function asEntries(value: Members, entry: InputForm | undefined): unknown {
  const isPairs = entry?.members.size === 2 && entry.members.has('name') && entry.members.has('value');
  const isOnePair = 'name' in value && 'value' in value;
  if (!isPairs || isOnePair) return [value];
  return Object.entries(value).map(([name, one]) => ({ name, value: typeof one === 'number' ? String(one) : one }));
}

/** @throws PortalError `invalid_json` for malformed JSON */
function parsed(text: string, path: Path): unknown {
  return /^\s*[[{]/.test(text) ? parseStrictJson(Buffer.from(text), { what: `${pathText(path)}: the text` }) : text;
}

function textOf(text: string, name: string): string {
  if (isExactText(name)) return text;
  const trimmed = text.trim();
  return name === 'address_country' ? (countryCode(trimmed) ?? trimmed) : trimmed;
}

function integerOf(text: string): unknown {
  return /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : text;
}
