import { createHash } from 'node:crypto';

/** An item from a file, before validation. */
export interface FileRow {
  readonly item: unknown;
  /** Members used only when the row creates an item; an existing item keeps its own values. */
  readonly forNew?: { readonly fulfillment_types: readonly ('shipping' | 'digital')[] };
  /** True if the file says that the item is taxed, which ends an earlier exemption of the item. */
  readonly isTaxed?: boolean;
  /** Reason why the row is unreadable, if known. */
  readonly problem?: string;
  /** Texts about values that differ between the file and the imported item. */
  readonly warnings?: readonly string[];
  /** Reason why the shop cannot sell the item. This row is then left out, and the others are imported. */
  readonly skipped?: string;
}

/** Columns that do not correspond to any item member. */
export interface IgnoredColumn {
  readonly column: string;
  /** Number of rows with a value in the column. */
  readonly rows: number;
}

/** Rows of a file, built lazily since there may be many. */
export interface FileRows {
  readonly count: number;
  readonly rows: Iterable<FileRow>;
  /** Members that an item can be sold without. If invalid, they are left out with a warning. */
  readonly optional: ReadonlySet<string>;
  readonly ignored: readonly IgnoredColumn[];
}

/** Members that describe the item. They are optional in files of other systems, which often cannot be corrected. */
export const DESCRIPTIVE: ReadonlySet<string> = new Set([
  ...['gtin', 'mpn', 'brand', 'description', 'image_url', 'images', 'categories', 'keywords', 'weight_grams'],
]);

/** Builds rows lazily from parsed entries. */
export function buildRows<T>(
  read: readonly T[],
  rowOf: (one: T, index: number) => FileRow,
  { optional = new Set(), ignored = [] }: Partial<Pick<FileRows, 'optional' | 'ignored'>> = {},
): FileRows {
  const rows = function* () {
    for (const [index, one] of read.entries()) yield rowOf(one, index);
  };
  return { count: read.length, rows: rows(), optional, ignored };
}

/** Adds each problem to the row with the same index. */
export function markProblems(all: FileRows, problems: readonly (string | undefined)[]): FileRows {
  const marked = function* () {
    let index = 0;
    for (const row of all.rows) {
      const problem = problems[index];
      yield problem === undefined ? row : { ...row, problem };
      index += 1;
    }
  };
  return { ...all, rows: marked() };
}

/** Trimmed text of a cell; `undefined` if empty. */
export function textOrAbsent(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

/** Counts the values in each unknown column, in the file's order. */
export function ignoredColumns(
  rows: readonly Iterable<readonly [column: string, value: string]>[],
  isKnown: (column: string) => boolean,
): IgnoredColumn[] {
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const [column, value] of row)
      if (column !== '' && value.trim() !== '' && !isKnown(column)) counts.set(column, (counts.get(column) ?? 0) + 1);
  return [...counts].map(([column, count]) => ({ column, rows: count }));
}

/** Converts an id of another system: accents are removed, and other invalid characters become hyphens. */
export function idFrom(text: string): string {
  const id = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64);
  return id === '' && text !== '' ? hashOf(text) : id;
}

/**
 * Converts ids of another system. Different texts get different ids, regardless of their order in the file: if two
 * differ only in invalid characters, a hash of the text is appended.
 */
export function distinctIds(texts: readonly string[]): string[] {
  const sources = new Map<string, Set<string>>();
  for (const text of texts) sources.set(idFrom(text), (sources.get(idFrom(text)) ?? new Set()).add(text));
  return texts.map((text) => {
    const id = idFrom(text);
    const isShared = (sources.get(id)?.size ?? 0) > 1;
    return isShared && id !== text ? `${id.slice(0, 55)}-${hashOf(text)}` : id;
  });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Distinct category names from paths such as `Home > Kitchen > Mugs`. */
export function categoriesOf(...paths: readonly (string | undefined)[]): string[] | undefined {
  const names = paths.flatMap((path) => path?.split('>').map((name) => name.trim()) ?? []);
  const found = [...new Set(names.filter((name) => name !== ''))];
  return found.length > 0 ? found : undefined;
}

/** Removes the spaces, hyphens and apostrophes that people and spreadsheets add to a barcode. */
export function barcodeOf(text: string | undefined): string | undefined {
  return textOrAbsent(text?.replace(/['\s-]/g, ''));
}

/**
 * Converts a condition from Google's words or a schema.org URL. Unknown words are returned unchanged, so that
 * validation rejects the row instead of importing the item as new.
 */
export function conditionOf(text: string | undefined): string | undefined {
  const word = text
    ?.toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/condition$/, '');
  return word === 'damaged' ? 'used' : word;
}
