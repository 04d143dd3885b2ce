import { plainPrice, readPrice } from '../../domain/values/price-text.js';
import { importedItem } from '../../schema/item-import.js';
import { CommandError } from '../output.js';
import type { Cells } from './delimited.js';
import type { FileRow } from './rows.js';

/** Our own form: the members of an item as columns, or as JSON. */

/**
 * Rows with their prices in minor units. Whole numbers are minor units already, and prices with decimals or a currency are turned
 * into them; a file that has both kinds may mean a hundredfold.
 * @throws CommandError when it has both
 */
export function withPrices(file: string, rows: readonly unknown[], currency: string): FileRow[] {
  const read = rows.map((item) => priceIn(item, currency));
  const whole = read.find(({ kind }) => kind === 'minor');
  const decimal = read.find(({ kind }) => kind === 'decimal');
  if (whole && decimal) {
    const place = (one: PricedRow) => `row ${read.indexOf(one) + 1} ("${one.text}")`;
    throw new CommandError(
      `${file} has prices without and with decimals, so they can be read in two ways: ${place(whole)} is ` +
        `${plainPrice(Number(whole.text), currency)} ${currency} in minor units, or ${whole.text} ${currency} as ${place(decimal)} is written. ` +
        'Write all prices in one way.',
    );
  }
  return read.map(({ item, problem }) => (problem === undefined ? { item } : { item, problem }));
}

interface PricedRow {
  readonly item: unknown;
  readonly kind: 'minor' | 'decimal' | 'none';
  readonly text: string;
  readonly problem?: string;
}

function priceIn(item: unknown, currency: string): PricedRow {
  const price: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'price') : undefined;
  if (typeof price !== 'string' && typeof price !== 'number') return { item, kind: 'none', text: '' };
  const text = String(price);
  if (/^-?\d{1,15}$/.test(text)) return { item: { ...Object(item), price: Number(text) }, kind: 'minor', text };
  const read = readPrice(text, currency);
  if (typeof read === 'string') return { item, kind: 'none', text, problem: `price: ${read}` };
  return { item: { ...Object(item), price: read.amount }, kind: 'decimal', text };
}

/** How the text of a cell becomes a JSON member. */
const CELLS: Readonly<Record<string, (text: string) => unknown>> = {
  stock: integer,
  weight_grams: integer,
  fulfillment_types: parts,
  categories: parts,
  keywords: parts,
  options: (text) => (text.startsWith('[') ? json(text) : parts(text).map(optionOf)),
  images: (text) => (text.startsWith('[') ? json(text) : parts(text).map((url) => ({ url }))),
  backorder: (text) => ({ days: integer(text) }),
  age_restricted: (text) => ({ true: true, false: false })[text.toLowerCase()] ?? text,
  property_specs: json,
};

function parts(text: string): string[] {
  return text.split('|').map((part) => part.trim());
}

/** `Size=M`; other text is refused as it stands. */
function optionOf(text: string): unknown {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  return name === undefined || value === undefined ? text : { name: name.trim(), value: value.trim() };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function integer(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** An empty cell is null, so that the member takes its default; without an id it is absent. */
export function fromCells(cells: Cells): unknown {
  const known = Object.entries(cells).filter(([name, text]) => text !== '' || isClearable(name));
  return Object.fromEntries(known.map(([name, text]) => [name, text === '' ? null : (CELLS[name]?.(text) ?? text)]));
}

const isClearable = (name: string) => name !== 'id' && Object.hasOwn(importedItem.shape, name);
