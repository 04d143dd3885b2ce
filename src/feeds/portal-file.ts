import { formatPrice, parsePrice } from '../domain/values/price-text.js';
import { importedItem } from '../schema/item-import.js';
import type { Cells } from './delimited.js';
import { buildRows, type FileRow, type FileRows } from './rows.js';
import { unreadable } from './unreadable.js';

/** The portal's own file format: JSON, or CSV with item members as columns. */

/**
 * Converts prices to minor units. Whole numbers are already minor units; prices with decimals or a currency are
 * converted.
 * @throws PortalError `invalid_request` when the file has both kinds, since prices could then be wrong by a factor of 100
 */
export function convertPrices<T>(
  file: string,
  rows: readonly T[],
  currency: string,
  itemOf: (row: T) => unknown,
): FileRows {
  const firstOf = (kind: PriceKind) => rows.findIndex((row) => priceOf(row, currency).kind === kind);
  const [whole, decimal] = [firstOf('minor'), firstOf('decimal')];
  if (whole >= 0 && decimal >= 0) {
    const textOf = (index: number) => priceOf(rows[index], currency).text;
    const place = (index: number) => `row ${index + 1} ("${textOf(index)}")`;
    throw unreadable(
      `${file} has prices without and with decimals, so they can be read in two ways: ${place(whole)} is ` +
        `${formatPrice(Number(textOf(whole)), currency)} ${currency} in minor units, or ${textOf(whole)} ${currency} as ${place(decimal)} is written. ` +
        'Write all prices in one way.',
    );
  }
  return buildRows(rows, (row) => rowOf(row, itemOf(row), currency), { optional: IDENTIFYING });
}

/** Left out if invalid: a barcode that another system has corrupted must not keep its item from being sold. */
const IDENTIFYING: ReadonlySet<string> = new Set(['gtin']);

type PriceKind = 'minor' | 'decimal' | 'none';

interface ReadPrice {
  readonly kind: PriceKind;
  readonly text: string;
  /** Minor units. */
  readonly amount?: number;
  readonly problem?: string;
}

function rowOf(row: unknown, item: unknown, currency: string): FileRow {
  const { amount, problem } = priceOf(row, currency);
  if (problem !== undefined) return { item, problem };
  return { item: amount === undefined ? item : { ...Object(item), price: amount } };
}

/** Reads the price of a row; the JSON member and the CSV column have the same name. */
function priceOf(row: unknown, currency: string): ReadPrice {
  const price: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'price') : undefined;
  if ((typeof price !== 'string' && typeof price !== 'number') || price === '') return { kind: 'none', text: '' };
  const text = String(price);
  if (/^-?\d{1,15}$/.test(text)) return { kind: 'minor', text, amount: Number(text) };
  const read = parsePrice(text, currency);
  if (typeof read === 'string') return { kind: 'none', text, problem: `price: ${read}` };
  return { kind: 'decimal', text, amount: read.amount };
}

/** Parsers of cells, by JSON member. */
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
  minimum_age: integer,
  property_specs: json,
};

function parts(text: string): string[] {
  return text.split('|').map((part) => part.trim());
}

/** Parses `Size=M`. Any other text is returned unchanged and rejected by validation. */
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

/**
 * Converts cells to members. An empty cell becomes null, which stands for the member's default. An empty id or an empty
 * cell of an unknown column is left out.
 */
export function parseCells(cells: Cells): unknown {
  const known = Object.entries(cells).filter(([name, text]) => text !== '' || isClearable(name));
  return Object.fromEntries(known.map(([name, text]) => [name, text === '' ? null : (CELLS[name]?.(text) ?? text)]));
}

const isClearable = (name: string) => name !== 'id' && Object.hasOwn(importedItem.shape, name);
