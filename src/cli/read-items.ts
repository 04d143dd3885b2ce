import { parse } from 'csv-parse/sync';
import { type CheckedItems, checkItems } from '../operations/shop/check-items.js';
import { importedItem } from '../schema/item-import.js';
import { readJsonFile, readText } from './json-file.js';
import { CommandError } from './output.js';

/**
 * Reads items from a CSV file with a header or a JSON array, and checks every row.
 * @throws CommandError when the file as a whole cannot be read
 */
export function readItems(file: string, onRow?: (done: number, total: number) => void): CheckedItems {
  return checkItems(file.toLowerCase().endsWith('.json') ? jsonRows(file) : csvRows(file), onRow);
}

function jsonRows(file: string): unknown[] {
  const rows = readJsonFile(file);
  if (Array.isArray(rows)) return rows;
  throw new CommandError(`${file} is not a JSON array of items`);
}

function csvRows(file: string): unknown[] {
  const text = readText(file);
  try {
    const rows: Record<string, string>[] = parse(text, {
      columns: distinct,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
    return rows.map(fromCells);
  } catch (error) {
    throw new CommandError(
      `${file} is not a CSV file with a header: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** @throws Error when a column appears twice */
function distinct(header: string[]): string[] {
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`the column "${twice}" appears twice`);
  return header;
}

/** How the text of a cell becomes a JSON member. */
const CELLS: Readonly<Record<string, (text: string) => unknown>> = {
  price: integer,
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
function fromCells(cells: Readonly<Record<string, string>>): unknown {
  const known = Object.entries(cells).filter(([name, text]) => text !== '' || isClearable(name));
  return Object.fromEntries(known.map(([name, text]) => [name, text === '' ? null : (CELLS[name]?.(text) ?? text)]));
}

const isClearable = (name: string) => name !== 'id' && Object.hasOwn(importedItem.shape, name);
