/** What an operation answers: one body for every surface, unless HTTP documents another form. */
export interface Answer<Body, HttpBody = never> {
  readonly body: Body;
  /** Where the API document gives HTTP another variant of the same body (variant B). */
  readonly httpBody?: HttpBody;
  /** Version of the checkout or order, for the ETag. */
  readonly version?: number;
}

/** An answer of any operation. */
export type AnyAnswer = Answer<unknown, unknown>;
