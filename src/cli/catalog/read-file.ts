import { readJsonFile, readText } from '../json-file.js';
import { CommandError } from '../output.js';
import { delimitedRows, headerOf } from './delimited.js';
import { type Attributes, googleRows } from './google-file.js';
import { xmlProducts } from './google-xml.js';
import { fromCells, withPrices } from './portal-file.js';
import type { FileRow } from './rows.js';
import { isShopifyHeader, shopifyRows } from './shopify-file.js';

export const FORMATS = ['auto', 'portal', 'google', 'shopify'] as const;
export type Format = (typeof FORMATS)[number];

/** What a file is read with. */
export interface Reading {
  readonly format: Format;
  /** ISO 4217, of the shop. */
  readonly currency: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The items of a file: our own CSV or JSON, a Google Merchant feed or a Shopify export.
 * @throws CommandError when the file as a whole cannot be read
 */
export function readFile(file: string, { format, currency, now }: Reading): FileRow[] {
  if (format !== 'google' && format !== 'shopify' && file.toLowerCase().endsWith('.json'))
    return withPrices(file, jsonRows(file), currency);
  const text = readText(file);
  const found = format === 'auto' ? formatOf(text) : format;
  if (found === 'google') return googleRows(productsOf(file, text), currency, now);
  const rows = delimitedRows(file, text);
  return found === 'shopify' ? shopifyRows(rows, currency) : withPrices(file, rows.map(fromCells), currency);
}

function jsonRows(file: string): unknown[] {
  const rows = readJsonFile(file);
  if (Array.isArray(rows)) return rows;
  throw new CommandError(`${file} is not a JSON array of items`);
}

function formatOf(text: string): 'portal' | 'google' | 'shopify' {
  if (isXml(text)) return 'google';
  const header = headerOf(text);
  if (isShopifyHeader(header)) return 'shopify';
  const names = new Set(header.map(attributeName));
  return names.has('image_link') || (names.has('link') && names.has('availability')) ? 'google' : 'portal';
}

const isXml = (text: string) => /^\ufeff?\s*</.test(text);

function productsOf(file: string, text: string): Attributes[] {
  if (isXml(text)) return xmlProducts(file, text);
  return delimitedRows(file, text).map(
    (cells) => new Map(Object.entries(cells).map(([name, value]) => [attributeName(name), [value]])),
  );
}

/** `image link`, `image_link` and `g:image_link` are one attribute. */
function attributeName(name: string): string {
  return name.toLowerCase().trim().replace(/^g:/, '').replaceAll(' ', '_');
}
