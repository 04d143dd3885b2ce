import { isUtf8 } from 'node:buffer';
import { PortalError } from '../domain/errors/portal-error.js';
import { type Cells, type DelimitedRow, delimitedRows, headerOf, startOf } from './delimited.js';
import { type Attributes, googleRows } from './google-file.js';
import { xmlProducts } from './google-xml.js';
import { convertPrices, parseCells } from './portal-file.js';
import { type FileRows, markProblems } from './rows.js';
import { isShopifyHeader, shopifyRows } from './shopify-file.js';
import { unreadable } from './unreadable.js';

export const FORMATS = ['auto', 'portal', 'google', 'shopify'] as const;
export type Format = (typeof FORMATS)[number];

/** Options for reading a file. */
export interface Reading {
  readonly format: Format;
  /** ISO 4217 currency of the shop. */
  readonly currency: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Checked before the rows are converted. By default, files may have any number of rows. */
  readonly limit?: RowLimit;
}

/** Maximum number of items in a file, and the text about a file that has more. */
export interface RowLimit {
  readonly rows: number;
  readonly problem: string;
}

/** Rows of a Shopify export for each item that it may have: other rows of a product only name its pictures. */
const SHOPIFY_ROWS = 10;

/**
 * Reads the items of a file: the portal's CSV or JSON, a Google Merchant feed or a Shopify export. `file` is its name.
 * @throws PortalError `invalid_request` when the file as a whole cannot be read, or has more rows than the limit
 */
export function readFile(file: string, bytes: Buffer, reading: Reading): FileRows {
  const read = convertFile(file, bytes, reading);
  // The rows of a Shopify export become items, or pictures of items.
  assertCount(read.count, reading.limit);
  return read;
}

function convertFile(file: string, bytes: Buffer, { format, currency, now, limit }: Reading): FileRows {
  if (!isUtf8(bytes)) throw unreadable(`cannot read ${file}: it is not UTF-8`);
  if (format !== 'google' && format !== 'shopify' && file.toLowerCase().endsWith('.json'))
    return convertPrices(file, withinLimit(jsonRows(file, bytes), limit), currency, (row) => row);
  const start = startOf(bytes);
  const found = format === 'auto' ? formatOf(start) : format;
  if (found === 'google' && isXml(start))
    return googleRows(withinLimit(xmlProducts(file, new TextDecoder().decode(bytes)), limit), currency, now);
  assertColumns(file, found, headerOf(start));
  const most = limit && { ...limit, rows: found === 'shopify' ? limit.rows * SHOPIFY_ROWS : limit.rows };
  const rows = withinLimit(delimitedRows(file, bytes, most && most.rows + 1), most);
  const cells = rows.map((row) => row.cells);
  if (found === 'shopify') return shopifyRows(wholeRows(file, rows), currency);
  const read =
    found === 'google'
      ? googleRows(cells.map(attributesOf), currency, now)
      : convertPrices(file, cells, currency, parseCells);
  return markProblems(
    read,
    rows.map(({ problem }) => problem),
  );
}

function withinLimit<Row>(rows: Row[], limit: RowLimit | undefined): Row[] {
  assertCount(rows.length, limit);
  return rows;
}

/** @throws PortalError `invalid_request` when there are more rows than the limit */
function assertCount(count: number, limit: RowLimit | undefined): void {
  if (limit && count > limit.rows) throw new PortalError('invalid_request', limit.problem);
}

/** @throws PortalError `invalid_request` when the columns do not match the named format */
function assertColumns(file: string, format: 'portal' | 'google' | 'shopify', header: readonly string[]): void {
  if (format === 'shopify' && !isShopifyHeader(header))
    throw unreadable(`${file} is not a Shopify product export: it has no columns Handle, Option1 Name and price`);
  if (format === 'google' && !header.map(attributeName).includes('id'))
    throw unreadable(`${file} is not a Google Merchant feed: it has no column id`);
}

/**
 * Returns the cells of an export in which several rows form a product.
 * @throws PortalError `invalid_request` that names the first unreadable row
 */
function wholeRows(file: string, rows: readonly DelimitedRow[]): Cells[] {
  const broken = rows.findIndex(({ problem }) => problem !== undefined);
  if (broken >= 0) throw unreadable(`${file}: row ${broken + 1}: ${rows[broken]?.problem}`);
  return rows.map(({ cells }) => cells);
}

function jsonRows(file: string, bytes: Buffer): unknown[] {
  const rows = parseJson(file, new TextDecoder().decode(bytes));
  if (Array.isArray(rows)) return rows;
  throw unreadable(`${file} is not a JSON array of items`);
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(`${file} is not a JSON file`);
  }
}

function formatOf(text: string): 'portal' | 'google' | 'shopify' {
  if (isXml(text)) return 'google';
  const header = headerOf(text);
  if (isShopifyHeader(header)) return 'shopify';
  const names = new Set(header.map(attributeName));
  return names.has('image_link') || (names.has('link') && names.has('availability')) ? 'google' : 'portal';
}

const isXml = (text: string) => /^\ufeff?\s*</.test(text);

function attributesOf(cells: Cells): Attributes {
  return new Map(Object.entries(cells).map(([name, value]) => [attributeName(name), [value]]));
}

/** Normalizes a column name: `image link` and `g:image_link` become `image_link`. */
function attributeName(name: string): string {
  return name.toLowerCase().trim().replace(/^g:/, '').replaceAll(' ', '_');
}
