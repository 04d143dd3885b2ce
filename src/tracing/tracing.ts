/** Attributes of a span: names, codes and numbers. Never a key, an id, personal data or a whole URL. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  set(attributes: Attributes): void;
}

/** Surface of a call. */
export type Transport = 'http' | 'mcp' | 'stdio' | 'pages' | 'ucp';

/** The trace context in a request's headers (W3C Trace Context). */
export interface Carrier {
  readonly traceparent?: string | string[] | undefined;
  readonly tracestate?: string | string[] | undefined;
}

/** Traces of a process, if tracing is enabled. */
export interface Tracing {
  /**
   * Runs work inside a span, which is a child of the current one. The span records how the work ended, but no error
   * message.
   */
  span<R>(name: string, attributes: Attributes, work: (span: Span) => Promise<R>): Promise<R>;
  /** Adds a finished span that ends now and lasted this many milliseconds. */
  ended(name: string, attributes: Attributes, milliseconds: number): void;
  /** Runs the work that handles a request, as a part of its caller's trace. */
  within<R>(carrier: Carrier, transport: Transport, work: () => R): R;
  /** Surface of the current request. */
  transport(): Transport;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}
