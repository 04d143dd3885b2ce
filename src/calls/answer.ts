/** Response of an operation: one body for every surface, unless HTTP documents another form. */
export interface Answer<Body, HttpBody = never> {
  readonly body: Body;
  /** Variant for HTTP where the API document differs (variant B). */
  readonly httpBody?: HttpBody;
  /** Version of the checkout or order, for the ETag. */
  readonly version?: number;
}

/** Response of any operation. */
export type AnyAnswer = Answer<unknown, unknown>;
