/** Facts about a request, collected while it is processed, for the log and metrics. */
export interface CallNotes {
  /** Value of the response's `x-request-id`. */
  readonly id: string;
  /** Path template, without ids and tokens. */
  route?: string;
  operation?: string;
  /** Id of the caller. */
  caller?: string;
  /** `ok` or an error code. */
  outcome?: string;
}
