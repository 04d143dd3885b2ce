/** A row of the table of error codes (source of docs/errors.md). */
export interface ErrorRow {
  /** HTTP status of the code. */
  readonly status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 424 | 429 | 500 | 503;
  readonly when: string;
  /** Fix for the caller. */
  readonly fix: string;
  /** For agents: the next tool to call. */
  readonly next?: string;
}

export const errorRows = <T extends Record<string, ErrorRow>>(table: T): T => table;
