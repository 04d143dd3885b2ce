/**
 * Names under which each connection prepares statements. Their number is limited, since a prepared statement stays in
 * the server's memory as long as its connection; further statements are parsed on each use.
 */
export class StatementNames {
  private readonly prefix: string;
  private readonly max: number;
  private readonly names = new Map<string, string>();

  constructor(prefix: string, max: number) {
    this.prefix = prefix;
    this.max = max;
  }

  /** Returns the name of a statement; `undefined` if it has none. */
  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= this.max) return known;
    const name = `${this.prefix}${this.names.size}`;
    this.names.set(text, name);
    return name;
  }
}

/** Names of the statements whose number depends only on the program. */
export const PROGRAM_NAMES = new StatementNames('s', 1_000);
/** Names of the statements of lists and searches, whose number depends on the filters that callers combine. */
export const LIST_NAMES = new StatementNames('l', 500);
