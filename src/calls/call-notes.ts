/** What the log and the metrics say of one request; filled in while it is served. */
export interface CallNotes {
  /** `x-request-id` of the answer. */
  readonly id: string;
  /** Template of its path, without ids and tokens. */
  route?: string;
  operation?: string;
  /** The id of the caller. */
  caller?: string;
  /** `ok` or an error code. */
  outcome?: string;
}
