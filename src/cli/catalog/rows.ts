/** What a file says of an item, before its form is checked. */
export interface FileRow {
  readonly item: unknown;
  /** What a new item has that the file does not say; an item that is there keeps its own. */
  readonly forNew?: { readonly fulfillment_types: readonly ('shipping' | 'digital')[] };
  /** Why it cannot be read, where that is known already. */
  readonly problem?: string;
}

/** The rows of a file; each is made when it is asked for, since there may be many. */
export interface FileRows {
  readonly count: number;
  readonly rows: Iterable<FileRow>;
}

/** Rows that are made of what was read, one by one. */
export function madeOf<T>(read: readonly T[], rowOf: (one: T) => FileRow): FileRows {
  const rows = function* () {
    for (const one of read) yield rowOf(one);
  };
  return { count: read.length, rows: rows() };
}

/** The same rows; those with a problem of their own cannot be read. */
export function withProblems({ count, rows }: FileRows, problems: readonly (string | undefined)[]): FileRows {
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

/** A member of an item from a text; empty or absent = the file does not say it. */
export function textOrAbsent(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

/** An id from another system: what an id of ours cannot have becomes a hyphen. */
export function idFrom(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64);
}

/** Names of categories from paths such as `Home > Kitchen > Mugs`, each once. */
export function categoriesOf(...paths: readonly (string | undefined)[]): string[] | undefined {
  const names = paths.flatMap((path) => path?.split('>').map((name) => name.trim().slice(0, 100)) ?? []);
  const found = [...new Set(names.filter((name) => name !== ''))].slice(0, 20);
  return found.length > 0 ? found : undefined;
}

/** What has the same name, in the order in which each name comes first. */
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
