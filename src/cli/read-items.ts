import { parse } from 'csv-parse/sync';
import { type CheckedItems, checkItems } from '../operations/shop/check-items.js';
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

/** How the text of a cell becomes a JSON member; for an empty cell the member takes its default. */
const CELLS: Readonly<Record<string, (text: string) => unknown>> = {
  price: integer,
  stock: integer,
  weight_grams: integer,
  fulfillment_types: parts,
  categories: parts,
  keywords: parts,
  age_restricted: (text) => ({ true: true, false: false })[text.toLowerCase()] ?? text,
  property_specs: (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  },
};

function parts(text: string): string[] {
  return text.split('|').map((part) => part.trim());
}

function integer(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function fromCells(cells: Readonly<Record<string, string>>): unknown {
  const filled = Object.entries(cells).filter(([, text]) => text !== '');
  return Object.fromEntries(filled.map(([name, text]) => [name, CELLS[name]?.(text) ?? text]));
}
