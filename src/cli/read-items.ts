import { parse } from 'csv-parse/sync';
import { type ImportedItem, importedItem } from '../schema/item-import.js';
import { readJsonFile, readText } from './json-file.js';
import { CommandError } from './output.js';

/** A row that cannot be imported, and why. Rows are counted from 1, without the header. */
export interface RowProblem {
  readonly row: number;
  readonly id: string;
  readonly problem: string;
}

export interface ReadItems {
  readonly items: readonly ImportedItem[];
  readonly problems: readonly RowProblem[];
}

/**
 * Reads items from a CSV file with a header or a JSON array, and checks every row.
 * @throws CommandError when the file as a whole cannot be read
 */
export function readItems(file: string, onRow: (done: number, total: number) => void = () => undefined): ReadItems {
  const rows = file.toLowerCase().endsWith('.json') ? jsonRows(file) : csvRows(file);
  const items: ImportedItem[] = [];
  const problems: RowProblem[] = [];
  const seen = new Set<string>();
  rows.forEach((row, index) => {
    const checked = checkRow(row, seen);
    if (typeof checked === 'string') problems.push({ row: index + 1, id: idOf(row), problem: checked });
    else items.push(checked);
    onRow(index + 1, rows.length);
  });
  return { items, problems };
}

function checkRow(row: unknown, seen: Set<string>): ImportedItem | string {
  const parsed = importedItem.safeParse(row);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return `${issue?.path.join('.') || 'row'}: ${issue?.code === 'unrecognized_keys' ? `unknown column ${issue.keys.join(', ')}` : issue?.message}`;
  }
  if (seen.has(parsed.data.id)) return 'id: stands twice in the file';
  seen.add(parsed.data.id);
  return parsed.data;
}

function idOf(row: unknown): string {
  const id = typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : undefined;
  return typeof id === 'string' ? id.slice(0, 64) : '';
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

/** @throws Error when a column stands twice */
function distinct(header: string[]): string[] {
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`the column "${twice}" stands twice`);
  return header;
}

/** How a cell of text becomes the JSON member; empty cells take the member's default. */
const CELLS: Readonly<Record<string, (text: string) => unknown>> = {
  price: integer,
  stock: integer,
  weight_grams: integer,
  fulfillment_types: (text) => text.split('|').map((part) => part.trim()),
  age_restricted: (text) => ({ true: true, false: false })[text.toLowerCase()] ?? text,
  property_specs: (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  },
};

function integer(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function fromCells(cells: Readonly<Record<string, string>>): unknown {
  const filled = Object.entries(cells).filter(([, text]) => text !== '');
  return Object.fromEntries(filled.map(([name, text]) => [name, CELLS[name]?.(text) ?? text]));
}
