import { type InfoRecord, parse } from 'csv-parse/sync';
import { unreadable } from './unreadable.js';

export type Cells = Readonly<Record<string, string>>;

export interface DelimitedRow {
  readonly cells: Cells;
  /** Reason why the row is unreadable, for example cells in the wrong columns. */
  readonly problem?: string;
}

const MAX_HEADER_LENGTH = 64 * 1024;
/** Maximum columns. Exports of other systems have a few hundred. */
const MAX_COLUMNS = 1_000;
const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Parses a UTF-8 text with a header into rows. The separator is a comma, semicolon or tab: the one that the header
 * contains most often.
 * @param most the number of rows after which reading ends
 * @throws PortalError `invalid_request`
 */
export function delimitedRows(file: string, bytes: Buffer, most?: number): DelimitedRow[] {
  const delimiter = delimiterOf(startOf(bytes));
  try {
    return parse(bytes, {
      bom: true,
      columns: distinct,
      delimiter,
      // Tab-separated feeds write inch marks unescaped.
      quote: delimiter === '\t' ? null : '"',
      relax_column_count: true,
      on_record: (cells: Cells, context) => rowOf(cells, context, delimiter),
      skip_empty_lines: true,
      ...(most !== undefined && { to: most }),
      trim: true,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw unreadable(`${file} is not a CSV file with a header: ${why}`);
  }
}

/** The part of a text that contains its header. */
export function startOf(bytes: Buffer): string {
  return bytes.toString('utf8', 0, MAX_HEADER_LENGTH);
}

/** Builds a row from its cells. Extra cells are accepted if empty, since spreadsheets write them. */
function rowOf(cells: Cells, { error }: InfoRecord, delimiter: string): DelimitedRow {
  const all: unknown = error?.record;
  const width = Object.keys(cells).length;
  if (!Array.isArray(all) || all.slice(width).every((cell) => cell === '')) return { cells };
  const fix = delimiter === '\t' ? 'a cell cannot contain a tab' : `put a cell that contains "${delimiter}" in quotes`;
  return { cells, problem: `the row has ${all.length} cells, and the header ${width}: ${fix}` };
}

/** Returns the column names in the first line of a text. */
export function headerOf(text: string): string[] {
  return firstLine(text)
    .split(delimiterOf(text))
    .map((name) => name.trim().replace(/^"|"$/g, ''));
}

function delimiterOf(text: string): (typeof DELIMITERS)[number] {
  const line = firstLine(text);
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

function firstLine(text: string): string {
  return (/^\ufeff?\s*([^\r\n]*)/.exec(text)?.[1] ?? '').trim();
}

/** @throws Error when a column appears twice, or when there are too many */
function distinct(header: string[]): string[] {
  if (header.length > MAX_COLUMNS)
    throw new Error(`it has ${header.length} columns, and at most ${MAX_COLUMNS} are read`);
  const seen = new Set<string>();
  for (const name of header) {
    if (name !== '' && seen.has(name)) throw new Error(`the column "${name}" appears twice`);
    seen.add(name);
  }
  return header;
}
