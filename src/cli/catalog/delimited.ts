import { parse } from 'csv-parse/sync';
import { CommandError } from '../output.js';

export type Cells = Readonly<Record<string, string>>;

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * The rows of a text with a header, whose cells are divided by commas, semicolons or tabs: by what the header has most of.
 * @throws CommandError
 */
export function delimitedRows(file: string, text: string): Cells[] {
  const delimiter = delimiterOf(text);
  try {
    return parse(text, {
      bom: true,
      columns: distinct,
      delimiter,
      // A feed of tabs writes inches as they are.
      quote: delimiter === '\t' ? null : '"',
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${file} is not a CSV file with a header: ${why}`);
  }
}

/** The names of the columns. */
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

/** @throws Error when a column appears twice */
function distinct(header: string[]): string[] {
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`the column "${twice}" appears twice`);
  return header;
}
