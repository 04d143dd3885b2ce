/** An item from a file, before validation. */
export interface FileRow {
  readonly item: unknown;
  /** Defaults for a new item; existing items keep their values. */
  readonly forNew?: { readonly fulfillment_types: readonly ('shipping' | 'digital')[] };
  /** Reason why it is unreadable, if known. */
  readonly problem?: string;
}

/** Rows of a file, built lazily since there may be many. */
export interface FileRows {
  readonly count: number;
  readonly rows: Iterable<FileRow>;
}

/** Builds rows lazily from parsed entries. */
export function buildRows<T>(read: readonly T[], rowOf: (one: T) => FileRow): FileRows {
  const rows = function* () {
    for (const one of read) yield rowOf(one);
  };
  return { count: read.length, rows: rows() };
}

/** Adds each row's own problem, if any. */
export function markProblems({ count, rows }: FileRows, problems: readonly (string | undefined)[]): FileRows {
  const marked = function* () {
    let index = 0;
    for (const row of rows) {
      const problem = problems[index];
      yield problem === undefined ? row : { ...row, problem };
      index += 1;
    }
  };
  return { count, rows: marked() };
}

/** Trimmed text of a cell; `undefined` if empty. */
export function textOrAbsent(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

/** An id from another system, with invalid characters replaced by hyphens. */
export function idFrom(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64);
}

/** Category names of paths such as `Home > Kitchen > Mugs`, each once. */
export function categoriesOf(...paths: readonly (string | undefined)[]): string[] | undefined {
  const names = paths.flatMap((path) => path?.split('>').map((name) => name.trim().slice(0, 100)) ?? []);
  const found = [...new Set(names.filter((name) => name !== ''))].slice(0, 20);
  return found.length > 0 ? found : undefined;
}

/** Groups entries by name, in order of first occurrence. */
export function groupRows<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const name = nameOf(one);
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return groups;
}
