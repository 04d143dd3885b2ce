/** A row of the table of error codes (docs/errors.md is generated from it). */
export interface ErrorRow {
  /** The HTTP status that the code answers with. */
  readonly status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 424 | 429 | 500 | 503;
  readonly when: string;
  /** What the caller can do about it. */
  readonly fix: string;
  /** For agents: the tool to call next. */
  readonly next?: string;
}

export const errorRows = <T extends Record<string, ErrorRow>>(table: T): T => table;
