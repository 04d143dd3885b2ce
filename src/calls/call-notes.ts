/** Facts about a request for log and metrics, collected while it is served. */
export interface CallNotes {
  /** `x-request-id` of the response. */
  readonly id: string;
  /** Path template, without ids and tokens. */
  route?: string;
  operation?: string;
  /** Id of the caller. */
  caller?: string;
  /** `ok` or an error code. */
  outcome?: string;
}
