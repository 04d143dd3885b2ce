/** A row of the table of error codes (source of docs/errors.md). */
export interface ErrorRow {
  /** HTTP status of the code. */
  readonly status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 424 | 429 | 500 | 503;
  readonly when: string;
  /** Instruction for the caller to fix the cause. */
  readonly fix: string;
  /** Next tool that an agent should call. */
  readonly next?: string;
}

export const errorRows = <T extends Record<string, ErrorRow>>(table: T): T => table;
