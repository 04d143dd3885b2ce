/** Response of an operation. Agents may get a shorter body (`AgentAnswer`), and HTTP clients another (`httpBody`). */
export interface Answer<Body, HttpBody = never> {
  readonly body: Body;
  /** Body for HTTP where the API document specifies another form (variant B). */
  readonly httpBody?: HttpBody;
  /** Version of the checkout or order in the response, for the ETag. */
  readonly version?: number;
}

/** Response of any operation. */
export type AnyAnswer = Answer<unknown, unknown>;
